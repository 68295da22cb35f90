/** What one run costs. */
export interface Cost {
  /** User and system time of the process and all that it waited for, in milliseconds. */
  readonly cpu?: number;
  /** From start to end, in milliseconds. */
  readonly wall?: number;
  /** The most memory that the process held, in bytes. */
  readonly memory?: number;
}

export type Figure = keyof Cost;

/** One line of the table: two ways to do the same, and how they compare. */
export interface Row {
  readonly what: string;
  readonly figure: Figure;
  /** Median. */
  readonly ours: number;
  readonly against: string;
  /** Median. */
  readonly theirs: number;
  /** Median of the ratios pair by pair, so that a machine whose speed drifts does not move it. */
  readonly ratio: number;
  readonly pairs: number;
  /** What the ratio should not exceed. */
  readonly goal?: number;
}

/** A part of the benchmark. */
export interface Measurement {
  /** For `--only`. */
  readonly name: string;
  /** What is measured and how, in a sentence. */
  readonly about: string;
  measure(): Promise<readonly Row[]>;
}

/** Two ways to do the same, or the same in two sizes. */
export interface Compared {
  readonly what: string;
  readonly ours: readonly Cost[];
  readonly against: string;
  readonly theirs: readonly Cost[];
  /** What the ratios should not exceed. */
  readonly goals?: Cost;
}

/** Two ways to do the same. */
export interface Comparison {
  readonly what: string;
  readonly ours: () => Promise<Cost>;
  readonly against: string;
  readonly theirs: () => Promise<Cost>;
  readonly pairs: number;
  /** What the ratios should not exceed. */
  readonly goals?: Cost;
}

/** Runs both ways in turn, after one run of each that does not count: a row for each figure. */
export async function compare({ ours, theirs, pairs, ...words }: Comparison): Promise<Row[]> {
  await takeTurns({ ours, theirs }, 1);
  return rowsOf({ ...words, ...(await takeTurns({ ours, theirs }, pairs)) });
}

/** Runs several ways in turn: what each run of them cost. */
export async function takeTurns<Way extends string>(
  ways: Readonly<Record<Way, () => Promise<Cost>>>,
  rounds: number,
): Promise<Readonly<Record<Way, readonly Cost[]>>> {
  const names = Object.keys(ways) as Way[];
  const costs = Object.fromEntries(names.map((name) => [name, [] as Cost[]])) as Record<Way, Cost[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) costs[name].push(await ways[name]());
  }
  return costs;
}

/** A row for each figure that both know; the first costs of both are a pair, and so on. */
export function rowsOf({ what, ours, against, theirs, goals = {} }: Compared): Row[] {
  return (["cpu", "wall", "memory"] as const).flatMap((figure): Row[] => {
    const known = ours.flatMap(({ [figure]: a }, pair) => {
      const b = theirs[pair]?.[figure];
      return a === undefined || b === undefined ? [] : [{ a, b }];
    });
    if (known.length === 0) return [];
    return [
      {
        what,
        figure,
        ours: median(known.map(({ a }) => a)),
        against,
        theirs: median(known.map(({ b }) => b)),
        ratio: median(known.map(({ a, b }) => a / b)),
        pairs: known.length,
        goal: goals[figure],
      },
    ];
  });
}

/** The middle value, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}
