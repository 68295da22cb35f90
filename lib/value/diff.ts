import { namesOfElements, type Pairing, pair } from "./pair";
import {
  at,
  type Fields,
  holdsOpaque,
  isFields,
  isHidden,
  isList,
  isSame,
  isUnknown,
  listAt,
  type Path,
  type PathStep,
  type Value,
} from "./value";

/** What differs between two values, with both of them at every depth. Undefined stands for no difference. */
export interface Diff {
  /** The place in the second value, or in the first one for what is not in the second. */
  readonly path: Path;
  /** For each step of the path into a list, what names the element. */
  readonly names: readonly (PathStep | undefined)[];
  readonly before?: Value;
  readonly after?: Value;
  /** What differs inside; missing where the two differ as a whole. */
  readonly inside?: readonly Diff[];
  /**
   * Whether a side is hidden, or the deploy alone knows a part of it: whether it changes as it seems to, nobody can tell, and
   * no risk may say so.
   */
  readonly isUnclear?: true;
  /** Whether elements of a list have changed places. */
  readonly isReordered?: true;
}

/** Two values of the same form, which are compared part by part. */
export interface Inside<Place> {
  readonly before: Value;
  readonly after: Value;
  /** How the elements of lists are paired; by what names them, or else in their order, when left out. */
  readonly pairing?: Pairing;
  /**
   * What the rules know of a part.
   *
   * @param isByName whether the elements of a list are paired by their names
   */
  readonly inner: (step: PathStep, isByName: boolean) => Place;
}

/** Two values that differ as a whole, or may. */
interface Whole {
  /** What takes the place of the first value in the difference: readers may see no more of it. */
  readonly shownBefore: Value | undefined;
}

/** Says what two values at a place are to each other. */
export type Rules<Place> = (
  before: Value | undefined,
  after: Value | undefined,
  place: Place,
  path: Path,
) => "same" | "other" | Whole | Inside<Place>;

/** Compares two values by rules: the one way in which anything here is compared part by part. */
export function diff<Place>(
  before: Value | undefined,
  after: Value | undefined,
  rules: Rules<Place>,
  place: Place,
  path: Path = [],
  names: Diff["names"] = path.map(() => undefined),
): Diff | undefined {
  const found = rules(before, after, place, path);
  if (found === "same") return undefined;
  const whole = () => {
    const mark = [before, after].some(isUnclear) && { isUnclear: true as const };
    return { path, names, before, after, ...mark };
  };
  if (found === "other") return whole();
  if ("shownBefore" in found) return { ...whole(), before: found.shownBefore };
  const { inside, isReordered } = isList(found.after)
    ? insideLists(found, rules, path, names)
    : { inside: insideFields(found, rules, path, names), isReordered: false };
  if (inside.length === 0 && !isReordered) return undefined;
  return { ...whole(), inside, ...(isReordered && { isReordered }) };
}

function isUnclear(value: Value | undefined): boolean {
  return isHidden(value) || holdsOpaque(value, isUnknown);
}

function insideFields<Place>(
  { before, after, inner }: Inside<Place>,
  rules: Rules<Place>,
  path: Path,
  names: Diff["names"],
): Diff[] {
  const keys = new Set([before, after].flatMap((each) => Object.keys(each as Fields)));
  return [...keys].flatMap(
    (key) =>
      diff(at(before, key), at(after, key), rules, inner(key, false), [...path, key], [...names, undefined]) ?? [],
  );
}

function insideLists<Place>(
  { before, after, pairing = IN_ORDER, inner }: Inside<Place>,
  rules: Rules<Place>,
  path: Path,
  names: Diff["names"],
): { inside: Diff[]; isReordered: boolean } {
  const [former, present] = [listAt(before), listAt(after)];
  const { pairs, isByName, isReordered } = pair(former, present, pairing);
  const namesAfter = namesOfElements(present);
  const inside = pairs.flatMap(({ from, to, name }): Diff | Diff[] => {
    const step = to ?? from ?? 0;
    const elementBefore = from === undefined ? undefined : former[from];
    const elementAfter = to === undefined ? undefined : present[to];
    const nameAfter = to === undefined ? undefined : (name ?? namesAfter?.[to]);
    const place = inner(step, isByName);
    const found = diff(elementBefore, elementAfter, rules, place, [...path, step], [...names, nameAfter]);
    if (found === undefined || to !== undefined) return found ?? [];
    // what is gone is called by its own name, if the rules show that
    return { ...found, names: [...names, namesOfElements([found.before ?? null])?.[0]] };
  });
  return { inside, isReordered };
}

/** The smallest differences, in their order; a list that is in another order comes before what differs in it. */
export function leavesOf(found: Diff | undefined): readonly Diff[] {
  if (found === undefined) return [];
  const { inside, isReordered } = found;
  if (inside === undefined) return [found];
  return [...(isReordered ? [found] : []), ...inside.flatMap(leavesOf)];
}

/**
 * The first of two values, made of the second and of what differs: where the rules see no difference, it is as the second.
 * Elements that the second list does not have come last.
 */
export function formerOf(present: Value | undefined, found: Diff | undefined): Value | undefined {
  if (found === undefined) return present;
  const { inside, before } = found;
  if (inside === undefined) return before;
  const changed = new Map(inside.filter(({ after }) => after !== undefined).map((each) => [each.path.at(-1), each]));
  const removed = inside.filter(({ after }) => after === undefined);
  if (isList(present)) {
    const kept = present.map((element, index) => formerOf(element, changed.get(index)));
    return [...kept.filter((element) => element !== undefined), ...removed.map((each) => each.before ?? null)];
  }
  const kept = Object.entries(isFields(present) ? present : {}).map(([key, value]) => [
    key,
    formerOf(value, changed.get(key)),
  ]);
  return Object.fromEntries([...kept, ...removed.map((each) => [each.path.at(-1), each.before])]) as Fields;
}

/** The rules by which a plan is compared with what was sent last: everything counts but the order of keys. */
export const exactly: Rules<null> = (before, after) => {
  if (isSame(before, after)) return "same";
  const haveParts = (isList(before) && isList(after)) || (isFields(before) && isFields(after));
  return haveParts ? { before, after, inner: () => null } : "other";
};

const IN_ORDER: Pairing = { order: "counts", fits: isSame };
