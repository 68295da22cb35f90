import { spawn } from "node:child_process";

/** How to run a command. */
export interface RunOptions {
  readonly directory: string;
  /** The whole environment: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Kills the command and everything it started. */
  readonly signal: AbortSignal;
}

/** How a command ended. */
export interface RunResult {
  /** Null when the command was killed. */
  readonly exitCode: number | null;
  /** What it wrote to stdout and stderr, in the order of arrival. */
  readonly output: string;
}

/** Runs a command in a process group of its own, so that ending it ends what it started and nothing else. */
export function run(command: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { directory, environment, signal } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(command, args, {
      cwd: directory,
      env: environment,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));

    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // All of the group had ended by itself.
      }
    };
    signal.addEventListener("abort", kill, { once: true });
    child.on("error", (cause) => reject(new Error(`cannot run ${command}: is it on PATH?`, { cause })));
    child.on("close", (exitCode) => {
      signal.removeEventListener("abort", kill);
      resolve({ exitCode, output: Buffer.concat(chunks).toString() });
    });
  });
}
