import { inBrief, inWords } from "../../text/words";
import { groupedBy } from "../../value/grouped";
import { worded } from "../../value/parts";
import { at, isFields, isHidden, isList, isTooLong, isUnknown, listAt, type Value } from "../../value/value";
import { meantDiff } from "./as-meant";
import { type BeforeAfter, reasoned, type ToldWhat } from "./found-risk";

/** A changed field as a sentence tells it. */
export interface Edit {
  /** What happened to it: "confidence 95 → 90". */
  readonly text: string;
  /** Whether the field left the code, so that nobody knows whether its value changes. */
  readonly isUnsent: boolean;
}

/** Longest value in a sentence, in characters. */
const LONGEST_VALUE = 40;

/**
 * The changes of some fields, as they are meant. Of what a plan hides, nobody can tell whether it changes: that is a risk of
 * its own.
 *
 * @param textOf says what happened to a value, after the words for its field; undefined where nothing did
 */
export function editsOf(
  { before, after }: BeforeAfter,
  fields: readonly (readonly [field: string, words: string])[],
  textOf: (former: Value | undefined, present: Value | undefined, field: string) => string | undefined = valueEdit,
): Edit[] {
  return fields.flatMap(([field, words]) =>
    editOf(words, at(before, field), at(after, field), (former, present) => textOf(former, present, field)),
  );
}

/** The change of one value, if there is one that anybody can tell. */
export function editOf(
  words: string,
  former: Value | undefined,
  present: Value | undefined,
  textOf: (former: Value | undefined, present: Value | undefined) => string | undefined = valueEdit,
): Edit[] {
  const isUnclear = [former, present].some((value) => isHidden(value) || isUnknown(value));
  const text = isUnclear ? undefined : textOf(former, present);
  if (text === undefined) return [];
  const isUnsent = former !== undefined && present === undefined;
  return [{ text: isUnsent ? `${words} (${shortValue(former)})` : `${words}${text}`, isUnsent }];
}

/**
 * Changes, and what they mean, in a sentence. It claims no change of what left the code.
 *
 * @param why what a change of the others means
 * @param when what makes it matter where none of them changed
 * @returns undefined where nothing changed
 */
export function sentence(
  edits: readonly Edit[],
  why: string,
  when = "while the experiment runs",
): ToldWhat | undefined {
  if (edits.length === 0) return undefined;
  const unsent = edits.filter(({ isUnsent }) => isUnsent).map(({ text }) => text);
  const changed = edits.filter(({ isUnsent }) => !isUnsent).map(({ text }) => text);
  if (unsent.length === 0) return reasoned(inBrief(changed), why);
  const [are, them] = unsent.length === 1 ? ["is", "it"] : ["are", "them"];
  const gone = `${inWords(unsent)} ${are} no longer sent`;
  const left = `${gone}: the service may keep or clear ${them}`;
  if (changed.length === 0) return { what: gone, text: `${left}, ${when}` };
  return { what: `${inBrief(changed)}; ${gone}`, text: `${inBrief(changed)}: ${why}; ${left}` };
}

/** " 95 → 90": what happened to a value; undefined where nothing did. */
export function valueEdit(former: Value | undefined, present: Value | undefined): string | undefined {
  if (meantDiff(former, present) === undefined) return undefined;
  const isSwitch = typeof (former ?? present) === "boolean";
  return ` ${arrowText(shortValue(former, isSwitch), shortValue(present, isSwitch))}`;
}

/** "95 → 90"; or "changed", where two values look the same once they are shortened. */
export function arrowText(last: string, next: string): string {
  return last === next ? "changed" : `${last} → ${next}`;
}

/**
 * The elements of a list by their names. A name is whole, as JSON for `keyText`: two that a sentence shortens may look the
 * same.
 */
export function elementsByName(
  list: Value | undefined,
  nameOf: (element: Value) => Value | undefined,
): ReadonlyMap<string, readonly Value[]> {
  return groupedBy(listAt(list), (element) => JSON.stringify(worded(nameOf(element) ?? null)));
}

/** What else of such elements counts, whole; those of one name are told together. */
export function textsByName(
  list: Value | undefined,
  nameOf: (element: Value) => Value | undefined,
  textOf: (element: Value) => string,
): ReadonlyMap<string, string> {
  const texts = (elements: readonly Value[]) => [...new Set(elements.map(textOf))].sort().join(" and ");
  return new Map([...elementsByName(list, nameOf)].map(([key, elements]) => [key, texts(elements)]));
}

/** A name of `elementsByName` in a sentence, shortened. */
export function keyText(key: string): string {
  return shortValue(JSON.parse(key) as Value);
}

/** A value in a sentence, shortened. */
export function shortValue(given: Value | undefined, isSwitch = false): string {
  if (isTooLong(given)) return "(a long text)";
  const value = given === undefined ? undefined : worded(given);
  if (typeof value === "boolean" || isSwitch) return value === true ? "on" : "off";
  if (value === undefined || value === null) return "none";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return /^[\w.:+-]+$/.test(value) ? cut(value) : cut(JSON.stringify(value));
  if (isList(value)) return value.length === 0 ? "none" : inBrief(value.map(shortElement), 3);
  return cut(JSON.stringify(value));
}

function shortElement(element: Value): string {
  const name = isFields(element) ? (at(element, "name") ?? at(element, "column")) : element;
  return typeof name === "string" ? shortValue(name) : cut(JSON.stringify(element) ?? "");
}

function cut(text: string): string {
  // a character may take two places
  const characters = [...text.slice(0, 2 * LONGEST_VALUE + 2)];
  return characters.length > LONGEST_VALUE ? `${characters.slice(0, LONGEST_VALUE - 1).join("")}…` : text;
}
