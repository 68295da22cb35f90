import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { basename, join, posix } from "node:path";
import { App, AssetType, type ISynthesisSession, Manifest, TerraformAsset, type TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { titleOfEntity } from "../entity/entity";
import { suffixes } from "../entity/resource-name";
import { type Action, actions, stepFor } from "../entity/steps";
import { advisedApply } from "../protocol/advised-apply";
import { applierBundle, REQUESTS_FOLDER } from "../protocol/applier-command";
import { entryName, JOURNAL_FOLDER, type JournalEntry, readEntry } from "../protocol/journal-entry";
import {
  namesInFolder,
  removeFile,
  removeOldDrafts,
  textOfFile,
  textOfOwnFile,
  writeWhole,
} from "../protocol/whole-file";
import { visible } from "../text/visible";
import type { StackEntity } from "./stack-entity";

/**
 * Copies the applier into the stack's folder, so that a deploy needs only that folder and Node.
 *
 * @returns the program's path, relative to the stack's folder
 */
export function applierAsset(scope: Construct): string {
  const { path } = new TerraformAsset(scope, "applier", { path: applierBundle(), type: AssetType.DIRECTORY });
  return posix.join(path, "applier.js");
}

/**
 * Has the request files of a stack written when the stack is synthesised.
 *
 * @param sources the entities of the stack that have a request file by then
 * @param on what else is done: before the stack is synthesised, and with the names of the files that are written
 */
export function writeRequestsWith(
  stack: TerraformStack,
  sources: ReadonlyMap<string, Pick<StackEntity, "requestPath" | "requestText">>,
  on: {
    readonly start: (session: ISynthesisSession) => void;
    readonly written: (files: ReadonlySet<string>) => void;
  },
): void {
  const { synthesizer } = stack;
  const { root } = stack.node;
  let isWritten = false;
  stack.synthesizer = {
    synthesize: (session) => {
      on.start(session);
      synthesizer.synthesize(session);
      write(session);
    },
  };
  if (!App.isApp(root)) return;
  // an aspect may add the first construct of ours when the stack's own synthesizer is already running
  root.node.addValidation({
    validate: () => {
      if (!isWritten) write(root);
      return [];
    },
  });

  function write({ outdir, manifest }: Pick<ISynthesisSession, "outdir" | "manifest">): void {
    isWritten = true;
    const texts = new Map([...sources.values()].map((each) => [basename(each.requestPath), each.requestText]));
    replaceFiles(join(outdir, manifest.forStack(stack).workingDirectory, REQUESTS_FOLDER), texts);
    on.written(new Set(texts.keys()));
  }
}

/**
 * Makes a folder hold these files and no others. A deploy may be reading them, so unchanged files are not touched, and
 * no file is ever seen half written. A link is replaced: what it leads to is another's.
 *
 * @param texts texts by file name
 */
export function replaceFiles(folder: string, texts: ReadonlyMap<string, string>): void {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) removeFile(folder);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!texts.has(name)) removeFile(join(folder, name));
  for (const [name, text] of texts) {
    const path = join(folder, name);
    if (textOfOwnFile(path) !== text) writeWhole(path, text);
  }
}

/**
 * The calls of earlier deploys that were cut off: their appliers ended before Terraform knew how the calls went. The
 * journal that appliers keep in the stack's folder tells. It never changes the synthesised stack.
 */
export class CutOffCalls {
  /** Folder of the synthesised stack; undefined for a stack without an app, which is not written anywhere. */
  private readonly stackFolder: string | undefined;
  /** Those of calls under way or cut off. */
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

  /** Of the entries. */
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
