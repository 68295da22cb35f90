import { pathText } from "../text/path";
import { diff, exactly, leavesOf } from "../value/diff";
import { at, type Fields, type Value } from "../value/value";

/** One value that changes: the smallest that does. `before` or `after` is missing where there was none. */
export interface FieldChange {
  /** For example `groups[0].size`: the place in the declared list, or in the former one for what is removed. */
  readonly path: string;
  readonly before?: Value;
  readonly after?: Value;
  /** The update leaves the whole field out: whether the service keeps or clears it, the API does not say. */
  readonly noLongerSent?: true;
}

/** What differs between two sets of fields, down to the smallest value, in the order of these names. */
export function differencesOf(before: Fields, after: Fields, names: readonly string[]): FieldChange[] {
  return names
    .flatMap((name) => leavesOf(diff(at(before, name), at(after, name), exactly, null, [name], [undefined])))
    .map(({ path, before, after }) => ({ path: pathText(path), before, after }));
}

/** The changes of an update, with a mark on each whole field that has left the code. */
export function markedUnsent(fields: readonly FieldChange[], before: Fields, after: Fields): FieldChange[] {
  // a call leaves it out, and the API does not say what that does
  const isUnsent = (name: string) => at(before, name) !== undefined && at(after, name) === undefined;
  return fields.map((field) => (isUnsent(field.path) ? { ...field, noLongerSent: true } : field));
}
