import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cutOffStates, NOTES_FOLDER, type NoteState, noteName } from "../interface/note";
import type { Action } from "../interface/request";
import { NotSentError } from "./errors";

/** Which thing a call is about. */
export interface NoteSubject {
  readonly kind: string;
  /** A digest of the name where that may be a secret. */
  readonly name: string;
}

/** What a note says. */
interface NoteText extends NoteSubject {
  /** Digest of the content without its secrets. */
  readonly content: string;
}

/** How long a note about a success counts, in milliseconds: a deploy that was cut off is made good within a week. */
const LASTING = 7 * 24 * 60 * 60 * 1_000;

/**
 * A note beside the stack about a call: written before it is sent, so that a deploy that is cut off can be made good.
 *
 * A create's note outlives it, so that what it may have made can be told from what others made: after an unclear end, and
 * after a success for a week, or until the stack no longer declares the thing, since Terraform may be cut off before it
 * saves its state.
 */
export class Note {
  private readonly text: NoteText;
  /** About an earlier call whose end is unknown. */
  private readonly open: NoteText | undefined;
  private readonly found: NoteText | undefined;
  private isUnclear = false;

  /**
   * @param requestFile path of the request file: the note has its name
   * @param content everything that makes the content, without secrets
   */
  constructor(
    private readonly requestFile: string,
    private readonly action: Action,
    subject: NoteSubject,
    content: string,
  ) {
    this.text = { ...subject, content: digestOf(content) };
    this.open = this.read("begun") ?? this.read("unclear");
    this.found = this.open ?? this.read("done", LASTING);
  }

  /** Whether an earlier call from here, about this very thing, may have taken effect. */
  get isFromBefore(): boolean {
    return this.found !== undefined;
  }

  /** Whether a call from here, now or before, may have taken effect. */
  get mayHaveHappened(): boolean {
    return this.isUnclear || this.isFromBefore;
  }

  /** Whether that create had the same content. */
  get hasSameContent(): boolean {
    return this.found?.content === this.text.content;
  }

  /** Folder of all notes. */
  get folder(): string {
    return folderOf(this.requestFile);
  }

  /** Name of the note. */
  get file(): string {
    return noteName(basename(this.requestFile), this.action);
  }

  private path(state: NoteState): string {
    return join(this.folder, state, this.file);
  }

  /**
   * Notes that the call is about to be sent.
   *
   * @throws NotSentError when that cannot be written
   */
  begin(): void {
    try {
      mkdirSync(dirname(this.path("begun")), { recursive: true });
      // the former content counts as long as nothing is known; written anew all the same, since the time counts too
      writeFileSync(this.path("begun"), JSON.stringify(this.open ?? this.text));
    } catch (error) {
      throw new NotSentError(
        `the note ${this.path("begun")}, without which a call could be lost, cannot be written (${(error as NodeJS.ErrnoException).code})`,
        "make its folder writable, and deploy again",
      );
    }
    this.remove("unclear", "undone");
  }

  /** Notes that an attempt may have taken effect. */
  doubt(): void {
    this.isUnclear = true;
  }

  /** Notes that the call took effect. */
  succeed(): void {
    if (this.action !== "create") {
      this.remove("begun");
      return;
    }
    try {
      writeFileSync(this.path("begun"), JSON.stringify(this.text));
      this.become("done");
    } catch {
      // the note as it is says enough: it is no reason to take a success for a failure
    }
  }

  /**
   * Notes what is left of a call that failed.
   *
   * @param isCutOff whether Terraform may never learn of it
   */
  fail(isCutOff: boolean): void {
    if (this.action !== "create") {
      if (!isCutOff) this.remove("begun");
    } else if (this.isUnclear || this.open !== undefined) {
      if (!isCutOff) this.become("unclear");
    } else {
      if (isCutOff) this.become("undone");
      else this.remove("begun");
    }
  }

  private become(state: NoteState): void {
    mkdirSync(dirname(this.path(state)), { recursive: true });
    renameSync(this.path("begun"), this.path(state));
  }

  private remove(...states: readonly NoteState[]): void {
    for (const state of states) rmSync(this.path(state), { force: true });
  }

  /** A note about this very thing, not older than so many milliseconds. */
  private read(state: NoteState, age = Number.POSITIVE_INFINITY): NoteText | undefined {
    const path = this.path(state);
    try {
      const note = JSON.parse(readFileSync(path, "utf8")) as NoteText;
      const isThis = note.kind === this.text.kind && note.name === this.text.name;
      return isThis && Date.now() - statSync(path).mtimeMs <= age ? note : undefined;
    } catch {
      // a note that is missing or torn says nothing
      return undefined;
    }
  }
}

/** Whether a deploy was cut off in this call of a request file: a note that is torn says so as well. */
export function isCutOff(requestFile: string, action: Action): boolean {
  const file = noteName(basename(requestFile), action);
  return cutOffStates.some((state) => existsSync(join(folderOf(requestFile), state, file)));
}

function folderOf(requestFile: string): string {
  return join(dirname(dirname(requestFile)), NOTES_FOLDER);
}

/** SHA-256 of a text, hexadecimal. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
