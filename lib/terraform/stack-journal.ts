import { hostname } from "node:os";
import { basename, join } from "node:path";
import { App, Manifest, type TerraformStack } from "cdktf";
import { titleOfEntity } from "../entity/entity";
import { suffixes } from "../entity/resource-name";
import { type Action, actions, stepFor } from "../entity/steps";
import { advisedApply } from "../protocol/advised-apply";
import { entryName, JOURNAL_FOLDER, type JournalEntry, readEntry } from "../protocol/journal-entry";
import { namesInFolder, removeOldDrafts, textOfFile, writeWhole } from "../protocol/whole-file";
import { visible } from "../text/visible";
import type { StackEntity } from "./stack-entity";

/**
 * The journal that appliers keep in the stack's folder, as synth reads it: it tells of calls that were cut off, whose appliers
 * ended before Terraform knew how the calls went. It never changes the synthesised stack.
 */
export class StackJournal {
  /** Folder of the synthesised stack; undefined for a stack without an app, which is not written anywhere. */
  private readonly stackFolder: string | undefined;
  /** The entries of calls under way or cut off, by their names. */
  private readonly entries: ReadonlyMap<string, JournalEntry>;

  constructor({ node }: TerraformStack) {
    const { root } = node;
    this.stackFolder = App.isApp(root) ? join(root.outdir, Manifest.stacksFolder, node.id) : undefined;
    this.entries = new Map(
      this.paths().flatMap((path) => {
        // a running deploy may have removed it
        const entry = readEntry(path);
        return typeof entry === "object" && entry.calling ? [[basename(path), entry] as const] : [];
      }),
    );
  }

  /** A warning of each call for an entity that was cut off: Terraform may have saved it as done. */
  warningsOf(declared: StackEntity): string[] {
    if (this.entries.size === 0) return [];
    const { entity, requestPath } = declared;
    return actions.flatMap((action) => {
      const entry = this.entries.get(entryName(basename(requestPath), action));
      if (entry === undefined || isRunning(entry) || stepFor(entity, action) === undefined) return [];
      const call = `the ${action} that started at ${new Date(entry.time).toISOString()}`;
      return `${visible(titleOfEntity(entity))}: ${call} was cut off; if the plan does not make it again, ${this.remedy(action, declared)}`;
    });
  }

  private remedy(action: Action, { entity, terraformAddress }: StackEntity): string {
    const hasUpdate = action !== "create" || stepFor(entity, "update") !== undefined;
    // where changes are ignored, so is that of reapply
    if (hasUpdate && !entity.ignoreChanges) return "change its reapply and deploy, which sends its update";
    const replace = action === "update" ? `${terraformAddress}${suffixes.revision}` : terraformAddress;
    return `run ${advisedApply(this.stackFolder, { replace })}, which sends its ${action} again`;
  }

  /**
   * Takes the proof from the entries of entities that the stack no longer declares: when one comes back, it may belong to
   * someone else. All other entries stay, since a create that comes back must not make a second one.
   *
   * @param declared names of the stack's request files
   */
  disproveAllBut(declared: ReadonlySet<string>): void {
    for (const folder of this.folders()) removeOldDrafts(folder);
    const kept = new Set([...declared].flatMap((file) => actions.map((action) => entryName(file, action))));
    for (const path of this.paths()) {
      const entry = kept.has(basename(path)) ? undefined : readEntry(path);
      if (typeof entry !== "object" || entry.created !== "yes") continue;
      if (!entry.calling || !isRunning(entry)) writeWhole(path, JSON.stringify({ ...entry, created: "trace" }));
    }
  }

  private paths(): readonly string[] {
    const names = (folder: string) => namesInFolder(folder).filter((name) => name.endsWith(".json"));
    return this.folders().flatMap((folder) => names(folder).map((name) => join(folder, name)));
  }

  private folders(): readonly string[] {
    if (this.stackFolder === undefined) return [];
    const folder = join(this.stackFolder, JOURNAL_FOLDER);
    return namesInFolder(folder).map((service) => join(folder, service));
  }
}

function isRunning({ process: pid, host }: JournalEntry): boolean {
  if (host !== hostname()) return false;
  try {
    // in a container, nothing may reap an orphaned process: it is still listed, but has ended
    return process.kill(pid, 0) && !/\) [ZX]/.test(textOfFile(`/proc/${pid}/stat`) ?? "");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
