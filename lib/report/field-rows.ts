import { fieldWords, pathWords } from "../text/names";
import type { Diff } from "../value/diff";
import { groupedBy } from "../value/grouped";
import { namesOfElements } from "../value/pair";
import { isFields, isList, isTooLong, type Value } from "../value/value";
import type { Doc, DocOf, Words } from "./document";
import { endsText } from "./text-lines";
import { inShort, objectLines, pairWords, shown, valueWords } from "./value-text";

/** What differs in a place. */
export interface FieldDifference extends Pick<Diff, "path" | "names" | "before" | "after"> {
  /** Whether the whole field is left out of what is sent: it may stay in the service. */
  readonly isUnsent?: boolean;
}

/** A field as a reader sees it: two values, or a long text, of which the lines that differ are shown. */
type FieldRow =
  | { readonly label: string; readonly before?: Words | undefined; readonly after?: Words | undefined }
  | DocOf<"diff">;

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
  const all = fieldRows(differences);
  const texts = all.filter((row) => "node" in row);
  const values = all.filter((row) => !("node" in row));
  if (values.length === 0) return texts;
  // a side on which nothing stands is left out
  const unless = (isSeen: boolean): Words => (isSeen ? { nothing: "none" } : "");
  const noBefore = unless(values.some(({ before }) => before !== undefined));
  const noAfter = unless(values.some(({ after }) => after !== undefined));
  const rows = values.map(({ label, before = noBefore, after = noAfter }): Words[] => [label, before, after]);
  return [{ node: "table", look: "fields", label: "Fields", heads: ["field", ...heads], rows }, ...texts];
}

/** Fields as a reader sees them: what a list has lost stands beside what it has gained. */
export function fieldRows(differences: readonly FieldDifference[]): FieldRow[] {
  const byList = groupedBy(differences, (difference) => editedList(difference) ?? difference);
  return Array.from(byList, ([list, all]): FieldRow => {
    if (typeof list !== "string") return rowOf(list);
    const elements = (side: "before" | "after") => {
      const given = all.filter(({ [side]: value }) => value !== undefined);
      const values = given.flatMap(({ path, [side]: value = null }) =>
        path.length === 1 && isList(value) ? value : [value],
      );
      return values.length === 0 ? undefined : valueWords(values);
    };
    return { label: fieldWords(list), before: elements("before"), after: elements("after") };
  });
}

/** The list that has lost or gained something: one element, or all of a list of what has names. */
function editedList({ path, before, after, isUnsent }: FieldDifference): string | undefined {
  const value = before === undefined ? after : before;
  const [list, at, ...inside] = path;
  const isEdit = value !== undefined && (before === undefined || after === undefined) && !isUnsent;
  if (!isEdit || typeof list !== "string" || inside.length > 0) return undefined;
  const isWhole = at === undefined && isList(value) && namesOfElements(value) !== undefined;
  return isWhole || typeof at === "number" ? list : undefined;
}

/** One field. */
function rowOf({ path, names, before, after, isUnsent = false }: FieldDifference): FieldRow {
  const label = pathWords(path, names);
  const unsent = isUnsent ? { after: UNSENT } : {};
  if (isTooLong(before)) {
    // only one of the texts is known, so there are no lines to compare
    return { label, before: valueWords(before), after: beside(after), ...unsent };
  }
  const ends = endsText(before, after);
  if (ends !== undefined) return { label, after: { quiet: ends } };
  if (isText(before) && isText(after) && (isLong(before) || isLong(after))) {
    return { node: "diff", label: isUnsent ? [label, ": ", UNSENT] : label, before, after };
  }
  const [former, present] = [orderOf(before), orderOf(after)];
  if (former !== undefined && present !== undefined) {
    return { label: `${label} (order)`, before: former, after: present };
  }
  const words = (value: Value) => wordsOf(value, path.length === 1);
  const [last, next] =
    before === undefined || after === undefined
      ? [before, after].map((value) => (value === undefined ? undefined : words(value)))
      : pairWords(before, after, words);
  return { label, before: last, after: next, ...unsent };
}

const UNSENT: Words = { quiet: "no longer sent: the service may keep or clear it" };

/** @param isField whether it is a whole field, whose object has the keys of the API, and not those of its owner */
function wordsOf(value: Value, isField: boolean): Words {
  const [line, ...others] = isField && isFields(value) ? objectLines(value) : [];
  return line === undefined || others.length > 0 ? valueWords(value) : { code: line };
}

/** A value beside one of which only a digest is known. */
function beside(value: Value | undefined): Words | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value : shown(value);
  return isLong(text) ? `${text.length.toLocaleString("en")} characters: see --format json` : valueWords(value);
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
