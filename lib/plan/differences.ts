import { type Diff, diff, exactly, leavesOf } from "../value/diff";
import { at, type Fields } from "../value/value";

/** One value that changes: the smallest that does. */
export interface FieldChange extends Diff {
  /** The update leaves the whole field out: whether the service keeps or clears it, the API does not say. */
  readonly isUnsent?: true;
}

/** What differs between two sets of fields, down to the smallest value, in the order of these names. */
export function differencesOf(before: Fields, after: Fields, names: readonly string[]): FieldChange[] {
  return names.flatMap((name) => leavesOf(diff(at(before, name), at(after, name), exactly, null, [name], [undefined])));
}

/** The changes of an update, with a mark on each whole field that has left the code. */
export function markedUnsent(fields: readonly FieldChange[]): FieldChange[] {
  return fields.map((field) =>
    field.path.length === 1 && field.after === undefined ? { ...field, isUnsent: true } : field,
  );
}
