import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { NoteState, NoteText } from "../interface/note";
import type { Action } from "../interface/request";
import { NotSentError } from "./errors";
import type { Notes } from "./notes";

/** How long a note tells whose a thing is, in milliseconds: a deploy that was cut off is made good within a week. */
const LASTING = 7 * 24 * 60 * 60 * 1_000;

/**
 * A note beside the stack about a call: written before it is sent, so that a deploy that is cut off can be made good.
 *
 * A create's note outlives it, so that what it may have made can be told from what others made: for a week after an
 * unclear end, and also after a success, since Terraform may be cut off before it saves its state.
 */
export class Note {
  private readonly text: NoteText;
  /** About an earlier call whose end is unknown. */
  private readonly open?: NoteText;
  private readonly found?: NoteText;
  private isDoubted = false;

  constructor(
    private readonly notes: Notes,
    private readonly action: Action,
    subject: Omit<NoteText, "begun">,
  ) {
    this.text = { ...subject, begun: new Date().toISOString() };
    // only what must not be made twice depends on what was before
    if (action !== "create") return;
    this.open = this.read("begun") ?? this.read("unclear");
    this.found = this.open ?? this.read("done");
  }

  /** Whether an earlier call from here, about this very thing, may have taken effect. */
  get isFromBefore(): boolean {
    return this.found !== undefined;
  }

  /** Whether a call from here, now or before, may have taken effect. */
  get mayHaveHappened(): boolean {
    return this.isDoubted || this.isFromBefore;
  }

  /** Whether nobody knows if it took effect. */
  get isUnclear(): boolean {
    return this.isDoubted || this.open !== undefined;
  }

  /** Whether the call from before had the same content. */
  get hasSameContent(): boolean {
    return this.found?.content === this.text.content;
  }

  /** How to say that the call did not take effect, once somebody has looked. */
  get release(): string {
    return `move its note ${this.notes.file(this.action)} below ${this.notes.folder} to the folder undone there`;
  }

  /**
   * Notes that the call is about to be sent.
   *
   * @throws NotSentError when that cannot be written
   */
  begin(): void {
    try {
      mkdirSync(dirname(this.path("begun")), { recursive: true });
      // the former content counts as long as nothing is known of this one
      this.write({ ...(this.found ?? this.text), begun: this.text.begun });
      this.remove("unclear", "undone");
    } catch (error) {
      throw new NotSentError(
        `the note ${this.path("begun")}, without which a call could be lost, cannot be written (${(error as NodeJS.ErrnoException).code})`,
        "make its folder writable, and deploy again",
      );
    }
  }

  /** Notes that an attempt may have taken effect. */
  doubt(): void {
    this.isDoubted = true;
  }

  /** Notes that the call took effect. */
  succeed(): void {
    asFarAsPossible(() => {
      if (this.action !== "create") return this.remove("begun");
      this.write(this.text);
      this.become("done");
    });
  }

  /**
   * Notes what is left of a call that failed.
   *
   * @param isCutOff whether Terraform may never learn of it
   */
  fail(isCutOff: boolean): void {
    asFarAsPossible(() => {
      if (this.action !== "create") return isCutOff || this.remove("begun");
      if (this.isUnclear) return isCutOff || this.become("unclear");
      return isCutOff ? this.become("undone") : this.remove("begun");
    });
  }

  private path(state: NoteState): string {
    return this.notes.path(this.action, state);
  }

  private write(text: NoteText): void {
    writeFileSync(this.path("begun"), JSON.stringify(text));
  }

  private become(state: NoteState): void {
    mkdirSync(dirname(this.path(state)), { recursive: true });
    renameSync(this.path("begun"), this.path(state));
  }

  private remove(...states: readonly NoteState[]): void {
    for (const state of states) rmSync(this.path(state), { force: true });
  }

  /** A recent note about this very thing. */
  private read(state: NoteState): NoteText | undefined {
    try {
      const note = JSON.parse(readFileSync(this.path(state), "utf8")) as NoteText;
      const isThis = note.kind === this.text.kind && note.name === this.text.name;
      return isThis && Date.now() - Date.parse(note.begun) <= LASTING ? note : undefined;
    } catch {
      // a note that is missing or torn says nothing
      return undefined;
    }
  }
}

/** A note that stays as it was says enough: it is no reason to take a success for a failure, or to hide a refusal. */
function asFarAsPossible(work: () => unknown): void {
  try {
    work();
  } catch {
    // as above
  }
}
