import { fieldWords, pathWords } from "../text/names";
import { namesOfElements } from "../value/pair";
import { isFields, isList, isTooLong, type Path, type PathStep, type Value } from "../value/value";
import type { Doc, Words } from "./document";
import { endsText } from "./text-diff";
import { inShort, isName, linesOf, shown, valueText, valueWords } from "./value-text";

/** What differs in a place, as a `Diff` has it. */
export interface FieldDifference {
  readonly path: Path;
  /** For each step of the path into a list, what names the element. */
  readonly names: readonly (PathStep | undefined)[];
  /** Missing where there was none, as `after` is where none is left. */
  readonly before?: Value;
  readonly after?: Value;
  /** Whether the whole field is left out of what is sent: it may stay in the service. */
  readonly isUnsent?: boolean;
}

/** A field as a reader sees it: two values, or a long text, of which the lines that differ are shown. */
type FieldRow = {
  readonly label: string;
  readonly before?: Words | undefined;
  readonly after?: Words | undefined;
  readonly text?: { readonly before?: string | undefined; readonly after?: string | undefined };
};

/** Longest text that is shown as a value, in characters. */
const LONGEST_IN_LINE = 100;

/**
 * What differs: a table of the values, then each long text.
 *
 * @param heads of what was, and what is
 */
export function fieldDocs(
  differences: readonly FieldDifference[],
  heads: readonly [before: string, after: string] = ["before", "after"],
): Doc[] {
  const rows = fieldRows(differences);
  const values = rows.filter(({ text }) => text === undefined);
  const [hasBefore, hasAfter] = [values.some(({ before }) => before), values.some(({ after }) => after)];
  const cell = (words: Words | undefined) => words ?? { nothing: "none" };
  const texts = rows.flatMap(({ label, text, after }): Doc[] =>
    text === undefined ? [] : [{ node: "diff", label: after === undefined ? label : [label, ": ", after], ...text }],
  );
  if (values.length === 0) return texts;
  const table: Doc = {
    node: "table",
    look: "fields",
    label: "Fields",
    heads: ["field", ...(hasBefore ? [heads[0]] : []), ...(hasAfter ? [heads[1]] : [])],
    rows: values.map(({ label, before, after }) => [
      { own: label },
      ...(hasBefore ? [cell(before)] : []),
      ...(hasAfter ? [cell(after)] : []),
    ]),
  };
  return [table, ...texts];
}

/** Fields as a reader sees them: what a list has lost stands beside what it has gained, and each part of a group has a row. */
export function fieldRows(differences: readonly FieldDifference[]): FieldRow[] {
  const edits = new Map(differences.map((each) => [each, listEdit(each)]));
  const shownLists = new Set<string>();
  return differences.flatMap((difference): FieldRow[] => {
    const edit = edits.get(difference);
    if (edit === undefined) return [rowOf(difference)];
    if (edit.list === GROUPS) return edit.elements.flatMap((group, index) => groupRows(difference, group, index));
    if (shownLists.has(edit.list)) return [];
    shownLists.add(edit.list);
    const ofList = [...edits.values()].filter((each) => each?.list === edit.list);
    const [before, after] = [true, false].map((isLost) =>
      elementWords(ofList.flatMap((each) => (each?.isLost === isLost ? each.elements : []))),
    );
    return [{ label: fieldWords(edit.list), before, after }];
  });
}

const GROUPS = "groups";

/** Elements that a list has lost or gained. */
interface ListEdit {
  readonly list: string;
  readonly isLost: boolean;
  readonly elements: readonly Value[];
}

/** What a change takes out of a list or puts into it: one element, or a whole list of what has names. */
function listEdit({ path, before, after, isUnsent }: FieldDifference): ListEdit | undefined {
  const value = before === undefined ? after : after === undefined ? before : undefined;
  const [list, at, ...inside] = path;
  if (isUnsent || value === undefined || typeof list !== "string" || inside.length > 0) return undefined;
  const isLost = after === undefined;
  if (typeof at === "number") return { list, isLost, elements: [value] };
  return at === undefined && isList(value) && namesOfElements(value) !== undefined
    ? { list, isLost, elements: value }
    : undefined;
}

function elementWords(elements: readonly Value[]): Words | undefined {
  if (elements.length === 0) return undefined;
  if (elements.every(isFields)) return { lines: linesOf(elements).map((line) => ({ own: line })) };
  return { own: inShort(elements.map(valueText)) };
}

/** The rows of a group that is new, or removed. */
function groupRows({ path, names, before }: FieldDifference, group: Value, index: number): FieldRow[] {
  const [name] = namesOfElements([group]) ?? [];
  const isWhole = path.length > 1;
  const place = isWhole ? path : [...path, index];
  const placeNames = isWhole ? names : [...names, name];
  const row = (at: Path, value: Value) =>
    rowOf({ path: at, names: placeNames, ...(before === undefined ? { after: value } : { before: value }) });
  const parts = isFields(group) ? Object.entries(group).filter(([key, value]) => !isName(key, value, name)) : [];
  if (parts.length === 0) return [row(place, group)];
  return parts.flatMap(([key, value = null]): FieldRow[] => {
    const at = [...place, key];
    const inner = key === "parameterValues" && isFields(value) ? Object.entries(value) : [];
    return inner.length === 0 ? [row(at, value)] : inner.map(([own, each]) => row([...at, own], each ?? null));
  });
}

/** One field. */
function rowOf({ path, names, before, after, isUnsent = false }: FieldDifference): FieldRow {
  const label = pathWords(path, names);
  const unsent = isUnsent ? { after: UNSENT } : {};
  if (isTooLong(before)) {
    // only one of the texts is known, so there are no lines to compare
    return { label, before: valueWords(before), after: beside(after), ...unsent };
  }
  const ends = typeof before === "string" && typeof after === "string" ? endsText(before, after) : undefined;
  if (ends !== undefined) return { label, after: { quiet: ends } };
  if (isText(before) && isText(after) && (isLong(before) || isLong(after))) {
    return { label, text: { before, after }, ...unsent };
  }
  const [former, present] = [orderOf(before), orderOf(after)];
  if (former !== undefined && present !== undefined) {
    return { label: `${label} (order)`, before: { own: former }, after: { own: present } };
  }
  return { label, before: wordsOf(before), after: wordsOf(after), ...unsent };
}

const UNSENT: Words = { quiet: "no longer sent: the service may keep or clear it" };

function wordsOf(value: Value | undefined): Words | undefined {
  return value === undefined ? undefined : valueWords(value);
}

/** A value beside one of which only a digest is known. */
function beside(value: Value | undefined): Words | undefined {
  if (value === undefined) return undefined;
  const [what, text] = typeof value === "string" ? ["text", value] : ["value", shown(value)];
  return isLong(text)
    ? `a ${what} of ${text.length.toLocaleString("en")} characters: see --format json`
    : valueWords(value);
}

/** The names of a list's elements, in their order; undefined for anything else. */
function orderOf(value: Value | undefined): string | undefined {
  const names = isList(value) ? namesOfElements(value) : undefined;
  return names && inShort(names.map(String));
}

function isText(value: Value | undefined): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isLong(text: string | undefined): boolean {
  return text !== undefined && (text.length > LONGEST_IN_LINE || text.includes("\n"));
}
