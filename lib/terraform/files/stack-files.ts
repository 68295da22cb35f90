import { existsSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { App, AssetType, type ISynthesisSession, TerraformAsset, type TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { APPLIER_BUNDLE } from "../../protocol/applier-bundle";
import { REQUESTS_FOLDER } from "../../protocol/command";
import { removeFile, textOfOwnFile, writeWhole } from "../../protocol/whole-file";
import { UsageError } from "../synth-errors";

/** The bundle's entry point. */
const PROGRAM = "applier.js";

/**
 * Copies the applier into the stack's folder, so that a deploy needs only that folder and Node.
 *
 * @returns the program's path, relative to the stack's folder
 * @throws UsageError when the applier has not been built
 */
export function applierAsset(scope: Construct): string {
  if (!existsSync(join(APPLIER_BUNDLE, PROGRAM))) {
    throw new UsageError(
      "the applier has not been built yet; run `npm run build` in the directory of cdktf-experimentation",
    );
  }
  const { path } = new TerraformAsset(scope, "applier", { path: APPLIER_BUNDLE, type: AssetType.DIRECTORY });
  return posix.join(path, PROGRAM);
}

/** A file that is written when the stack is synthesised. */
interface RequestSource {
  /** Relative to the stack's folder. */
  readonly requestPath: string;
  readonly requestText: string;
}

/** What the synthesis of a stack writes besides Terraform's JSON, and what goes with it. */
interface RequestWriting {
  /** The entities of the stack that have a request file by then. */
  readonly sources: ReadonlyMap<string, RequestSource>;
  /** Is called before the stack is synthesised. */
  readonly before: (session: ISynthesisSession) => void;
  /** Is called with the names of the files. */
  readonly whenWritten: (files: ReadonlySet<string>) => void;
}

/** Has the request files of a stack written when the stack is synthesised. */
export function writeRequestsWith(stack: TerraformStack, { sources, before, whenWritten }: RequestWriting): void {
  const { synthesizer } = stack;
  const { root } = stack.node;
  let isWritten = false;
  stack.synthesizer = {
    synthesize: (session) => {
      before(session);
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
    whenWritten(new Set(texts.keys()));
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
