import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { App, Manifest, type TerraformStack } from "cdktf";
import { cutOffStates, NOTES_FOLDER, type NoteState, type NoteText, noteName, requestFileOf } from "../interface/note";
import { type Action, actions } from "../interface/request";

/** A call that a deploy was cut off in. */
export interface CutOff {
  readonly action: Action;
  /** When it began: ISO 8601; or what tells it from others where that is not known. */
  readonly begun: string;
}

/** The applier's notes beside a stack, as synth finds them: about all services that it was ever deployed to. */
export class Notes {
  private readonly folder: string | undefined;
  private readonly cutOff = new Map<string, string>();

  constructor({ node }: TerraformStack) {
    const { root } = node;
    // a stack without an app is synthesised to nowhere
    this.folder = App.isApp(root) ? join(root.outdir, Manifest.stacksFolder, node.id, NOTES_FOLDER) : undefined;
    for (const path of cutOffStates.flatMap((state) => this.paths(state))) {
      const begun = begunAt(path);
      if (begun !== undefined) this.cutOff.set(basename(path), begun);
    }
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
    for (const path of this.paths("done")) {
      if (!declared.has(requestFileOf(basename(path)))) rmSync(path, { force: true });
    }
  }

  private paths(state: NoteState): readonly string[] {
    const { folder } = this;
    if (folder === undefined) return [];
    return namesIn(folder).flatMap((service) =>
      namesIn(join(folder, service, state)).map((name) => join(folder, service, state, name)),
    );
  }
}

/** When a call began that there is a note about; undefined when the note is gone: a deploy that goes on has moved it. */
function begunAt(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return begunIn(text) ?? "an unknown time";
  } catch {
    return undefined;
  }
}

function begunIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as NoteText).begun;
  } catch {
    // torn, as by a loss of power
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // most stacks have no such folder
    return [];
  }
}
