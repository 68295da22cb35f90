import { pathText } from "../api/field-path";
import { pairElements } from "./list-pairs";
import type { FieldChange } from "./model";
import { get, isList, isObjectValue, same, type Value, type Values } from "./value";

type Path = readonly (string | number)[];

/** What differs between two sets of fields, down to the smallest value, in the order of these names. */
export function differencesOf(before: Values, after: Values, names: readonly string[]): FieldChange[] {
  return names.flatMap((name) => differences([name], get(before, name), get(after, name)));
}

/** The changes of an update, with a mark on each whole field that has left the code. */
export function markedUnsent(fields: readonly FieldChange[], before: Values, after: Values): FieldChange[] {
  // a call leaves it out, and the API does not say what that does
  const isUnsent = (name: string) => get(before, name) !== undefined && get(after, name) === undefined;
  return fields.map((field) => (isUnsent(field.path) ? { ...field, noLongerSent: true } : field));
}

function differences(path: Path, before: Value | undefined, after: Value | undefined): FieldChange[] {
  if (before === undefined && after === undefined) return [];
  if (before !== undefined && after !== undefined) {
    if (same(before, after)) return [];
    if (isList(before) && isList(after)) return ofLists(path, before, after);
    if (isObjectValue(before) && isObjectValue(after)) return ofObjects(path, before, after);
  }
  return [change(path, before, after)];
}

function ofObjects(path: Path, before: Values, after: Values): FieldChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => differences([...path, key], get(before, key), get(after, key)));
}

function ofLists(path: Path, before: readonly Value[], after: readonly Value[]): FieldChange[] {
  const { pairs, isReordered } = pairElements(before, after);
  const inside = pairs.flatMap(({ from, to }) =>
    differences(
      [...path, to ?? from ?? 0],
      from === undefined ? undefined : before[from],
      to === undefined ? undefined : after[to],
    ),
  );
  // the elements are the same: what differs is the list
  return isReordered ? [change(path, before, after), ...inside] : inside;
}

function change(path: Path, before: Value | undefined, after: Value | undefined): FieldChange {
  return { path: pathText(path), before, after };
}
