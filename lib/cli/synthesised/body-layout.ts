import { type HolePart, type HoleRequest, pointerStep } from "../../interface/request";
import type { Group, Layout } from "../layout";
import { quoted } from "../visible";

/**
 * JSON for a reader, with the holes marked where they are. A mark is no string, so that no text of a user can be taken
 * for one.
 *
 * @param at JSON Pointer of the value
 * @param holes by their pointers
 */
export function bodyLayout(value: unknown, at: string, holes: readonly HoleRequest[]): Layout {
  const parts = new Map(holes.map((hole) => [hole.at, hole.parts]));
  const lay = (inner: unknown, pointer: string): Layout => {
    const hole = parts.get(pointer);
    if (hole !== undefined) return holeText(hole);
    if (typeof inner === "string") return quoted(inner);
    if (typeof inner !== "object" || inner === null) return JSON.stringify(inner);
    return Array.isArray(inner)
      ? list(inner.map((element: unknown, index) => lay(element, pointer + pointerStep(index))))
      : object(Object.entries(inner).map(([key, field]) => [key, lay(field, pointer + pointerStep(key))]));
  };
  return lay(value, at);
}

/** A hole as a reader sees it: `"Bearer " + (environment variable TOKEN)`. */
export function holeText(parts: readonly HolePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return quoted(part);
      return "terraform" in part ? "(known to Terraform)" : `(environment variable ${part.environment})`;
    })
    .join(" + ");
}

function list(elements: readonly Layout[]): Group {
  return { open: "[", items: elements.map((value) => ({ label: "", value })), close: "]", pad: "" };
}

function object(entries: readonly (readonly [string, Layout])[]): Group {
  return {
    open: "{",
    items: entries.map(([key, value]) => ({ label: `${quoted(key)}: `, value })),
    close: "}",
    pad: " ",
  };
}
