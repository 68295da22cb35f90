import { type ApplierError, UnknownOutcomeError } from "./errors";
import { saysExists } from "./exists";
import type { Note } from "./note";
import { type Answered, judge, type Outcome } from "./outcome";
import { refusal, report } from "./report";
import type { Session } from "./session";
import { type Ending, turnOrEnd, untilAnswered, waitOrEnd } from "./until-answered";

/**
 * Creates a thing, once. A create whose end is unclear is not taken for a failure: it is sent again, and when the service
 * then says that the thing exists, it was ours, and what was declared is made sure of.
 *
 * A kind whose second create might make a twin, because the service tells it by nothing that it refuses, is looked for
 * by its update instead.
 *
 * @param note tells whether an earlier deploy from here may have created it, and is told whether this one may have
 * @returns one line that says what was done
 * @throws ApplierError
 */
export function create(session: Session, note: Note): Promise<string> {
  return new CreateAttempts(session, note).untilDone();
}

class CreateAttempts {
  /** Whether the service has said since then that the thing is not there. */
  private isAbsent = false;

  constructor(
    private readonly session: Session,
    private readonly note: Note,
  ) {}

  async untilDone(): Promise<string> {
    const { session } = this;
    if (this.note.mayHaveHappened && this.mayTwin) {
      const found = await this.findByUpdate();
      if (found !== undefined) return found;
    }
    const { send } = session.sender("create");
    for (;;) {
      await turnOrEnd(session, "create", this.note.mayHaveHappened);
      const outcome = await send(session.budget.left);
      const verdict = judge(outcome, false, Date.now());
      if (verdict.kind === "success") return report(session, "create", verdict.outcome);
      if (verdict.kind === "final") return this.end(verdict.outcome);
      if (verdict.mayHaveHappened) this.becomeUnclear();
      if (verdict.mayHaveHappened && this.mayTwin) this.refuseToGuess();
      const why = await waitOrEnd(session, "create", verdict, this.note.mayHaveHappened);
      if (why !== undefined) throw this.failed(refusal(session, "create", { kind: "given up", retry: verdict, why }));
      if (verdict.mayHaveHappened && this.mayTwin) {
        const found = await this.findByUpdate();
        if (found !== undefined) return found;
      }
    }
  }

  /** Whether a repeated create might make the thing twice. */
  private get mayTwin(): boolean {
    return this.session.request.calls.create?.existing === "twin";
  }

  private becomeUnclear(): void {
    this.note.doubt();
    this.isAbsent = false;
  }

  private async end(outcome: Outcome): Promise<string> {
    const { session } = this;
    if (outcome.kind === "answered") {
      const exists = saysExists(outcome, session.request);
      if (exists && session.request.calls.create?.existing === "accept") return report(session, "found", outcome);
      if (exists && this.note.mayHaveHappened) return this.finish(outcome);
      // an internal error may come after the thing was made: the next deploy finds out
      if (outcome.status === 500) this.becomeUnclear();
    }
    throw this.failed(refusal(session, "create", { kind: "final", outcome }));
  }

  /** The thing exists because an attempt of ours has made it: makes sure of what is declared. */
  private async finish(exists: Answered): Promise<string> {
    const { session } = this;
    if (session.request.calls.update === undefined) {
      if (!this.note.isFromBefore || this.note.hasSameContent) return this.settled(exists);
      throw new UnknownOutcomeError(
        `${session.subject} (${session.request.construct}): an earlier deploy has created it with other content, and it has no update`,
        "declare the former content again, or give it another identity",
      );
    }
    const ending = await untilAnswered(session, "update");
    if (ending.kind === "success") return this.settled(ending.outcome);
    // it is another thing that exists: only the answer to the create says what is in the way
    if (isNotFound(ending)) throw this.failed(refusal(session, "create", { kind: "final", outcome: exists }));
    throw refusal(session, "update", ending);
  }

  private settled(outcome: Answered): string {
    return report(this.session, this.note.isUnclear ? "settled" : "made before", outcome);
  }

  /** Updates the thing if it is there; undefined when the service says that it is not. */
  private async findByUpdate(): Promise<string | undefined> {
    const { session } = this;
    this.refuseToGuess();
    const ending = await untilAnswered(session, "update");
    if (ending.kind === "success") return this.settled(ending.outcome);
    if (!isNotFound(ending)) throw this.failed(refusal(session, "update", ending));
    this.isAbsent = true;
    return undefined;
  }

  /** Neither may a thing be made twice, nor is there a call that could tell whether it exists. */
  private refuseToGuess(): void {
    const { session } = this;
    if (session.request.calls.update !== undefined) return;
    throw new UnknownOutcomeError(
      `${session.subject} (${session.request.construct}): whether an earlier attempt created it is unknown, and another could make it twice`,
      `look in the service: if it is there, set adopt: true; if not, ${this.note.release}, and deploy again`,
    );
  }

  /** The error about a create that did not succeed. */
  private failed(error: ApplierError): ApplierError {
    return this.note.isUnclear && !this.isAbsent
      ? new UnknownOutcomeError(`${error.message}; whether it was created is unknown`, error.next, error.details)
      : error;
  }
}

function isNotFound(ending: Ending): boolean {
  return ending.kind === "final" && ending.outcome.kind === "answered" && ending.outcome.status === 404;
}
