import { isPlain, jsonText } from "../value/json";
import { visible } from "./visible";
import { counted } from "./words";

/** A value, shortened for a message. It shows the value, so it is never for one that may be a secret. */
export function describeValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = isPlain(value) ? jsonText(value) : undefined;
  if (text === undefined) return describeKind(value);
  return text.length > 80 ? `${visible(text.slice(0, 60))}… (${describeKind(value)})` : visible(text);
}

/** The kind of a value, without the value itself. */
export function describeKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return `a string of ${counted([...value].length, "character")}`;
  if (Array.isArray(value)) return `a list of ${counted(value.length, "element")}`;
  if (typeof value === "object") return isPlain(value) ? "an object" : `an instance of ${value.constructor.name}`;
  return `a ${typeof value}`;
}
