import { type DeferredPart, type DeferredPlace, pointerStep } from "../protocol/request-file";

/** What stands for a value that is known only at deploy. */
export function deferredText(parts: readonly DeferredPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "terraform" in part ? "(known to Terraform)" : `(environment variable ${part.environment})`;
    })
    .join("");
}

/**
 * JSON with its deferred values shown as text.
 *
 * @param at JSON Pointer of the value
 * @param deferred by their pointers
 */
export function withDeferredTexts(value: unknown, at: string, deferred: readonly DeferredPlace[]): unknown {
  const found = deferred.find((each) => each.at === at);
  if (found !== undefined) return deferredText(found.parts);
  if (typeof value !== "object" || value === null) return value;
  const inner = (key: PropertyKey, element: unknown) => withDeferredTexts(element, at + pointerStep(key), deferred);
  return Array.isArray(value)
    ? value.map((element: unknown, index) => inner(index, element))
    : Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inner(key, field)]));
}
