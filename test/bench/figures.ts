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
export async function compare({ what, ours, against, theirs, pairs, goals = {} }: Comparison): Promise<Row[]> {
  await ours();
  await theirs();
  const costs: { ours: Cost; theirs: Cost }[] = [];
  for (let pair = 0; pair < pairs; pair++) costs.push({ ours: await ours(), theirs: await theirs() });
  return (["cpu", "wall", "memory"] as const).flatMap((figure): Row[] => {
    const known = costs.flatMap(({ ours: { [figure]: a }, theirs: { [figure]: b } }) =>
      a === undefined || b === undefined ? [] : [{ a, b }],
    );
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

/** How long something takes. */
export async function wallOf(run: () => Promise<unknown>): Promise<Cost> {
  const start = performance.now();
  await run();
  return { wall: performance.now() - start };
}
