/** What was given, shortened for a message. Shows the value: never for one that may be a secret. */
export function describeValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = isPlain(value) ? jsonText(value) : undefined;
  if (text === undefined) return describeKind(value);
  return text.length > 80 ? `${text.slice(0, 60)}… (${describeKind(value)})` : text;
}

/** What kind of value was given, without showing it. */
export function describeKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (typeof value === "string") return `a string of ${[...value].length} characters`;
  if (Array.isArray(value)) return `a list of ${value.length} elements`;
  if (typeof value === "object") return isPlain(value) ? "an object" : `an instance of ${value.constructor.name}`;
  return `a ${typeof value}`;
}

/** Whether a value is none of a class, whose JSON may look like something else. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The JSON of a value, or undefined where it has none. */
function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A list as a sentence has it: "a, b and c". */
export function inWords(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  const [end = "", ...others] = [...words].reverse();
  return others.length === 0 ? end : `${others.reverse().join(", ")} ${conjunction} ${end}`;
}
