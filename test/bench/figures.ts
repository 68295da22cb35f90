/** What one run costs. */
export interface Cost {
  /** User and system time of the process and all that it waited for, in milliseconds. */
  readonly cpu?: number;
  /** From start to end, in milliseconds. */
  readonly wall?: number;
  /** The most memory that the process held, in bytes. */
  readonly memory?: number;
}

/** One line of the table: two ways to do the same, and how they compare. */
export interface Row {
  readonly what: string;
  readonly figure: keyof Cost;
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
interface Compared<Costs> {
  readonly what: string;
  readonly ours: Costs;
  readonly against: string;
  readonly theirs: Costs;
  /** What the ratios should not exceed. */
  readonly goals?: Cost;
}

/** Runs both ways in turn, after one run of each that does not count: a row for each figure. */
export async function compare({
  ours,
  theirs,
  pairs,
  ...words
}: Compared<() => Promise<Cost>> & { readonly pairs: number }): Promise<Row[]> {
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
export function rowsOf({ what, ours, against, theirs, goals = {} }: Compared<readonly Cost[]>): Row[] {
  return (["cpu", "wall", "memory"] as const).flatMap((figure): Row[] => {
    const known = ours.flatMap(({ [figure]: a }, pair) => {
      const b = theirs[pair]?.[figure];
      return a === undefined || b === undefined ? [] : [{ a, b }];
    });
    if (known.length === 0) return [];
    const medians = { ours: median(known.map(({ a }) => a)), theirs: median(known.map(({ b }) => b)) };
    const ratio = median(known.map(({ a, b }) => a / b));
    return [{ what, figure, against, ...medians, ratio, pairs: known.length, goal: goals[figure] }];
  });
}

/** The middle value, or the mean of the middle two. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** The rows as a table for people: medians, ratios, and what a ratio should not exceed. */
export function tableOf(rows: readonly Row[]): string {
  const head = ["", "median", "against", "median", "ratio", "goal", "pairs"];
  const cells = rows.map(({ what, figure, ours, against, theirs, ratio, goal, pairs }) => [
    `${what}: ${figure}`,
    valueText(figure, ours),
    against,
    valueText(figure, theirs),
    ratio.toFixed(2),
    goal === undefined ? "" : String(goal),
    String(pairs),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => (row[column] ?? "").length)));
  const lines = [head, ...cells].map((row) => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join("  "));
  return lines.map((line) => line.trimEnd()).join("\n");
}

function valueText(figure: keyof Cost, value: number): string {
  if (figure === "memory") return `${(value / 2 ** 20).toFixed(0)} MiB`;
  return value < 1_000 ? `${value.toFixed(value < 100 ? 1 : 0)} ms` : `${(value / 1_000).toFixed(2)} s`;
}
