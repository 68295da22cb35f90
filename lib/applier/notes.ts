import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cutOffStates, NOTES_FOLDER, type NoteState, noteName } from "../interface/note";
import type { Action } from "../interface/request";
import { keyedDigest } from "./keyed-digest";

/** Where the notes about the calls of one request file to one service lie. */
export class Notes {
  /** Folder of the notes about one service: what another one holds, or another project of it, is another thing. */
  readonly folder: string;
  private readonly requestFile: string;

  /**
   * @param requestFile path of the request file
   * @param service whom the calls go to
   */
  constructor(requestFile: string, { baseUrl, key }: { readonly baseUrl: string; readonly key: string }) {
    this.folder = join(dirname(dirname(requestFile)), NOTES_FOLDER, keyedDigest(baseUrl, key).slice(0, 8));
    this.requestFile = basename(requestFile);
  }

  /** Name of the note about a call. */
  file(action: Action): string {
    return noteName(this.requestFile, action);
  }

  path(action: Action, state: NoteState): string {
    return join(this.folder, state, this.file(action));
  }

  /** Whether a deploy was cut off in a call: a note that is torn says so as well. */
  isCutOff(action: Action): boolean {
    return cutOffStates.some((state) => existsSync(this.path(action, state)));
  }
}
