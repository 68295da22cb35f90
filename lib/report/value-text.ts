import { quoted } from "../api/escape-invisible";
import { isFields, isList, Opaque, type Value } from "../value/value";

/** A value on one line, with nothing in it that cannot be seen. */
export function shown(value: Value): string {
  if (value instanceof Opaque) return value.why === "secret" ? "(sensitive)" : "(known after the deploy)";
  if (typeof value === "string") return quoted(value);
  if (isList(value)) return `[${value.map(shown).join(", ")}]`;
  if (!isFields(value)) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${quoted(key)}: ${shown(inner ?? null)}`);
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
    : Object.entries(value).map(([key, field]) => `${quoted(key)}: ${laidOut(field ?? null, inner)}`);
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

/** How long a line may be where a value is laid out, in characters. */
const WIDTH = 60;
