import { diffArrays } from "diff";
import { elementNames } from "../records/element-names";
import { hasWithheld, same, type Value } from "./value";

/** An element of a list and what it was before, by their places; one is missing for what was added or removed. */
export interface Pair {
  readonly from?: number;
  readonly to?: number;
}

/** The elements of two lists, each with its counterpart. */
export interface Pairs {
  /** In the order of the second list; what was removed stands where it was. None where nothing but the order differs. */
  readonly pairs: readonly Pair[];
  /** Whether elements of both lists have changed places. */
  readonly isReordered: boolean;
}

/** How many additions and removals are told apart; a list with more is compared place by place. */
const MOST_LIST_EDITS = 500;

/** Pairs the elements of a list with those of a former one: by what names them, else by their content. */
export function pairElements(before: readonly Value[], after: readonly Value[]): Pairs {
  const [former, present] = elementNames([before, after]) ?? [];
  return former === undefined || present === undefined ? byContent(before, after) : byName(former, present);
}

/** What names the elements of a list; undefined unless each has a name of its own. */
export function namesOfElements(list: readonly Value[]): readonly (string | number)[] | undefined {
  return list.length === 0 ? undefined : elementNames([list])?.[0];
}

function byName(before: readonly (string | number)[], after: readonly (string | number)[]): Pairs {
  const former = new Map(before.map((name, index) => [name, index]));
  const present = new Set(after);
  const kept = after.flatMap((name) => former.get(name) ?? []);
  return {
    pairs: inOrder(
      after.map((name, to): Pair => {
        const from = former.get(name);
        return from === undefined ? { to } : { from, to };
      }),
      before.flatMap((name, from) => (present.has(name) ? [] : [from])),
    ),
    isReordered: kept.some((from, index) => from < (kept[index - 1] ?? 0)),
  };
}

/** Puts what was removed where it stood: behind what stood before it. */
function inOrder(pairs: readonly Pair[], removed: readonly number[]): Pair[] {
  const result: Pair[] = [];
  const left = [...removed];
  for (const pair of pairs) {
    const { from } = pair;
    while (from !== undefined && left[0] !== undefined && left[0] < from) result.push({ from: left.shift() });
    result.push(pair);
  }
  return [...result, ...left.map((from): Pair => ({ from }))];
}

function byContent(before: readonly Value[], after: readonly Value[]): Pairs {
  if (haveSameElements(before, after)) return { pairs: [], isReordered: true };
  const parts = diffArrays([...before], [...after], { comparator: same, maxEditLength: MOST_LIST_EDITS });
  if (parts === undefined) return { pairs: byPlace(before.length, after.length, 0, 0), isReordered: false };
  const pairs: Pair[] = [];
  let [from, to, removed, added] = [0, 0, 0, 0];
  // what is removed and added at one place has changed there
  const flush = () => {
    pairs.push(...byPlace(removed, added, from, to));
    [from, to, removed, added] = [from + removed, to + added, 0, 0];
  };
  for (const { added: isAdded, removed: isRemoved, value } of parts) {
    if (isAdded) added += value.length;
    else if (isRemoved) removed += value.length;
    else {
      flush();
      pairs.push(...byPlace(value.length, value.length, from, to));
      [from, to] = [from + value.length, to + value.length];
    }
  }
  flush();
  return { pairs, isReordered: false };
}

/** Whether lists are known to have the same elements. */
function haveSameElements(before: readonly Value[], after: readonly Value[]): boolean {
  if (before.length !== after.length || hasWithheld(before) || hasWithheld(after)) return false;
  const [former, present] = [before, after].map((list) => list.map((element) => JSON.stringify(element)).sort());
  return former?.join() === present?.join();
}

function byPlace(removed: number, added: number, from: number, to: number): Pair[] {
  return Array.from({ length: Math.max(removed, added) }, (_, index) => ({
    ...(index < removed ? { from: from + index } : {}),
    ...(index < added ? { to: to + index } : {}),
  }));
}
