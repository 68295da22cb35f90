import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { App, TerraformStack } from "cdktf";
import type { Output } from "../../lib/cli/io";
import { run } from "../../lib/cli/program";
import type { Build } from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";

const projects = temporaryFolder();

/** The environment of the worker, which has loaded cdktf for all files of tests: see jest.config.mjs. */
const { env: seenByCdktf } = runInThisContext("process") as NodeJS.Process;

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions extends Pick<Output, "isTTY" | "columns"> {
  readonly environment?: Readonly<Record<string, string>>;
  readonly directory?: string;
  readonly stdin?: string;
  /** Stops the command, as Ctrl-C would. */
  readonly stop?: AbortSignal;
}

/** A command that runs, with what it has said by now. */
export type RunningCommand = ReturnType<typeof start>;

/** Starts a command in this process. */
export function start(argv: readonly string[], options: CommandOptions = {}) {
  const said = { stdout: "", stderr: "" };
  const output = (name: keyof typeof said): Output => ({
    ...{ isTTY: options.isTTY === true, columns: options.columns },
    write: (text) => (said[name] += text),
  });
  const ended = run(argv, {
    stdin: inPieces(options.stdin ?? ""),
    stdout: output("stdout"),
    stderr: output("stderr"),
    environment: options.environment ?? {},
    directory: options.directory ?? process.cwd(),
    stopSignal: () => options.stop ?? new AbortController().signal,
  });
  return { said, ended: ended.then((exitCode): CommandResult => ({ exitCode, ...said })) };
}

/** Runs a command in this process, to its end. */
export function command(argv: readonly string[], options?: CommandOptions): Promise<CommandResult> {
  return start(argv, options).ended;
}

/** Runs `adopt` on records, given as a file's content. Throws unless it succeeds. */
export async function adopt(records: unknown, ...options: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await command(["adopt", "-", ...options], { stdin: JSON.stringify(records) });
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

export interface Project {
  readonly directory: string;
  run(argv: readonly string[], options?: CommandOptions): Promise<CommandResult>;
  read(name: string): string;
}

/** A new project with these stacks, or with one of the name "checkout". */
export function aProject(
  stacks: Build | Readonly<Record<string, Build>>,
  output = "cdktf.out",
  hclOutput?: boolean,
): Project {
  const directory = mkdtempSync(join(projects, "project-"));
  synthesise(join(directory, output), typeof stacks === "function" ? { checkout: stacks } : stacks, hclOutput);
  return {
    directory,
    run: (argv, options) => command(argv, { directory, ...options }),
    read: (name) => readFileSync(join(directory, name), "utf8"),
  };
}

/** Synthesises stacks into a folder, as `cdktf synth` does. */
export function synthesise(folder: string, stacks: Readonly<Record<string, Build>>, hclOutput = false): void {
  mkdirSync(folder, { recursive: true });
  // as its command does
  if (hclOutput) seenByCdktf.SYNTH_HCL_OUTPUT = "true";
  try {
    const app = new App({ outdir: folder });
    for (const [name, build] of Object.entries(stacks)) build(new TerraformStack(app, name));
    app.synth();
  } finally {
    delete seenByCdktf.SYNTH_HCL_OUTPUT;
  }
}

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  // so that characters of several bytes come in two pieces
  for (let start = 0; start < bytes.length; start += 7) yield bytes.subarray(start, start + 7);
}
