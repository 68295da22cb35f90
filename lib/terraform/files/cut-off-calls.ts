import { existsSync, lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join, relative } from "node:path";
import { App, Manifest, type TerraformStack } from "cdktf";
import { entryName, JOURNAL_FOLDER, type JournalEntry, parseEntry } from "../../protocol/journal-entry";
import { type Action, actions } from "../../protocol/request-file";

/** A call that was cut off: its applier has ended without a word to Terraform. */
export interface CutOffCall {
  readonly action: Action;
  /** When it started: ISO 8601. */
  readonly since: string;
}

/** The appliers' journal beside a stack, for warnings. Nothing in it changes what synth writes. */
export class Journal {
  /** Folder of the synthesised stack; undefined for a stack without an app, which is synthesised to nowhere. */
  private readonly stackFolder: string | undefined;
  private readonly entries: ReadonlyMap<string, JournalEntry>;

  constructor({ node }: TerraformStack) {
    const { root } = node;
    this.stackFolder = App.isApp(root) ? join(root.outdir, Manifest.stacksFolder, node.id) : undefined;
    this.entries = new Map(this.paths().flatMap((path) => readEntry(path)));
  }

  /**
   * The calls of a request file that were cut off.
   *
   * @param requestFile name of the file
   */
  cutOffCalls(requestFile: string): readonly CutOffCall[] {
    if (this.entries.size === 0) return [];
    return actions.flatMap((action) => {
      const entry = this.entries.get(entryName(requestFile, action));
      if (!entry?.calling || isRunning(entry)) return [];
      return [{ action, since: new Date(entry.time).toISOString() }];
    });
  }

  /** The start of a Terraform command for the stack, to be pasted where synth runs. */
  get terraformCommand(): string {
    const folder = relative(process.cwd(), this.stackFolder ?? "");
    return `terraform -chdir=${/^[\w./\\:-]+$/.test(folder) ? folder : JSON.stringify(folder)}`;
  }

  /**
   * Removes the entries of what the stack no longer declares: when it comes back, it may belong to someone else by then.
   *
   * @param declared names of the request files that the stack has now
   */
  forgetAllBut(declared: ReadonlySet<string>): void {
    const kept = new Set([...declared].flatMap((file) => actions.map((action) => entryName(file, action))));
    for (const path of this.paths()) if (!kept.has(basename(path))) rmSync(path, { force: true });
  }

  private paths(): readonly string[] {
    if (this.stackFolder === undefined) return [];
    const folder = join(this.stackFolder, JOURNAL_FOLDER);
    return namesIn(folder).flatMap((service) =>
      namesIn(join(folder, service)).map((name) => join(folder, service, name)),
    );
  }
}

function readEntry(path: string): readonly (readonly [string, JournalEntry])[] {
  try {
    const entry = parseEntry(readFileSync(path, "utf8"));
    return entry === undefined ? [] : [[basename(path), entry]];
  } catch {
    // a deploy that goes on has removed it
    return [];
  }
}

function isRunning({ process: pid, host }: JournalEntry): boolean {
  if (host !== hostname()) return false;
  try {
    // in a container, nobody takes in a process that has lost its parent: it is there, but has ended
    return process.kill(pid, 0) && !/\) [ZX]/.test(statusOf(pid));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** What Linux says of a process; "" elsewhere. */
function statusOf(pid: number): string {
  const file = `/proc/${pid}/stat`;
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** Names in a folder that is one and no link to one. */
function namesIn(folder: string): readonly string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder);
}
