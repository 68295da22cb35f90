import { inWords } from "../api/describe";
import { ADOPT_VARIABLE } from "../protocol/request-file";
import { type ApplierError, RefusedError, UnknownOutcomeError } from "./applier-errors";
import { saysExists, saysNotFound } from "./existence";
import type { EntrySubject, Journal } from "./journal";
import { type Answered, judge, type Outcome } from "./outcome";
import { done, refusal, whatHappened } from "./report";
import type { Session } from "./session";
import { terraformCommand } from "./terraform-command";
import { turnOrEnd, untilAnswered, waitOrEnd } from "./until-answered";

/** What a create needs besides its session. */
export interface CreateOptions {
  /** Tells whether an earlier deploy of this stack created the entity, and is told whether this one may have. */
  readonly journal: Journal;
  readonly subject: EntrySubject;
  /** Whether this deploy takes over what exists. */
  readonly adoptsExisting: boolean;
}

/**
 * Creates an entity. What exists already is written over only with proof that this stack created it, or with the word of
 * somebody who knows: `SERVICE_ADOPT_EXISTING`, or `unclearCreates: "adopt"` where a response was lost.
 *
 * A kind of which a second create may make a duplicate, since the service has no unique key for it, is looked for where a
 * create may have happened: by an update that carries nothing but what identifies the entity, and so changes nothing.
 *
 * @returns one line that says what was done
 * @throws ApplierError
 */
export function create(session: Session, options: CreateOptions): Promise<string> {
  return new Create(session, options).untilDone();
}

class Create {
  constructor(
    private readonly session: Session,
    private readonly options: CreateOptions,
  ) {}

  async untilDone(): Promise<string> {
    const { session } = this;
    const { journal } = this.options;
    if (this.mayDuplicate && journal.created !== "no" && (await this.isThere())) return this.goOn();
    const { send } = session.sender("create");
    for (;;) {
      await turnOrEnd(session, "create", journal.created === "maybe");
      const verdict = judge(await send(session.budget.left), false, Date.now());
      if (verdict.kind === "success") return done(session, "created", verdict.outcome.message);
      if (verdict.mayHaveHappened) journal.doubt();
      if (verdict.kind === "final") return this.end(verdict.outcome);
      const why = await waitOrEnd(session, "create", verdict, journal.created === "maybe");
      if (why !== undefined) throw this.failed(refusal(session, "create", { kind: "given up", retry: verdict, why }));
      if (this.mayDuplicate && journal.created !== "no" && (await this.isThere())) return this.goOn();
    }
  }

  /** Whether a repeated create might make the entity twice. */
  private get mayDuplicate(): boolean {
    return this.session.request.calls.create?.existing === "duplicate";
  }

  private async end(outcome: Outcome): Promise<string> {
    const { session } = this;
    if (outcome.kind !== "answered" || !saysExists(outcome, session.request)) {
      throw this.failed(refusal(session, "create", { kind: "final", outcome, mayHaveHappened: false }));
    }
    if (session.request.calls.create?.existing === "success") return done(session, "found");
    return this.goOn(outcome);
  }

  /**
   * Goes on with an entity that exists, as far as somebody's word or proof allows.
   *
   * @param exists the answer to the create that says so; undefined where the entity was looked for
   */
  private goOn(exists?: Answered): Promise<string> {
    const { journal, adoptsExisting } = this.options;
    if (journal.created === "yes") return this.finish("createdBefore", exists);
    if (adoptsExisting) return this.finish("adopted", exists);
    if (journal.created === "no") throw this.belongsToOthers(exists);
    if (this.session.request.service.unclearCreates === "adopt") return this.finish("createdUnseen", exists);
    throw this.mayBelongToOthers(exists);
  }

  /** Makes an existing entity look as declared. */
  private async finish(how: "createdBefore" | "createdUnseen" | "adopted", exists?: Answered): Promise<string> {
    const { session } = this;
    this.refuseChanges();
    if (session.request.calls.update === undefined) {
      this.requireNoUpdate();
      return done(session, how === "adopted" ? "adoptedAsItIs" : how);
    }
    const ending = await untilAnswered(session, "update");
    if (ending.kind === "success") {
      this.compare(ending.outcome);
      return done(session, how);
    }
    // something else exists: only the answer to the create says what is in the way
    if (exists !== undefined && ending.kind === "final" && saysNotFound(ending.outcome, session.request)) {
      throw this.failed(this.refusalOf(exists));
    }
    throw refusal(session, "update", ending);
  }

  /** Refuses where an earlier create sent what no update can change, and something else is declared now. */
  private refuseChanges(): void {
    const { session } = this;
    const { journal, subject } = this.options;
    const changed = journal.changedFields(subject);
    if (changed.length === 0) return;
    throw new RefusedError(
      `${whatHappened(session)}: it exists, and an earlier deploy of this stack sent its create with another ${changed.join(", ")}, which no update can change`,
      `put the former ${changed.length === 1 ? "value" : "values"} back, or give it another ${this.identity}; if the service does not have it, remove ${journal.path} and deploy again`,
    );
  }

  /** Refuses to leave an entity as others made it where its kind has an update, but the declared fields make none. */
  private requireNoUpdate(): void {
    const { session } = this;
    const missing = rules().missingForUpdate(session.request);
    if (missing.length === 0) return;
    throw new RefusedError(
      `${whatHappened(session)}: it exists, and an update that would make it look as declared also needs ${missing.join(", ")}`,
      "add these fields, and deploy again",
    );
  }

  /** Compares what the service shows after an update with what no update could change. */
  private compare({ record }: Answered): void {
    const { session } = this;
    const body = session.request.calls.create?.body ?? {};
    const different = Object.keys(this.options.subject.immutable).filter(
      (field) => Object.hasOwn(record, field) && JSON.stringify(record[field]) !== JSON.stringify(body[field]),
    );
    if (different.length === 0) return;
    throw new RefusedError(
      `${whatHappened(session)}: it exists with another ${different.join(", ")}, which no update can change; its other fields are as declared now`,
      `declare what the service has, or give it another ${this.identity}`,
    );
  }

  /** Whether the service has the entity, told by an update that changes nothing. */
  private async isThere(): Promise<boolean> {
    const { session } = this;
    const { journal } = this.options;
    const { update } = session.request.calls;
    if (update === undefined) throw this.cannotTell();
    const identity = rules().identityOf(session.request.kind);
    const body = Object.fromEntries(Object.entries(update.body).filter(([field]) => identity.includes(field)));
    const ending = await untilAnswered(session, "update", body);
    if (ending.kind === "success") return true;
    if (ending.kind !== "final" || !saysNotFound(ending.outcome, session.request)) {
      throw this.failed(refusal(session, "update", ending));
    }
    journal.deny();
    return false;
  }

  /** Neither may an entity be made twice, nor is there a call that could tell whether it exists. */
  private cannotTell(): ApplierError {
    return new UnknownOutcomeError(
      `${whatHappened(this.session)}: whether an earlier attempt created it is unknown, and another could make it twice`,
      `look in the service: if it is there, set adopt: true; if not, remove ${this.options.journal.path} and deploy again`,
    );
  }

  private belongsToOthers(exists?: Answered): ApplierError {
    const { message, details } = this.refusalOf(exists);
    return new RefusedError(
      `${message}; it was not created by this stack`,
      `to take over what exists, set adopt: true, or run ${this.adoptCommand} once; to create another, give it another ${this.identity}`,
      details,
    );
  }

  private mayBelongToOthers(exists?: Answered): ApplierError {
    const { message, details } = this.refusalOf(exists);
    return new UnknownOutcomeError(
      `${message}; either an earlier attempt, whose response was lost, created it, or it belongs to someone else`,
      `look in the service: if it is yours, run ${this.adoptCommand} once, or set adopt: true; if not, give it another ${this.identity}`,
      details,
    );
  }

  private refusalOf(exists: Answered | undefined): ApplierError {
    if (exists === undefined) return new RefusedError(`${whatHappened(this.session)}: it exists`, "");
    return refusal(this.session, "create", { kind: "final", outcome: exists, mayHaveHappened: false });
  }

  private get adoptCommand(): string {
    return terraformCommand(this.session.stackFolder, "apply", { [ADOPT_VARIABLE]: "true" });
  }

  /** The fields that tell the entity from others: "id", "dataset, type or source_name". */
  private get identity(): string {
    return inWords(rules().identityOf(this.session.request.kind), "or");
  }

  /** The error about a create that did not succeed. */
  private failed(error: ApplierError): ApplierError {
    return this.options.journal.created === "maybe"
      ? new UnknownOutcomeError(`${error.message}; whether it was created is unknown`, error.next, error.details)
      : error;
  }
}

/** What the schemas say, loaded only where a create ends unusually. */
function rules(): typeof import("./api-rules") {
  return require("./api-rules") as typeof import("./api-rules");
}
