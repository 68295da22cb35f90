import { isPlain, jsonText } from "../value/json";
import { visible, withEndsSeen } from "./visible";

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
export function inBrief(names: readonly string[], most = 5): string {
  const first = names.slice(0, most).join(", ");
  return names.length > most ? `${first} and ${names.length - most} more` : first;
}

/** Milliseconds as text for messages: "0.4 s", "8 s", "1,200 s". */
export function seconds(milliseconds: number): string {
  const digits = milliseconds < 10_000 ? 10 : 1;
  const rounded = Math.round((milliseconds / 1_000) * digits) / digits;
  // by hand, because loading Intl takes longer than a call
  return `${String(rounded).replaceAll(/\B(?=(\d{3})+$)/g, ",")} s`;
}

/** A text with a blank for each run of blanks and line ends, and none at either end. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Whether the words for a field are of several things: "primary metrics", and not "hypothesis" or "status". */
export function isPlural(words: string): boolean {
  return /(?<!i|u|s)s$/.test(words);
}

/** A text with a capital first. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value, shortened for a message. It shows the value, so it is never for one that may be a secret. */
export function describeValue(value: unknown): string {
  if (typeof value === "number") return String(value);
  const json = isPlain(value) ? jsonText(value) : undefined;
  if (json === undefined) return describeKind(value);
  const text = withEndsSeen(json);
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
