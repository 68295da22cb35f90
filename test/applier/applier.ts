import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { commandText, type RequestFile, type Task } from "../../lib/interface/request";

export const APPLIER = join(__dirname, "../../dist/applier/bundle/applier.js");

/** How a run of the applier ended. */
export interface Ended {
  /** Null when it was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of the applier that goes on. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when it has written this text to stdout; rejects when it ends without. */
  said(text: string): Promise<void>;
}

/** A folder with one request file in it, as a synthesised stack has it. */
export class Stack {
  private digest = "";
  private readonly running = new Set<ChildProcess>();

  private constructor(
    readonly folder: string,
    readonly file: string,
  ) {}

  static async with(request: RequestFile): Promise<Stack> {
    // a space, since users have them in their paths
    const folder = await mkdtemp(join(tmpdir(), "applier test-"));
    const stack = new Stack(folder, join(folder, "requests", "thing.json"));
    await stack.write(request);
    return stack;
  }

  /** Puts another request in the place of the one that is there, as another synth does. */
  async write(request: RequestFile): Promise<void> {
    const text = JSON.stringify(request);
    await rm(dirname(this.file), { recursive: true, force: true });
    await mkdir(dirname(this.file));
    await writeFile(this.file, text);
    this.digest = createHash("sha256").update(text).digest("hex");
  }

  /** Starts the applier as Terraform does. Nothing is inherited from this process's environment. */
  start(task: Task, environment: Readonly<Record<string, string>>): Running {
    const started = startApplier(this.command(task), environment);
    this.running.add(started.process);
    return started;
  }

  /** The applier's argument. */
  command(task: Task): string {
    return commandText(task, this.digest, this.file);
  }

  run(task: Task, environment: Readonly<Record<string, string>>): Promise<Ended> {
    return this.start(task, environment).ended;
  }

  /** The notes beside the stack, by their path: what the applier remembers of its calls. */
  async notes(): Promise<Readonly<Record<string, unknown>>> {
    const folder = join(this.folder, "notes");
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    const files = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const notes = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, "utf8")) as unknown));
    // without the folder of the service
    return Object.fromEntries(
      files.map((file, index) => [file.slice(folder.length).replace(/^\/[0-9a-f]{8}\//, ""), notes[index]]),
    );
  }

  /** Removes the folder, and ends what still runs. */
  remove(): Promise<void> {
    for (const process of this.running) process.kill("SIGKILL");
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Starts the applier with a command. */
export function startApplier(command: string, environment: Readonly<Record<string, string>>): Running {
  const child = spawn(process.execPath, [APPLIER, command], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  const heard = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
    for (const listener of heard) listener();
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  const said = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const listen = () => stdout.includes(text) && resolve();
      heard.add(listen);
      listen();
      ended.then(() => reject(new Error(`the applier did not say ${text}, but ${stdout}${stderr}`)), reject);
    });
  return { process: child, ended, said };
}

/** What a run printed, without what differs from run to run: the service's port and the time that was needed. */
export function masked(text: string): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "<service>").replaceAll(/ in \d+ ms/g, " in <time>");
}

/** Runs tasks, some at a time, and resolves with their results in order. */
export async function someAtATime<T>(tasks: readonly (() => Promise<T>)[], atATime = 12): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const work = async () => {
    while (next < tasks.length) {
      const index = next++;
      results[index] = await (tasks[index] as () => Promise<T>)();
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  return results;
}
