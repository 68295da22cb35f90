import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
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
  const { errors } = await run(
    "bash",
    ["-c", `TIMEFORMAT="%3U %3S"; ${script}`, ...sizes, program, ...args, ...each],
    environment,
    directory,
  );
  const wall = (performance.now() - start) / each.length;
  const [, user, system] = /([\d.]+) ([\d.]+)\s*$/.exec(errors) ?? [];
  if (user === undefined || system === undefined) throw new Error(`no times from bash: ${errors}`);
  return { cpu: ((Number(user) + Number(system)) * 1000) / each.length, wall };
}

/**
 * The environment of what is measured: as little as possible. NODE_EXTRA_CA_CERTS, for one, doubles the time that Node
 * needs to start, and would flatter every comparison with a bare start.
 */
export function environmentWith(variables: Readonly<Record<string, string>>): Record<string, string> {
  return { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: tmpdir(), ...variables };
}

/** What a program wrote; an error with all of it unless it ends well. */
export function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  directory?: string,
): Promise<{ readonly output: string; readonly errors: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: environmentWith(environment),
      cwd: directory,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      errors += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve({ output, errors }) : reject(new Error(`${program} ended with ${code}: ${errors}${output}`)),
    );
  });
}
