import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { NOTES_FOLDER, noteStates } from "../interface/request";
import { NotSentError } from "./errors";

/** What a note says: which thing was to be created, and with what content. */
interface NoteText {
  readonly kind: string;
  /** A digest of the name where that may be a secret. */
  readonly name: string;
  /** Digest of the content without its secrets. */
  readonly content: string;
}

/** How long a note about a success counts, in milliseconds: a deploy that was cut off is made good within a week. */
const LASTING = 7 * 24 * 60 * 60 * 1_000;

/**
 * A note beside the stack about a create: written before it is sent, so that a deploy that is cut off can be told from a
 * thing that others made. It lies in `pending` while the end is unknown. After a success it moves to `done`, because
 * Terraform may be cut off before it saves its state; it counts for a week there, or until the stack no longer declares
 * the thing.
 */
export class Note {
  private readonly folder: string;
  private readonly file: string;
  private readonly text: NoteText;
  private readonly found: NoteText | undefined;
  private isNew = false;

  /**
   * @param requestFile path of the request file: the note has its name
   * @param name may be shown
   * @param content everything that makes the content, without secrets
   */
  constructor(requestFile: string, kind: string, name: string, content: string) {
    this.folder = join(dirname(dirname(requestFile)), NOTES_FOLDER);
    this.file = basename(requestFile);
    this.text = { kind, name, content: digestOf(content) };
    this.found = this.read(noteStates.pending) ?? this.read(noteStates.done, LASTING);
  }

  /** Path of the note while the end is unknown. */
  get path(): string {
    return join(this.folder, noteStates.pending, this.file);
  }

  /** Whether an earlier create from here, of this very thing, may have taken effect. */
  get isFromBefore(): boolean {
    return this.found !== undefined;
  }

  /** Whether that create had the same content. */
  get hasSameContent(): boolean {
    return this.found?.content === this.text.content;
  }

  /**
   * Notes that the create is about to be sent.
   *
   * @throws NotSentError when that cannot be written
   */
  begin(): void {
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      // the former note counts as long as nothing is known
      this.isNew = this.read(noteStates.pending) === undefined;
      if (this.isNew) writeFileSync(this.path, JSON.stringify(this.text));
    } catch (error) {
      throw new NotSentError(
        `the note ${this.path}, without which a create could be lost, cannot be written (${(error as NodeJS.ErrnoException).code})`,
        "make its folder writable, and deploy again",
      );
    }
  }

  /** Notes that the thing exists with this content. */
  succeed(): void {
    const done = join(this.folder, noteStates.done);
    try {
      mkdirSync(done, { recursive: true });
      writeFileSync(this.path, JSON.stringify(this.text));
      renameSync(this.path, join(done, this.file));
    } catch {
      // the pending note says enough: it is no reason to take a success for a failure
    }
  }

  /** Forgets the create that began: it is known not to have taken effect. What was noted before stays. */
  forget(): void {
    if (this.isNew) rmSync(this.path, { force: true });
  }

  /** A note about this very thing, not older than so many milliseconds. */
  private read(state: string, age = Number.POSITIVE_INFINITY): NoteText | undefined {
    const path = join(this.folder, state, this.file);
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

/** SHA-256 of a text, hexadecimal. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
