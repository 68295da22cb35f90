import { type Diff, diff, exactly, type Rules } from "../../value/diff";
import { NAMING_KEYS } from "../../value/pair";
import type { Fields, Path, PathStep, Value } from "../../value/value";
import { at, isFields, isHidden, isList, isSame } from "../../value/value";

/**
 * What counts as a difference to a reader of results: what is absent, null, false or empty is one and the same, lists have
 * no order, and a text is the same as a list with it alone. An element that a list gains or loses always counts. What the
 * users of a group receive is compared exactly, and what has a switch is on unless it is switched off.
 */
const asMeant: Rules<null> = (before, after, place, path) => {
  const treatment = path.indexOf("parameterValues");
  if (treatment >= 0 && treatment < path.length - 1) return exactly(before, after, place, path);
  if (treatment >= 0) return exactly(before ?? {}, after ?? {}, place, path);
  if (path[0] === "enabled") return isSame(before ?? true, after ?? true) ? "same" : "other";
  const isElement = typeof path.at(-1) === "number";
  if (isElement && (before === undefined || after === undefined)) return "other";
  if (isSame(before, after) || (meansNothing(before) && meansNothing(after))) return "same";
  if (isFields(before) && isFields(after)) return { before, after, inner: () => null };
  return isList(before) || isList(after) ? asLists(asList(before), asList(after), path) : "other";
};

function asLists(before: Value, after: Value, path: Path): ReturnType<typeof asMeant> {
  if (!isList(before) || !isList(after)) return "other";
  // of groups without names, the place is all that tells one from another
  const isFound = (element: Value) => path[0] !== "groups" || KEYS.some((key) => at(element, key) !== undefined);
  const fits = (one: Value, other: Value) => isFound(other) && meantDiff(one, other, [...path, 0]) === undefined;
  return { before, after, pairing: { order: "free", keys: KEYS, fits, mayBecome }, inner: () => null };
}

/** What may name elements of lists: groups, metrics, and columns by the units that they hold. */
const KEYS = [...NAMING_KEYS, "serviceUnitID"];

/** Whether an element may be another one that has changed: what names both is the same, or nothing names either. */
function mayBecome(before: Value, after: Value): boolean {
  const names = KEYS.map((key) => [at(before, key), at(after, key)] as const);
  const [one, other] = names.find((both) => both.every((name) => name !== undefined)) ?? [];
  if (one !== undefined) return isSame(one, other) || isHidden(one) || isHidden(other);
  return names.flat().every((name) => name === undefined);
}

/**
 * What differs between two values as they are meant.
 *
 * @param path where they stand among the fields of an entity; none for all of these
 */
export function meantDiff(before: Value | undefined, after: Value | undefined, path: Path = []): Diff | undefined {
  return diff(before, after, asMeant, null, path);
}

/** What differs inside, by the step that leads to it. */
export function differencesInside(found: Diff | undefined): ReadonlyMap<PathStep | undefined, Diff> {
  return new Map((found?.inside ?? []).map((each) => [each.path.at(-1), each]));
}

/** What the service has, as far as is known, and what is declared. */
export interface BeforeAfter {
  /** Undefined for what is not there yet. */
  readonly before: Fields | undefined;
  readonly after: Fields;
}

/** The same, with what differs as it is meant, by the names of fields: all that risks compare. */
export interface MeantStep extends BeforeAfter {
  readonly diffs: ReadonlyMap<PathStep | undefined, Diff>;
}

export function meantStep({ before, after }: BeforeAfter): MeantStep {
  return { before, after, diffs: differencesInside(meantDiff(before ?? {}, after)) };
}

/** Whether nothing is meant by a value. */
export function meansNothing(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (isList(value)) return value.length === 0;
  return isFields(value) && Object.values(value).every(meansNothing);
}

/** What is absent is an empty list beside one. */
function asList(value: Value | undefined): Value {
  return typeof value === "string" ? [value] : (value ?? []);
}
