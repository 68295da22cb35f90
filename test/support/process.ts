import { type ChildProcess, spawn } from "node:child_process";

/** How a program is run. */
export interface RunOptions {
  readonly directory?: string;
  /** The whole environment: nothing is inherited. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** Kills the program and everything that it started. */
  readonly signal?: AbortSignal;
  /** When it is killed by itself, in seconds. Only there to end what hangs: no test waits for it. */
  readonly patience?: number;
  /** Whether the test writes to its standard input, which is empty otherwise. */
  readonly writesStdin?: boolean;
}

/** How a program ended, and what it said. */
export interface Ended {
  /** Null when it was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Both of these, in the order of arrival. */
  readonly output: string;
}

/** A program that runs. */
export interface Running {
  readonly process: ChildProcess;
  /** How it ended, once nothing that it started can say any more. */
  readonly ended: Promise<Ended>;
  /** What is in stdout as soon as this text is; rejects when the program ends without it. */
  said(text: string): Promise<string>;
}

/** Starts a program in a process group of its own, so that ending that ends what it started and nothing else. */
export function start(command: string, args: readonly string[], options: RunOptions): Running {
  const { directory, environment, signal, patience = 100, writesStdin = false } = options;
  signal?.throwIfAborted();
  const child = spawn(command, args, {
    cwd: directory,
    env: environment,
    detached: true,
    stdio: [writesStdin ? "pipe" : "ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "", output: "" };
  const heard = new Set<() => void>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (chunk: string) => {
      said[name] += chunk;
      said.output += chunk;
      for (const listener of heard) listener();
    });
  }
  const timeout = setTimeout(() => killGroup(child), patience * 1000);
  const abort = () => killGroup(child);
  signal?.addEventListener("abort", abort, { once: true });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", (cause) => reject(new Error(`cannot run ${command}: is it on PATH?`, { cause })));
    child.on("close", (exitCode) => resolve({ exitCode, ...said }));
  }).finally(() => {
    clearTimeout(timeout);
    signal?.removeEventListener("abort", abort);
  });
  return {
    process: child,
    ended,
    said: (text) =>
      new Promise((resolve, reject) => {
        const listen = () => said.stdout.includes(text) && resolve(said.stdout);
        heard.add(listen);
        listen();
        ended.then(() => reject(new Error(`${command} did not say ${text}, but ${said.output}`)), reject);
      }),
  };
}

/** Runs a program to its end. */
export async function run(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  return start(command, args, options).ended;
}

/** Runs a program that has to succeed; otherwise throws all that it said, as one text and by its parts. */
export async function succeed(command: string, args: readonly string[], options: RunOptions): Promise<Ended> {
  const ended = await run(command, args, options);
  if (ended.exitCode === 0) return ended;
  const how = ended.exitCode === null ? "was killed" : `ended with ${ended.exitCode}`;
  throw Object.assign(new Error(`${command} ${args.join(" ")} ${how}:\n${ended.output}`), ended);
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // all of the group had ended by itself
  }
}
