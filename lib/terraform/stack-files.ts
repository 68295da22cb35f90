import { lstatSync, readdirSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { App, AssetType, type ISynthesisSession, TerraformAsset, type TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { applierBundle, REQUESTS_FOLDER } from "../protocol/applier-command";
import { makeFolder, removeFile, textOfOwnFile, writeWhole } from "../protocol/whole-file";
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
  makeFolder(folder);
  for (const name of readdirSync(folder)) if (!texts.has(name)) removeFile(join(folder, name));
  for (const [name, text] of texts) {
    const path = join(folder, name);
    if (textOfOwnFile(path) !== text) writeWhole(path, text);
  }
}
