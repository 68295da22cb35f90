import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { type Ended, succeed } from "../support/process";
import type { Cost } from "./figures";

/** One program, started once for each last argument. */
export interface Series {
  readonly program: string;
  readonly args: readonly string[];
  /** What differs from start to start: the last argument. */
  readonly each: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
}

/**
 * What a start costs on average, seen from outside. Node cannot ask the system for the time of its children, bash can:
 * its `time` has whole milliseconds, so that a series shares the rounding. A machine without bash gives wall time only.
 */
export async function costOf({ program, args, each, environment = {}, directory }: Series): Promise<Cost> {
  const script = `n=$1; shift; start=("\${@:1:n}"); shift "$n"; time for last; do "\${start[@]}" "$last" >&2 || exit; done`;
  const sizes = ["bash", String(args.length + 1)];
  const start = performance.now();
  const { stderr } = await run(
    "bash",
    ["-c", `TIMEFORMAT="%3U %3S"; ${script}`, ...sizes, program, ...args, ...each],
    environment,
    directory,
  );
  const wall = (performance.now() - start) / each.length;
  const [, user, system] = /([\d.]+) ([\d.]+)\s*$/.exec(stderr) ?? [];
  if (user === undefined || system === undefined) throw new Error(`no times from bash: ${stderr}`);
  return { cpu: ((Number(user) + Number(system)) * 1000) / each.length, wall };
}

/**
 * The environment of what is measured: as little as possible. NODE_EXTRA_CA_CERTS, for one, doubles the time that Node
 * needs to start, and would flatter every comparison with a bare start.
 */
export function environmentWith(variables: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: tmpdir(), ...variables };
}

/** Runs a program that has to end well, for as long as it takes. */
export function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  directory?: string,
): Promise<Ended> {
  return succeed(program, args, { directory, environment: environmentWith(variables), patience: 3_600 });
}
