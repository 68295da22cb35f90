import { readdirSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { App, Manifest, type TerraformStack } from "cdktf";
import { cutOffStates, NOTES_FOLDER, type NoteState, noteName, requestFileOf } from "../interface/note";
import { type Action, actions } from "../interface/request";

/** A call that a deploy was cut off in. */
export interface CutOff {
  readonly action: Action;
  readonly begun: Date;
}

/** The applier's notes beside a stack, as synth finds them. */
export class Notes {
  private readonly folder: string | undefined;
  private readonly cutOff: ReadonlyMap<string, Date>;

  constructor({ node }: TerraformStack) {
    const { root } = node;
    // a stack without an app is synthesised to nowhere
    this.folder = App.isApp(root) ? join(root.outdir, Manifest.stacksFolder, node.id, NOTES_FOLDER) : undefined;
    this.cutOff = new Map(
      cutOffStates.flatMap((state) => this.paths(state).map((path) => [basename(path), statSync(path).mtime])),
    );
  }

  /**
   * The calls that a deploy was cut off in.
   *
   * @param requestFile name of the request file
   */
  cutOffCalls(requestFile: string): readonly CutOff[] {
    if (this.cutOff.size === 0) return [];
    return actions.flatMap((action) => {
      const begun = this.cutOff.get(noteName(requestFile, action));
      return begun === undefined ? [] : [{ action, begun }];
    });
  }

  /**
   * Forgets what the stack declares no longer: when it comes back, it may have become others', and is to be adopted like
   * any other.
   *
   * @param declared names of the request files that the stack has now
   */
  forgetAllBut(declared: ReadonlySet<string>): void {
    for (const path of this.paths("done")) if (!declared.has(requestFileOf(basename(path)))) rmSync(path);
  }

  private paths(state: NoteState): readonly string[] {
    if (this.folder === undefined) return [];
    const folder = join(this.folder, state);
    try {
      return readdirSync(folder).map((name) => join(folder, name));
    } catch {
      // most stacks have no such folder
      return [];
    }
  }
}
