import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { run } from "../support/process";

export interface Command {
  readonly argv: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
  /** The bash that starts it, where its name matters. */
  readonly bash?: string;
  /** How it has to end; with 0 when left out. */
  readonly exitCode?: number;
}

/** Seconds of a process and all that it has waited for. */
export interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/**
 * What a process costs. Node cannot ask the system for the time of its children, bash can. The environment is as small
 * as possible: NODE_EXTRA_CA_CERTS, for one, doubles the time that Node needs to start, and would flatter every ratio.
 */
export async function costOf(command: Command): Promise<Cost> {
  const { argv, environment, directory = tmpdir(), bash = "bash", exitCode = 0 } = command;
  const result = await run(bash, ["-c", 'TIMEFORMAT="%3U %3S %3R"; time "$@"', "bash", ...argv], {
    directory,
    environment: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: tmpdir(), ...environment },
    patience: 600,
  });
  const [user, system, wall] = result.stderr.trim().split(/\s+/).slice(-3).map(Number);
  if (result.exitCode !== exitCode || user === undefined || system === undefined || wall === undefined) {
    throw new Error(`${argv.join(" ")} ended with ${result.exitCode}:\n${result.output.slice(-4_000)}`);
  }
  return { cpu: user + system, wall };
}

/**
 * Prints how two ways compare, each run after one of the other: the medians of the ratios pair by pair, so that a machine
 * whose speed drifts does not move them.
 */
export async function compare(
  what: string,
  ours: () => Promise<Cost>,
  against: string,
  theirs: () => Promise<Cost>,
  pairs = 3,
): Promise<void> {
  const costs: (readonly [ours: Cost, theirs: Cost])[] = [];
  for (let pair = 0; pair < pairs; pair++) costs.push([await ours(), await theirs()]);
  const [cpu, wall] = (["cpu", "wall"] as const).map((figure) =>
    median(costs.map(([one, other]) => one[figure] / other[figure])).toFixed(2),
  );
  const seconds = median(costs.map(([{ wall }]) => wall)).toFixed(2);
  console.log(`${what}: CPU ${cpu} ×, wall ${wall} × (${seconds} s) against ${against}`);
}

/** The middle value; the upper one of two. */
function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
