import { quoted, visible } from "../../api/escape-invisible";
import { type DeferredPart, type DeferredPlace, pointerStep } from "../../protocol/request-file";
import { bracketed } from "../brackets";

/**
 * JSON for a reader, with the deferred values marked where they are. A mark is no string, so no text of a user can be
 * taken for one.
 *
 * @param at JSON Pointer of the value
 * @param deferred by their pointers
 * @param indent what every line but the first begins with
 */
export function bodyText(value: unknown, at: string, deferred: readonly DeferredPlace[], indent: string): string {
  const parts = new Map(deferred.map((each) => [each.at, each.parts]));
  const text = (inner: unknown, pointer: string, margin: string): string => {
    const found = parts.get(pointer);
    if (found !== undefined) return deferredText(found);
    if (typeof inner === "string") return quoted(inner);
    if (typeof inner !== "object" || inner === null) return JSON.stringify(inner);
    const further = `${margin}  `;
    if (Array.isArray(inner)) {
      const items = inner.map((each: unknown, index) => text(each, pointer + pointerStep(index), further));
      return bracketed("[]", items, margin);
    }
    const items = Object.entries(inner).map(
      ([key, field]) => `${quoted(key)}: ${text(field, pointer + pointerStep(key), further)}`,
    );
    return bracketed("{}", items, margin);
  };
  return text(value, at, indent);
}

/** A deferred value as a reader sees it: `"Bearer " + (environment variable TOKEN)`. */
export function deferredText(parts: readonly DeferredPart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return quoted(part);
      return "terraform" in part ? "(known to Terraform)" : `(environment variable ${visible(part.environment)})`;
    })
    .join(" + ");
}
