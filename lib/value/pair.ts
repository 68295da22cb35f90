import { diffArrays } from "diff";
import { at, Opaque, type PathStep, type Value } from "./value";

/** How the elements of two lists are paired. */
export interface Pairing {
  /**
   * `counts`: elements without names are paired in the order in which they stand. `free`: wherever they fit. `fixed`: each
   * is paired with the one in its place, whatever its name.
   */
  readonly order: "counts" | "free" | "fixed";
  /** The keys that may name the elements; `NAMING_KEYS` when left out. */
  readonly keys?: readonly string[];
  /** What of a name counts; all of it when left out. */
  readonly named?: (name: PathStep) => PathStep;
  /** Whether two elements are the same, or may be. */
  readonly fits: (before: Value, after: Value) => boolean;
  /** Where the order is free, of two elements that fit nothing: whether the first may have become the second. Any may, when left out. */
  readonly mayBecome?: (before: Value, after: Value) => boolean;
}

/** An element of a list and what it was before, by their places; one is missing for what was added or removed. */
export interface Pair {
  readonly from?: number;
  readonly to?: number;
  /** What names the element. */
  readonly name?: PathStep;
}

/** The elements of two lists, each with its counterpart. */
interface Pairs {
  /**
   * In the order of the second list; what was removed stands where it was, or last where the order is free. None where
   * nothing but the order differs.
   */
  readonly pairs: readonly Pair[];
  /** Whether names tell the pairs. */
  readonly isByName: boolean;
  /** Whether elements of both lists have changed places, where the order counts. */
  readonly isReordered: boolean;
}

/** What tells the elements of a list from each other: the first of these that all of them have. */
export const NAMING_KEYS = ["id", "name", "key"] as const;

/** How many additions and removals are found; a list with more is compared place by place. */
const MOST_EDITS = 500;

/** Pairs the elements of two lists: by what names them in both, else by their content. */
export function pair(before: readonly Value[], after: readonly Value[], by: Pairing): Pairs {
  if (by.order === "fixed") return withoutNames(byPlace([0, before.length], [0, after.length]));
  const [former, present] = namesOf([before, after], by) ?? [];
  if (former !== undefined && present !== undefined) return byName(former, present, by);
  if (by.order === "free") return withoutNames(wherePossible(before, after, by));
  return haveSameElements(before, after, by) ? withoutNames([], true) : withoutNames(inOrder(before, after, by));
}

function withoutNames(pairs: readonly Pair[], isReordered = false): Pairs {
  return { pairs, isByName: false, isReordered };
}

/** What names the elements of each of these lists; undefined unless one key gives every element a name of its own. */
function namesOf(
  lists: readonly (readonly Value[])[],
  { keys = NAMING_KEYS, named = (name) => name }: Pick<Pairing, "keys" | "named"> = {},
): (readonly PathStep[])[] | undefined {
  for (const key of keys) {
    const all = lists.map((list) => list.map((element) => at(element, key)).filter(isStep));
    const isWhole = all.every(
      (names, index) => names.length === lists[index]?.length && new Set(names.map(named)).size === names.length,
    );
    if (isWhole) return all;
  }
  return undefined;
}

/** What names the elements of a list; undefined unless each has a name of its own. */
export function namesOfElements(list: readonly Value[]): readonly PathStep[] | undefined {
  return list.length === 0 ? undefined : namesOf([list])?.[0];
}

function isStep(name: Value | undefined): name is PathStep {
  return typeof name === "string" || typeof name === "number";
}

function byName(
  before: readonly PathStep[],
  after: readonly PathStep[],
  { order, named = (name) => name }: Pairing,
): Pairs {
  const former = new Map(before.map((name, index) => [named(name), index]));
  const present = new Set(after.map(named));
  const pairs = after.map((name, to): Pair => ({ from: former.get(named(name)), to, name }));
  const removed = before.flatMap((name, from): Pair[] => (present.has(named(name)) ? [] : [{ from, name }]));
  const kept = pairs.flatMap(({ from }) => from ?? []);
  return {
    pairs: order === "free" ? [...pairs, ...removed] : withRemoved(pairs, removed),
    isByName: true,
    isReordered: order === "counts" && kept.some((from, index) => from < (kept[index - 1] ?? 0)),
  };
}

/** Puts what was removed where it stood: behind what stood before it. */
function withRemoved(pairs: readonly Pair[], removed: readonly Pair[]): Pair[] {
  const left = [...removed];
  const takenBefore = (place: number) => left.splice(0, left.filter(({ from = 0 }) => from < place).length);
  const result = pairs.flatMap((kept) => (kept.from === undefined ? [kept] : [...takenBefore(kept.from), kept]));
  return [...result, ...left];
}

/** Whether the second list is the first in another order. */
function haveSameElements(before: readonly Value[], after: readonly Value[], { fits }: Pairing): boolean {
  if (before.length !== after.length) return false;
  const left = [...before];
  return after.every((element) => {
    const index = left.findIndex((other) => fits(other, element));
    return index !== -1 && left.splice(index, 1).length === 1;
  });
}

/** Pairs what stays, in its order; what is removed and added at one place has changed there. */
function inOrder(before: readonly Value[], after: readonly Value[], { fits }: Pairing): Pair[] {
  const pairs: Pair[] = [];
  let [from, to] = [0, 0];
  const pairUpTo = (nextFrom: number, nextTo: number) => {
    pairs.push(...byPlace([from, nextFrom - from], [to, nextTo - to]));
    [from, to] = [nextFrom, nextTo];
  };
  for (const kept of keptIn(before, after, fits, MOST_EDITS)) {
    pairUpTo(kept.from, kept.to);
    pairUpTo(kept.from + 1, kept.to + 1);
  }
  pairUpTo(before.length, after.length);
  return pairs;
}

/**
 * The longest run of elements that two lists have in common, by their places in both.
 *
 * @param mostEdits how many additions and removals are found; lists with more have nothing in common
 */
function keptIn<Element>(
  before: readonly Element[],
  after: readonly Element[],
  fits: (before: Element, after: Element) => boolean,
  mostEdits: number,
): { readonly from: number; readonly to: number }[] {
  const parts = diffArrays([...before], [...after], { comparator: fits, maxEditLength: mostEdits }) ?? [];
  let [from, to] = [0, 0];
  return parts.flatMap(({ added, removed, count }) => {
    const kept = added || removed ? 0 : count;
    const pairs = Array.from({ length: kept }, (_, index) => ({ from: from + index, to: to + index }));
    if (!added) from += count;
    if (!removed) to += count;
    return pairs;
  });
}

function byPlace([from, removed]: readonly [number, number], [to, added]: readonly [number, number]): Pair[] {
  return Array.from({ length: Math.max(removed, added) }, (_, index) => ({
    ...(index < removed ? { from: from + index } : {}),
    ...(index < added ? { to: to + index } : {}),
  }));
}

/**
 * Pairs as many as fit each other, where possible in the same place; then what is left, in its order. This is a maximum
 * matching by augmenting paths: an element may take the counterpart of another that finds a new one.
 */
function wherePossible(before: readonly Value[], after: readonly Value[], { fits, mayBecome }: Pairing): Pair[] {
  const counterparts: (number | undefined)[] = after.map(() => undefined);
  const takenBy = new Map<number, number>();
  const findsCounterpart = (to: number, seen: Set<number>): boolean =>
    [...(to < before.length ? [to] : []), ...before.keys()].some((from) => {
      if (seen.has(from) || !fits(before[from] ?? null, after[to] ?? null)) return false;
      seen.add(from);
      const other = takenBy.get(from);
      if (other !== undefined && !findsCounterpart(other, seen)) return false;
      takenBy.set(from, to);
      counterparts[to] = from;
      return true;
    });
  // what cannot be read fits everywhere, and takes what nothing else does
  const readableFirst = [...after.keys()].sort(
    (a, b) => Number(after[a] instanceof Opaque) - Number(after[b] instanceof Opaque),
  );
  for (const to of readableFirst) findsCounterpart(to, new Set());
  const left = [...before.keys()].filter((from) => !takenBy.has(from));
  const pairs = counterparts.map((counterpart, to): Pair => {
    if (counterpart !== undefined) return { from: counterpart, to };
    const next = left.findIndex((from) => mayBecome?.(before[from] ?? null, after[to] ?? null) ?? true);
    return { from: next === -1 ? undefined : left.splice(next, 1)[0], to };
  });
  return [...pairs, ...left.map((from): Pair => ({ from }))];
}
