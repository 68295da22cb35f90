import type { Action } from "./request";

/** Folder of the applier's notes about its calls, beside the request files; in it a folder for each service and state. */
export const NOTES_FOLDER = "notes";

/** What is known of a call: a note lies in the folder of its state. */
export type NoteState = "begun" | "undone" | "unclear" | "done";

/**
 * States of calls that a deploy was cut off in: their end was not learned of by the Terraform that started them, which may
 * have saved them as done. It does so with all that it is at work on, whenever one of them is finished. `begun` may have
 * taken effect, `undone` has not.
 */
export const cutOffStates = ["begun", "undone"] as const satisfies readonly NoteState[];

/** What a note says. */
export interface NoteText {
  readonly kind: string;
  /** What the thing is called; a digest where that may be a secret. */
  readonly name: string;
  /** Digest of the content without its secrets. */
  readonly content: string;
  /** When the call began: ISO 8601. */
  readonly begun: string;
}

/** The name of a note: one for each call of a request file. */
export function noteName(requestFile: string, action: Action): string {
  return requestFile.replace(/\.json$/, `.${action}.json`);
}

/** The request file that a note is about. */
export function requestFileOf(note: string): string {
  return note.replace(/\.[a-z]+\.json$/, ".json");
}
