import { fieldWords } from "../../api/field-words";
import type { FieldChange } from "../../plan/differences";
import { type DiffLine, diffOf } from "../../report/text-diff";
import { shown } from "../../report/value-text";
import { namesOfElements } from "../../value/pair";
import { isFields, isList, isTooLong, type Opaque, type Value } from "../../value/value";
import type { Change } from "../model";
import { fieldLabel, partsText, reviewElementText } from "./field-words";

/** A changed field as a reader sees it, with its path in words: two values, or the lines of a long text. */
export type FieldView =
  | { readonly form: "values"; readonly path: string; readonly before?: string; readonly after?: string }
  | { readonly form: "lines"; readonly path: string; readonly lines: readonly DiffLine[] };

/** One of the two columns that values stand in, and its heading: of what is new, there is one. */
export interface ValueColumn {
  readonly side: "before" | "after";
  readonly head: "before" | "after" | "new";
}

type ShownChange = Pick<Change, "fields">;

/** Stands where the value of a field would that the update leaves out: it may stay in the service. */
const NO_LONGER_SENT = "(no longer sent)";

/** Longest text that is shown as a value, in characters. */
const REVIEW_LONGEST_IN_LINE = 100;

const REVIEW_GROUPS = "groups";

/**
 * The changed fields as a reader sees them: what a list has lost stands beside what it has gained.
 *
 * @param show how a value is written; on one line when left out
 */
export function viewsOf({ fields }: ShownChange, show = shown): FieldView[] {
  const edits = new Map(fields.map((field) => [field, reviewListEdit(field)]));
  const told = new Set<string>();
  return fields.flatMap((field): FieldView[] => {
    const edit = edits.get(field);
    const label = fieldLabel(field);
    if (edit === undefined) return [viewOf(field, label, show)];
    const { list, elements } = edit;
    if (list === REVIEW_GROUPS) return elements.map((element, index) => groupView(field, element, label, index));
    if (told.has(list)) return [];
    told.add(list);
    const ofList = [...edits.values()].filter((each) => each?.list === list);
    const [lost, gained] = [true, false].map((isLost) =>
      ofList.flatMap((each) => (each?.isLost === isLost ? each.elements : [])).map(reviewElementText),
    );
    return [valuesView(fieldWords(list), lost?.join(", "), gained?.join(", "))];
  });
}

/** The columns that a table of these fields needs. */
export function valueColumns(views: readonly FieldView[]): ValueColumn[] {
  const has = (side: ValueColumn["side"]) => views.some((view) => view.form === "values" && view[side] !== undefined);
  const sides = (["before", "after"] as const).filter(has);
  return sides.map((side) => ({ side, head: sides.length === 1 && side === "after" ? "new" : side }));
}

/** Elements that a list has lost or gained. */
interface ReviewListEdit {
  readonly list: string;
  readonly isLost: boolean;
  readonly elements: readonly Value[];
}

/** What a change takes out of a list or puts into it: one element, or a whole list of what has names. */
function reviewListEdit({ path, before, after, isUnsent }: FieldChange): ReviewListEdit | undefined {
  const value = before === undefined ? after : after === undefined ? before : undefined;
  const [list, at, ...inside] = path;
  if (isUnsent || value === undefined || typeof list !== "string" || inside.length > 0) return undefined;
  const isLost = after === undefined;
  if (typeof at === "number") return { list, isLost, elements: [value] };
  return at === undefined && isList(value) && namesOfElements(value) !== undefined
    ? { list, isLost, elements: value }
    : undefined;
}

/** A group is an entity of its own to its readers: it has a row, with all that is said of it. */
function groupView({ before }: FieldChange, element: Value, label: string, index: number): FieldView {
  const [name] = namesOfElements([element]) ?? [];
  const text = (isFields(element) && partsText(element, name)) || shown(element);
  const own = label === REVIEW_GROUPS ? fieldLabel({ path: [REVIEW_GROUPS, index], names: [undefined, name] }) : label;
  return before === undefined ? valuesView(own, "", text) : valuesView(own, text, "");
}

/** Two texts as a view; an empty one is missing. */
function valuesView(path: string, before: string | undefined, after: string | undefined): FieldView {
  return { form: "values", path, before: before || undefined, after: after || undefined };
}

/** One changed field. */
function viewOf(field: FieldChange, path: string, show: (value: Value) => string): FieldView {
  const { before, after, isUnsent } = field;
  if (isTooLong(before)) {
    // only one of the texts is known, so there are no lines to compare
    return valuesView(
      path,
      digestText(before),
      typeof field.after === "string" ? charactersText(field.after) : undefined,
    );
  }
  if (isLongText(field)) {
    const label = isUnsent ? `${path} ${NO_LONGER_SENT}` : path;
    return { form: "lines", path: label, lines: diffOf(field.before ?? "", field.after ?? "") };
  }
  const textOf = (value: Value | undefined) => (value === undefined ? undefined : show(value));
  if (isUnsent) return valuesView(path, textOf(before), NO_LONGER_SENT);
  const [former, present] = [reviewOrderOf(before), reviewOrderOf(after)];
  if (former !== undefined && present !== undefined) return valuesView(`${path} (order)`, former, present);
  return valuesView(path, textOf(before), textOf(after));
}

/** What a plan keeps of a text that is too long for it. */
function digestText({ parts: [digest] }: Opaque): string {
  if (typeof digest !== "string") return "";
  return `a text ${digest.slice(digest.indexOf(" of ") + 1)}, of which the plan keeps a digest`;
}

function charactersText(text: string): string {
  return `a text of ${text.length.toLocaleString("en")} characters`;
}

/** The names of a list's elements, in their order; undefined for anything else. */
function reviewOrderOf(value: Value | undefined): string | undefined {
  const names = isList(value) ? namesOfElements(value) : undefined;
  return names === undefined ? undefined : shown([...names]);
}

/** Whether a field is shown line by line. */
export function isLongText(
  field: FieldChange,
): field is FieldChange & { readonly before?: string; readonly after?: string } {
  const { before, after } = field;
  return reviewIsText(before) && reviewIsText(after) && (reviewIsLong(before) || reviewIsLong(after));
}

function reviewIsText(value: Value | undefined): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function reviewIsLong(text: string | undefined): boolean {
  return text !== undefined && (text.length > REVIEW_LONGEST_IN_LINE || text.includes("\n"));
}
