import { inWords } from "../api/describe";
import { ADOPT_VARIABLE } from "../protocol/request-file";
import { type ApplierError, RefusedError, UnknownOutcomeError } from "./applier-errors";
import type { Answered, Outcome } from "./attempt";
import type { EntrySubject, Journal } from "./journal";
import { refusal, resultLine, subjectOf } from "./report";
import { awaitRetry, awaitTurn, untilAnswered } from "./retry/until-answered";
import { judge } from "./retry/verdict";
import { saysExists, saysNotFound } from "./says-exists";
import type { Session } from "./session";
import { terraformApply } from "./terraform-command";

/** What a create needs besides its session. */
export interface CreateOptions {
  /** Knows whether an earlier deploy of this stack created the entity, and records whether this one may have. */
  readonly journal: Journal;
  readonly subject: EntrySubject;
  /** Whether this deploy takes over what exists. */
  readonly adoptsExisting: boolean;
}

/**
 * Creates an entity: that there is one to create, Terraform has decided by its state (see `entityResources`). An existing
 * one is changed only with proof that this stack created it, or when the user says so: by `SERVICE_ADOPT_EXISTING`, or by
 * `unclearCreates: "adopt"` where a response was lost.
 *
 * For some kinds a second create may make a duplicate, because the service has no unique key for them. Where a create may
 * have happened, such an entity is looked for first. An update that carries only the identity does that, and changes
 * nothing.
 *
 * @returns a line that says what was done
 * @throws ApplierError
 */
export function create(session: Session, options: CreateOptions): Promise<string> {
  return new Create(session, options).run();
}

class Create {
  constructor(
    private readonly session: Session,
    private readonly options: CreateOptions,
  ) {}

  async run(): Promise<string> {
    const { session } = this;
    const { journal } = this.options;
    const mayDuplicate = session.request.calls.create?.existing === "duplicate";
    const { send } = session.sender("create");
    for (;;) {
      if (mayDuplicate && journal.created !== "no" && (await this.isInService())) return this.continueWithExisting();
      await awaitTurn(session, "create", journal.created === "maybe");
      const verdict = judge(await send(session.budget.left), false, Date.now());
      if (verdict.kind === "success") return resultLine(session, "created", verdict.outcome.message);
      if (verdict.mayHaveHappened) journal.markMaybeCreated();
      if (verdict.kind === "final") return this.conclude(verdict.outcome);
      const why = await awaitRetry(session, "create", verdict, journal.created === "maybe");
      if (why !== undefined) throw this.failed(refusal(session, "create", { kind: "given up", retry: verdict, why }));
    }
  }

  private async conclude(outcome: Outcome): Promise<string> {
    const { session } = this;
    if (outcome.kind !== "answered" || !saysExists(outcome, session.request)) {
      throw this.failed(refusal(session, "create", { kind: "final", outcome, mayHaveHappened: false }));
    }
    if (session.request.calls.create?.existing === "success") return resultLine(session, "found");
    return this.continueWithExisting(outcome);
  }

  /**
   * Continues with an entity that exists, if there is proof that it is this stack's, or the user says to take it over.
   *
   * @param exists the answer to the create that says so; undefined where the entity was looked for
   */
  private continueWithExisting(exists?: Answered): Promise<string> {
    const { journal, adoptsExisting } = this.options;
    if (journal.created === "yes") return this.finish("createdBefore", exists);
    if (adoptsExisting) return this.finish("adopted", exists);
    if (journal.created === "no") throw this.belongsToOthers(exists);
    if (this.session.request.service.unclearCreates === "adopt") return this.finish("createdUnseen", exists);
    throw this.mayBelongToOthers(exists);
  }

  /** Updates an existing entity to what is declared. */
  private async finish(how: "createdBefore" | "createdUnseen" | "adopted", exists?: Answered): Promise<string> {
    const { session } = this;
    this.refuseChanges();
    if (session.request.calls.update === undefined) {
      this.requireNoUpdate();
      return resultLine(session, how === "adopted" ? "adoptedAsItIs" : how);
    }
    const ending = await untilAnswered(session, "update");
    if (ending.kind === "success") {
      this.refuseDifferences(ending.outcome);
      return resultLine(session, how);
    }
    // something else exists, and only the answer to the create says what
    if (exists !== undefined && ending.kind === "final" && saysNotFound(ending.outcome, session.request)) {
      throw this.failed(this.refusalOf(exists));
    }
    throw refusal(session, "update", ending);
  }

  /** Refuses when an earlier create sent other values in fields that no update can change. */
  private refuseChanges(): void {
    const { session } = this;
    const { journal, subject } = this.options;
    const changed = journal.changedFields(subject);
    if (changed.length === 0) return;
    throw new RefusedError(
      `${subjectOf(session)}: it exists, and an earlier deploy of this stack sent its create with a different ${changed.join(", ")}, which no update can change`,
      `put the former ${changed.length === 1 ? "value" : "values"} back, or give it another ${this.identity}; if the service does not have it, remove ${journal.path} and deploy again`,
    );
  }

  /** Refuses to adopt an entity as it is when its kind has an update, but the declared fields are too few for it. */
  private requireNoUpdate(): void {
    const { session } = this;
    const missing = rules().missingForUpdate(session.request);
    if (missing.length === 0) return;
    throw new RefusedError(
      `${subjectOf(session)}: it exists, and an update to the declared state also needs ${missing.join(", ")}`,
      "add these fields, and deploy again",
    );
  }

  /** Refuses when the service, after an update, shows other values in fields that no update can change. */
  private refuseDifferences({ record }: Answered): void {
    const { session } = this;
    const body = session.request.calls.create?.body ?? {};
    const different = Object.keys(this.options.subject.immutable).filter(
      (field) => Object.hasOwn(record, field) && JSON.stringify(record[field]) !== JSON.stringify(body[field]),
    );
    if (different.length === 0) return;
    throw new RefusedError(
      `${subjectOf(session)}: it exists with a different ${different.join(", ")}, which no update can change; its other fields are as declared now`,
      `declare what the service has, or give it another ${this.identity}`,
    );
  }

  /** Whether the service has the entity. An update that changes nothing finds out. */
  private async isInService(): Promise<boolean> {
    const { session } = this;
    const { journal } = this.options;
    const { update } = session.request.calls;
    if (update === undefined) throw this.mayExist();
    const identity = rules().identityOf(session.request.kind);
    const body = Object.fromEntries(Object.entries(update.body).filter(([field]) => identity.includes(field)));
    const ending = await untilAnswered(session, "update", body);
    if (ending.kind === "success") return true;
    if (ending.kind !== "final" || !saysNotFound(ending.outcome, session.request)) {
      throw this.failed(refusal(session, "update", ending));
    }
    journal.markNotCreated();
    return false;
  }

  /** The error where a create could make a duplicate, and no call can tell whether the entity exists. */
  private mayExist(): ApplierError {
    return new UnknownOutcomeError(
      `${subjectOf(this.session)}: whether an earlier attempt created it is unknown, and another could create a duplicate`,
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
    if (exists === undefined) return new RefusedError(`${subjectOf(this.session)}: it exists`, "");
    return refusal(this.session, "create", { kind: "final", outcome: exists, mayHaveHappened: false });
  }

  private get adoptCommand(): string {
    return terraformApply(this.session, { variables: { [ADOPT_VARIABLE]: "true" } });
  }

  /** The fields that identify the entity: "id", "dataset, type or source_name". */
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

/** The rules of the schemas, loaded only where a create meets something unusual. */
function rules(): typeof import("./api-rules") {
  return require("./api-rules") as typeof import("./api-rules");
}
