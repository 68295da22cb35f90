import { type HolePart, type HoleRequest, pointerStep } from "../interface/request";

/** What stands for a value that is known only at deploy. */
export function holeText(parts: readonly HolePart[]): string {
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      return "terraform" in part ? "(known to Terraform)" : `(environment variable ${part.environment})`;
    })
    .join("");
}

/**
 * JSON with its holes shown as text.
 *
 * @param at JSON Pointer of the value
 * @param holes by their pointers
 */
export function withHoleTexts(value: unknown, at: string, holes: readonly HoleRequest[]): unknown {
  const hole = holes.find((each) => each.at === at);
  if (hole !== undefined) return holeText(hole.parts);
  if (typeof value !== "object" || value === null) return value;
  const inner = (key: PropertyKey, element: unknown) => withHoleTexts(element, at + pointerStep(key), holes);
  return Array.isArray(value)
    ? value.map((element: unknown, index) => inner(index, element))
    : Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inner(key, field)]));
}
