import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { runCommand } from "../../lib/applier/run-command";
import { sha256 } from "../../lib/entity/sha256";
import type { Action } from "../../lib/entity/steps";
import { errorLines } from "../../lib/text/errors";
// the applier loads them when it needs them, but jest loads nothing for one test when another one has just ended
import "../../lib/applier/check-fields";
import "../../lib/applier/masking";
import { commandText } from "../../lib/protocol/applier-command";
import { type Ended, type Running, start } from "../support/process";

export const APPLIER = join(__dirname, "../../dist/applier/bundle/applier.js");

export type RunEnd = Pick<Ended, "exitCode" | "stdout" | "stderr">;

/** A folder with one request file in it, as a synthesised stack has it. */
export class Stack {
  private digest = "";
  private readonly running = new Set<Running>();

  private constructor(
    readonly folder: string,
    readonly file: string,
  ) {}

  /** @param text of the request file */
  static async with(text: string): Promise<Stack> {
    // with a space, because paths of users have them
    const folder = await mkdtemp(join(tmpdir(), "applier test-"));
    const stack = new Stack(folder, join(folder, "requests", "entity.json"));
    await stack.write(text);
    return stack;
  }

  /** Replaces the request file, as another synth does. */
  async write(text: string): Promise<void> {
    await rm(dirname(this.file), { recursive: true, force: true });
    await mkdir(dirname(this.file));
    await writeFile(this.file, text);
    this.digest = sha256(text);
  }

  /** Runs the applier in this process, which takes a tenth of the time. */
  async run(action: Action, environment: Readonly<Record<string, string>>): Promise<RunEnd> {
    const lines: string[] = [];
    const { signal } = new AbortController();
    const say = (line: string) => void lines.push(`${line}\n`);
    const here = { environment, signal, deploy: String(process.pid), isOrphaned: () => false, say };
    return runCommand(this.command(action), here).then(
      (line) => ({ exitCode: 0, stdout: `${lines.join("")}${line}\n`, stderr: "" }),
      (error: unknown) => ({ exitCode: 1, stdout: lines.join(""), stderr: `${errorLines(error).join("\n")}\n` }),
    );
  }

  /** Starts the bundled applier as Terraform does. Nothing is inherited from this process's environment. */
  start(action: Action, environment: Readonly<Record<string, string>>): Running {
    const started = start(process.execPath, [APPLIER, this.command(action)], { environment });
    this.running.add(started);
    return started;
  }

  command(action: Action): string {
    return commandText(action, this.digest, this.file);
  }

  /** The entries of the journal, by file name. */
  async journal(): Promise<Readonly<Record<string, unknown>>> {
    const folder = join(this.folder, "journal");
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    const files = names.filter((name) => name.endsWith(".json"));
    const entries = files.map(async (name) => [basename(name), JSON.parse(await readFile(join(folder, name), "utf8"))]);
    return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
  }

  /** Turns the entries of the journal into those of another key at the same address. */
  giveJournalOtherKey(): Promise<void> {
    return this.moveJournal((name) => name.replace(/-.*/, "-another"));
  }

  /** Turns the entries of the journal into those of another address of the service. */
  giveJournalOtherAddress(): Promise<void> {
    return this.moveJournal((name) => `former-${name}`);
  }

  private async moveJournal(renamed: (folder: string) => string): Promise<void> {
    const folder = join(this.folder, "journal");
    const [name = ""] = await readdir(folder);
    await rename(join(folder, name), join(folder, renamed(name)));
  }

  /** Changes each entry of the journal. */
  async changeJournal(changed: (text: string) => string): Promise<void> {
    const folder = join(this.folder, "journal");
    const names = await readdir(folder, { recursive: true });
    for (const path of names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name)))
      await writeFile(path, changed(await readFile(path, "utf8")));
  }

  remove(): Promise<void> {
    for (const { process } of this.running) process.kill("SIGKILL");
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** What a run printed, without what differs from run to run: the service's port and the time that was needed. */
export function masked(text: string): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "<service>").replaceAll(/ in \d+ ms/g, " in <time>");
}
