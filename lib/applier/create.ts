import { isByContent, stepFor } from "../entity/steps";
import { holdsOpaque } from "../value/value";
import { ApplierError } from "./applier-errors";
import { makeCall, outcomeOf } from "./call";
import { existenceBy, mayBeGone } from "./existence";
import { fieldRules } from "./field-rules";
import type { Journal } from "./journal";
import { createError, EARLIER_IS_UNCLEAR, entityError, refusedError, resultLine } from "./messages";
import { afterBlindCreate, afterDifferences, type Reason, toAvoidExisting, whyNotTaken } from "./next-steps";
import type { ServiceResponse } from "./send";
import { declaredBody, type Session } from "./session";

/** What a create needs besides its session. */
interface CreateOptions {
  /** Knows whether an earlier deploy of this stack created the entity, and records whether this one may have. */
  readonly journal: Journal;
  /** Whether this deploy adopts what exists. */
  readonly adoptsExisting: boolean;
}

/**
 * Creates an entity: that there is one to create, Terraform has decided by its state (see `resourcesOf`). With what
 * exists, `ExistingEntity` continues.
 *
 * For some kinds a second create may make a duplicate, because the service has no unique key for them. Where there is a
 * reason to think that such an entity exists, it is looked for first: a create may have happened, or the user adopts.
 *
 * @returns a line that says what was done
 * @throws ApplierError
 */
export async function create(session: Session, options: CreateOptions): Promise<string> {
  const { journal } = options;
  const ending = await makeCall(session, "create", { once: { journal, isThere: lookFor(session, options) } });
  if (ending === "exists") return new ExistingEntity(session, options).resume();
  if (ending.kind === "success") {
    journal.markCreated();
    return resultLine(session, "created", ending.response.message);
  }
  const { outcome } = ending;
  const existence = existenceBy(outcome, session.request);
  if (outcome.kind !== "response" || (existence !== "exists" && existence !== "id taken")) {
    throw createError(journal, refusedError(session, "create", ending));
  }
  return new ExistingEntity(session, options, { outcome, existence }).resume();
}

/** Looks for the entity before an attempt, where that could make a duplicate of it. */
function lookFor(session: Session, options: CreateOptions): () => Promise<boolean> {
  const { journal, adoptsExisting } = options;
  const mayDuplicate = stepFor(session.request, "create")?.ifExists === "duplicate";
  let isSuspected = adoptsExisting || journal.created !== "no";
  return async () => {
    if (!mayDuplicate || !(isSuspected || journal.isUnclear)) return false;
    isSuspected = false;
    return isInService(session, options);
  };
}

/** Whether the service has the entity. An update that carries only the identity, and so changes nothing, finds out. */
async function isInService(session: Session, { journal }: CreateOptions): Promise<boolean> {
  const { request } = session;
  if (stepFor(request, "update") === undefined) throw cannotLook(session, journal);
  const identity = Object.entries(declaredBody(session, "update")).filter(([field]) =>
    request.identity.includes(field),
  );
  const body = Object.fromEntries(identity);
  const ending = await makeCall(session, "update", { body });
  if (mayBeGone(outcomeOf(ending), request)) journal.markNotFound();
  if (ending.kind === "success") return true;
  if (existenceBy(ending.outcome, request) !== "not found") {
    throw createError(journal, refusedError(session, "update", ending));
  }
  return false;
}

/** The error where a create could make a duplicate, and no call can tell whether the entity exists. */
function cannotLook(session: Session, journal: Journal): ApplierError {
  const missing = (session.request.missing ?? []).join(", ");
  return entityError(
    session,
    `${suspicions[journal.created]}, and a create could make a duplicate; without ${missing}, no update can look for it`,
    afterBlindCreate(missing, journal.evidence),
    "unclear",
  );
}

/** What an entity that no call can look for is suspected of, by what the journal knows. */
const suspicions = {
  yes: "an earlier deploy of this stack created it",
  maybe: EARLIER_IS_UNCLEAR,
  "other key": "an earlier deploy of this stack, with another API key, may have created it",
  trace: "an earlier deploy of this stack may have created it",
  no: "whether it exists is unknown",
} as const;

/** A response to a create that says that the entity exists. */
interface ExistsResponse {
  readonly outcome: ServiceResponse;
  /** Whether its words are about the id: where no update can verify that it is this entity, nothing less will do. */
  readonly existence: "exists" | "id taken";
}

/** Why an entity that exists counts as what was to be created. */
type How = "createdBefore" | "createdUnseen" | "adopted";

/**
 * An entity that exists before its create. It is changed only with proof that this stack created it, or when the user says
 * so: by `SERVICE_ADOPT_EXISTING`, or by `unclearCreates: "adopt"` where a response was lost.
 */
class ExistingEntity {
  /** @param response the one that says so; undefined where a look before the create found the entity */
  constructor(
    private readonly session: Session,
    private readonly options: CreateOptions,
    private readonly response?: ExistsResponse,
  ) {}

  /**
   * Continues a create.
   *
   * @returns a line that says what was done
   * @throws ApplierError
   */
  async resume(): Promise<string> {
    const { journal, adoptsExisting } = this.options;
    const { request } = this.session;
    const { service } = request;
    if (isByContent(request) && this.response?.existence === "id taken") return resultLine(this.session, "found");
    if (journal.created === "yes") return this.finish("createdBefore");
    if (isByContent(request)) throw this.refusal("unverified");
    if (adoptsExisting) return this.finish("adopted");
    if (journal.created === "other key") throw this.refusal("other key");
    if (journal.created !== "maybe") throw this.refusal("unproven");
    if (service.unclearCreates === "adopt") return this.finish("createdUnseen");
    throw this.refusal("unclear");
  }

  /** Updates the entity to what is declared; one that is adopted and left alone, or has no update, stays as it is. */
  private finish(how: How): Promise<string> | string {
    const { request } = this.session;
    this.refuseUnlikeFormerCreate();
    if (how === "adopted" && request.ignoreChanges === true) return this.leaveAsItIs(how);
    if (stepFor(request, "update") !== undefined) return this.update(how);
    // what this stack has created with these fields, and never updated, is as declared
    const isAsCreated = how === "createdBefore" && this.options.journal.changedFields.length === 0;
    if (!isAsCreated) this.refuseMissingFields();
    return this.leaveAsItIs(how);
  }

  private async update(how: How): Promise<string> {
    const { session, response } = this;
    const { journal } = this.options;
    journal.forgetUpdatedFields();
    const ending = await makeCall(session, "update");
    if (mayBeGone(outcomeOf(ending), session.request)) journal.markNotFound();
    if (ending.kind === "success") {
      refuseOtherValues(session, ending.response, journal.fixedFields);
      return resultLine(session, how);
    }
    const isMissing = existenceBy(ending.outcome, session.request) === "not found";
    // the create says that it exists, and the update that it does not
    throw isMissing && response !== undefined
      ? createError(journal, this.refusal("hidden"))
      : refusedError(session, "update", ending);
  }

  /** Leaves the entity as it is, if it is certainly the one that is declared: no update can find out. */
  private leaveAsItIs(how: How): string {
    const { session, response } = this;
    const isVerified = how === "createdBefore" || response === undefined || response.existence === "id taken";
    if (!isVerified) throw this.refusal("unverified");
    return resultLine(session, how === "adopted" ? "adoptedAsItIs" : how);
  }

  /** Refuses when an earlier create sent other values in fields that no update can change. */
  private refuseUnlikeFormerCreate(): void {
    // a request without its update, now or then, counts all of its fields as fixed
    const { changeable } = fieldRules().knownKind(this.session.request.kind);
    const changed = this.options.journal.changedFields.filter((field) => !changeable.includes(field));
    if (changed.length === 0) return;
    const values = changed.length === 1 ? "value" : "values";
    throw entityError(
      this.session,
      `it exists, and an earlier deploy of this stack sent its create with a different ${changed.join(", ")}, which no update can change`,
      `revert to the former ${values}, or ${toAvoidExisting(this.session)}; if the service has what is declared now, set adopt: true and deploy again`,
      "differs",
    );
  }

  /** Refuses to leave an entity as it is when its kind has an update, but the declared fields are too few for it. */
  private refuseMissingFields(): void {
    const { missing } = this.session.request;
    if (missing === undefined) return;
    throw entityError(
      this.session,
      `it exists, and an update to the declared state also needs ${missing.join(", ")}`,
      "add these fields, set adopt: true, and deploy again",
      "exists",
    );
  }

  /** The error about the response that it exists, or about what was found. */
  private refusal(reason: Reason): ApplierError {
    const { session, response } = this;
    const { why, next, topic } = whyNotTaken(reason, session, response?.existence);
    if (response === undefined) return entityError(session, `it exists; ${why}`, next, topic);
    const { message, details } = refusedError(session, "create", response);
    return new ApplierError(`${message}; ${why}`, next, details, topic);
  }
}

/** Longest value of the service that an error shows, as JSON. */
const LONGEST_SERVICE_VALUE = 200;

/**
 * Refuses when the service, after an update, shows other values in fields that no update can change.
 *
 * @param names of these fields
 * @throws ApplierError
 */
export function refuseOtherValues(session: Session, { record }: ServiceResponse, names: readonly string[]): void {
  const { fields: declared } = session.request;
  const different = names.filter(
    (field) => Object.hasOwn(record, field) && JSON.stringify(record[field]) !== JSON.stringify(declared[field]),
  );
  if (different.length === 0) return;
  const fields = different.join(", ");
  throw entityError(
    session,
    `it exists with a different ${fields}, which no update can change; its other fields are as declared now`,
    afterDifferences(session, different.map((field) => fieldOfService(session, record, field)).join(", ")),
    "differs",
  );
}

/** The name of a field, and the value that the service has. One known at deploy time may be a secret there, too. */
function fieldOfService({ planned, redactor }: Session, record: ServiceResponse["record"], field: string): string {
  const value = JSON.stringify(record[field]) ?? "";
  const isShown = !holdsOpaque(planned.fields[field] ?? null) && value.length <= LONGEST_SERVICE_VALUE;
  return isShown ? `${field} ${redactor.line(value)}` : field;
}
