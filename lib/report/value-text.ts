import { isFields, isHidden, isList, isTooLong, markedText, Opaque, type Value } from "../value/value";

/** A value on one line as people read it: a text without quotes, unless it would be read as something else. */
export function valueText(value: Value): string {
  if (typeof value === "string") return isClear(value) ? value : JSON.stringify(value);
  if (
    isList(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === "string" && isClear(each) && !each.includes(","))
  ) {
    return value.join(", ");
  }
  return value === null ? "none" : shown(value);
}

/** What stands in the place of a value that cannot be read. */
const opaqueTexts: Readonly<Record<Opaque["why"], string>> = {
  secret: "(sensitive)",
  deploy: "(known at deploy time)",
  long: "(a text that is too long for a plan, which keeps a digest of it)",
};

/** Whether a text reads as itself: it is no number or list, begins and ends with what is seen, and is there. */
function isClear(text: string): boolean {
  return /^[^\s"[{(]/.test(text) && !/\s$|^(?:-?[\d.]+|true|false|null|none)$/.test(text);
}

/** A value on one line, as JSON. */
export function shown(value: Value): string {
  if (value instanceof Opaque) return isHidden(value) || isTooLong(value) ? opaqueTexts[value.why] : markedText(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(shown).join(", ")}]`;
  if (!isFields(value)) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${shown(inner ?? null)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** A value with a line for each of its parts, where it is too long for one. */
export function laidOut(value: Value, indent = ""): string {
  const flat = shown(value);
  const isShort = indent.length + flat.length <= WIDTH;
  if (isShort || typeof value !== "object" || value === null || value instanceof Opaque) return flat;
  const inner = `${indent}  `;
  const parts = isList(value)
    ? value.map((element) => laidOut(element, inner))
    : Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${laidOut(field ?? null, inner)}`);
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** How long a line may be where a value is laid out, in characters. */
const WIDTH = 60;
