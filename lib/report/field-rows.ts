import { fieldWords, pathWords } from "../text/names";
import { NAMING_KEYS, namesOfElements } from "../value/pair";
import { isFields, isList, isTooLong, type Path, type PathStep, type Value } from "../value/value";
import { type FieldRow, shown, type Words } from "./document";
import { endsText } from "./text-diff";

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

/** Longest text that is shown as a value, in characters. */
const LONGEST_IN_LINE = 100;

/** Fields as a reader sees them: what a list has lost stands beside what it has gained, and each part of a group has a row. */
export function fieldRows(differences: readonly FieldDifference[]): FieldRow[] {
  const edits = new Map(differences.map((each) => [each, listEdit(each)]));
  const told = new Set<string>();
  return differences.flatMap((difference): FieldRow[] => {
    const edit = edits.get(difference);
    if (edit === undefined) return [rowOf(difference)];
    if (edit.list === GROUPS) return edit.elements.flatMap((group, index) => groupRows(difference, group, index));
    if (told.has(edit.list)) return [];
    told.add(edit.list);
    const ofList = [...edits.values()].filter((each) => each?.list === edit.list);
    const [before, after] = [true, false].map((isLost) => {
      const elements = ofList.flatMap((each) => (each?.isLost === isLost ? each.elements : []));
      return elements.length === 0 ? undefined : { own: elements.map(elementText).join(", ") };
    });
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

function isName(key: string, value: Value | undefined, name: PathStep | undefined): boolean {
  return value === name && NAMING_KEYS.some((each) => each === key);
}

/** An element of a list in a few words: `orders (type "sum")`. */
function elementText(element: Value): string {
  const [name] = namesOfElements([element]) ?? [];
  if (!isFields(element) || name === undefined) return shown(element);
  const rest = Object.entries(element).flatMap(([key, value]) =>
    value === undefined || isName(key, value, name) ? [] : [`${fieldWords(key)} ${shown(value)}`],
  );
  return `${name}${rest.length === 0 ? "" : ` (${rest.join(", ")})`}`;
}

/** One field. */
function rowOf({ path, names, before, after, isUnsent = false }: FieldDifference): FieldRow {
  const label = pathWords(path, names);
  if (isTooLong(before)) {
    // only one of the texts is known, so there are no lines to compare
    return {
      label,
      before: valueWords(before),
      after: typeof after === "string" || isLong(shown(after ?? null)) ? sizeWords(after ?? null) : valueWords(after),
    };
  }
  const ends = typeof before === "string" && typeof after === "string" ? endsText(before, after) : undefined;
  if (ends !== undefined) return { label, after: { quiet: ends } };
  if (isText(before) && isText(after) && (isLong(before) || isLong(after))) {
    return { label, text: { before, after, isUnsent } };
  }
  if (isUnsent) return { label, before: valueWords(before), after: { quiet: "no longer sent" } };
  const [former, present] = [orderOf(before), orderOf(after)];
  if (former !== undefined && present !== undefined) {
    return { label: `${label} (order)`, before: { own: former }, after: { own: present } };
  }
  return { label, before: valueWords(before), after: valueWords(after) };
}

function valueWords(value: Value | undefined): Words | undefined {
  return value === undefined ? undefined : { value };
}

function sizeWords(value: Value): Words {
  const [what, text] = typeof value === "string" ? ["text", value] : ["value", shown(value)];
  return `a ${what} of ${text.length.toLocaleString("en")} characters: see --format json`;
}

/** The names of a list's elements, in their order; undefined for anything else. */
function orderOf(value: Value | undefined): string | undefined {
  return isList(value) ? namesOfElements(value)?.join(", ") : undefined;
}

function isText(value: Value | undefined): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isLong(text: string | undefined): boolean {
  return text !== undefined && (text.length > LONGEST_IN_LINE || text.includes("\n"));
}
