import type { Resource } from "../interface/resource";
import type { Content } from "./store";

/**
 * What tells a thing from others of its kind, as text: its identity field as it is, or several joined by `/`, with `/`
 * and `%` inside each written `%2F` and `%25`. A field that is left out counts as empty.
 */
export function identityText({ identity }: Pick<Resource, "identity">, content: Content): string {
  const values = identity.map((field) => String(content[field] ?? ""));
  return values.length === 1 ? values.join() : values.map(escapeJoint).join("/");
}

function escapeJoint(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("/", "%2F");
}
