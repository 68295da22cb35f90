import { asSeen } from "../text/characters";
import { fieldWords } from "../text/names";
import { withEndsSeen } from "../text/visible";
import { NAMING_KEYS, namesOfElements } from "../value/pair";
import {
  at,
  type Fields,
  holdsOpaque,
  isFields,
  isHidden,
  isList,
  isTooLong,
  markedText,
  Opaque,
  type Value,
} from "../value/value";
import { rawText, type Words } from "./document";
import { withoutLastBreaks } from "./text-lines";

/** How many elements of a list stand beside each other; of a longer one, the first, and how many there are besides. */
const MOST_ELEMENTS = 8;
const FIRST_ELEMENTS = 4;

/** How many lines a list of objects takes at most. */
const MOST_LINES = 40;

/** What stands in the place of a value that cannot be read. */
const opaqueTexts: Readonly<Record<Opaque["why"], string>> = {
  secret: "hidden",
  deploy: "known at deploy time",
  long: "too long for a plan",
};

/** Whether people cannot be shown a value, nor the variable that it comes from. */
export function isUnread(value: Value | undefined): value is Opaque {
  return value !== undefined && (isHidden(value) || isTooLong(value));
}

/** A value as people read it: nothing is no text, what is hidden is seen to be, and what has parts has a line for each. */
export function valueWords(value: Value): Words {
  if (value === null) return { nothing: "none" };
  if (isUnread(value)) return { tag: opaqueTexts[value.why] };
  if (isList(value) && value.length > 0 && value.every(isFields)) return { lines: linesOf(value) };
  if (isFields(value) && shown(value).length > LONGEST_FLAT) {
    return { lines: Object.entries(value).map(([key, each = null]) => `${key}: ${valueText(each)}`) };
  }
  return { code: valueText(value) };
}

/** Longest object that stands on one line, in characters. */
const LONGEST_FLAT = 60;

/** A value on one line as people read it: a text without quotes, unless it would be read as something else. */
export function valueText(value: Value): string {
  if (typeof value === "string") return isClear(value) ? value : withEndsSeen(JSON.stringify(value));
  if (value === null) return "none";
  if (!isList(value) || value.length === 0) return shown(value);
  if (value.every(isFields)) return linesOf(value).join("; ");
  const isPlain = value.every((each) => typeof each === "string" && isClear(each) && !each.includes(","));
  return isPlain ? inShort(value.map(String)) : shown(value);
}

/** The first of some texts, and how many there are besides: "a, b, c, d and 4,996 more". */
export function inShort(texts: readonly string[]): string {
  if (texts.length <= MOST_ELEMENTS) return texts.join(", ");
  return `${texts.slice(0, FIRST_ELEMENTS).join(", ")} and ${(texts.length - FIRST_ELEMENTS).toLocaleString("en")} more`;
}

/** Whether a text reads as itself: it is no number or list, begins and ends with what is seen, and is there. */
function isClear(text: string): boolean {
  return /^[^\s"[{(]/.test(text) && !/\s$|^(?:-?[\d.]+|true|false|null|none)$/.test(text);
}

/** The elements of a list, a line each; what an element has of such lists stands below it. */
export function linesOf(list: readonly Value[]): string[] {
  const lines = list.flatMap((element) => (isFields(element) ? objectLines(element) : [valueText(element)]));
  const left = lines.length - MOST_LINES;
  return left > 0 ? [...lines.slice(0, MOST_LINES), `… ${left.toLocaleString("en")} more lines`] : lines;
}

/** An object: its name, what it has, and a line for each object, and of each longer text, in it. */
export function objectLines(fields: Fields): string[] {
  if (isCondition(fields)) return [conditionText(fields)];
  const [name] = namesOfElements([fields]) ?? [];
  const given = Object.entries(fields).filter(([key, value]) => value !== undefined && !isName(key, value, name));
  const beside: string[] = [];
  const below: string[] = [];
  for (const [key, value = null] of given) {
    const [first = "", ...others] = typeof value === "string" ? withoutLastBreaks(value).split(/\r?\n/) : [];
    if (others.length > 0) below.push(`${fieldWords(key)}: ${first}`, ...others);
    else if (isList(value) && value.length > 0 && value.every(isFields)) below.push(...linesOf(value));
    else beside.push(`${fieldWords(key)} ${isFields(value) ? shown(value) : valueText(first || value)}`);
  }
  const head = [name === undefined ? "" : seenText(String(name)), beside.join(", ")]
    .filter((part) => part !== "")
    .join(": ");
  return [head === "" ? "{}" : head, ...below.map((line) => `· ${line}`)];
}

/** A text among others, in quotes where blanks at its ends would not be seen. */
export function seenText(text: string): string {
  return /^\S(?:.*\S)?$/s.test(text) ? text : withEndsSeen(JSON.stringify(text));
}

/** What a segment looks at: "email contains any of @example.org, @example.net". No operator is translated. */
function conditionText(condition: Fields): string {
  const textOf = (value: Value) => (typeof value === "string" ? seenText(value) : valueText(value));
  const [type, field, operator = "", by] = ["type", "field", "operator", "customID"].map((key) => {
    const value = at(condition, key);
    return value === undefined ? undefined : textOf(value);
  });
  const compared = operator.replace(/^str_/, "").replaceAll("_", " ");
  const values = at(condition, "targetValue");
  const parts = [
    type?.replaceAll("_", " "),
    field,
    /\b(?:any|none)$/.test(compared) ? `${compared} of` : compared,
    isList(values) ? inShort(values.map(textOf)) : values && valueText(values),
    by && `by ${by}`,
  ];
  return parts.filter((part) => part !== undefined && part !== "").join(" ");
}

function isCondition(fields: Fields): boolean {
  return "type" in fields && ("operator" in fields || "targetValue" in fields);
}

/** Whether a field of an element is the one that names it. */
function isName(key: string, value: Value | undefined, name: unknown): boolean {
  return value === name && NAMING_KEYS.some((each) => each === key);
}

/** A value on one line, as JSON. */
export function shown(value: Value): string {
  if (value instanceof Opaque) return isUnread(value) ? `(${opaqueTexts[value.why]})` : markedText(value);
  if (typeof value === "string") return withEndsSeen(JSON.stringify(value));
  if (isList(value)) return `[${value.map(shown).join(", ")}]`;
  if (!isFields(value)) return String(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${shown(inner ?? null)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** Two values beside each other, each as it is by itself; with what looks alike spelled out, where that is all that differs. */
export function pairWords(before: Value, after: Value, wordsOf = valueWords): readonly [Words, Words] {
  const [last, next] = [wordsOf(before), wordsOf(after)];
  const isSeen = !looksAlike(rawText(last), rawText(next)) || holdsOpaque(before) || holdsOpaque(after);
  return isSeen ? [last, next] : [{ code: exactText(before) }, { code: exactText(after) }];
}

/** Whether a reader takes two texts for the same. */
export function looksAlike(one: string, other: string): boolean {
  return one === other || asSeen(one.normalize("NFC")) === asSeen(other.normalize("NFC"));
}

/** A value as JSON of ASCII alone. */
export function exactText(value: Value): string {
  return shown(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Where two texts that begin alike are worth reading: a few characters before they differ. */
export function startOfDifference(one: string, other: string): number {
  const others = [...other];
  const common = [...one].findIndex((character, index) => others[index] !== character);
  return Math.max(0, (common < 0 ? [...one].length : common) - LEAD);
}

/** How much of what two long texts have in common stands before their difference, in characters. */
const LEAD = 12;
