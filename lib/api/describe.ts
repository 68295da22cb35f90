import { visible } from "./escape-invisible";

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

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is not an instance of a class: the JSON of such an instance may be misleading. */
export function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The JSON of a value, or undefined if it has none, or is nested too deeply. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** "1 character", "2 entities". */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun.replace(/(?<![aeiou])y$/, "ie")}s`}`;
}

/** A list as in a sentence: "a, b and c". */
export function inWords(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  const [end = "", ...others] = [...words].reverse();
  return others.length === 0 ? end : `${others.reverse().join(", ")} ${conjunction} ${end}`;
}

/** The first of some names, and how many there are besides: "a, b and 3 more". */
export function few(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
