import { stepFor } from "../entity/step";
import type { ApplierError } from "./applier-errors";
import { makeCall } from "./call";
import { type CreateOptions, ExistingEntity } from "./existing-entity";
import type { Journal } from "./journal";
import { nextSteps } from "./on-demand";
import { createError, entityError, refusedError, resultLine } from "./report";
import { declaredBody, type Session } from "./session";

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
  const ending = await makeCall(session, "create", { once: { journal, lookBefore: lookFor(session, options) } });
  if (ending === "exists") return new ExistingEntity(session, options).resume();
  if (ending.kind === "success") return resultLine(session, "created", ending.response.message);
  const { outcome } = ending;
  const existence = nextSteps().existenceBy(outcome, session.request);
  if (outcome.kind !== "response" || (existence !== "exists" && existence !== "id taken")) {
    throw createError(journal, refusedError(session, "create", ending));
  }
  return new ExistingEntity(session, options, { outcome, existence }).resume();
}

/** Looks for the entity before an attempt, where that could make a duplicate of it. */
function lookFor(session: Session, options: CreateOptions): () => Promise<"exists" | undefined> {
  const { journal, adoptsExisting } = options;
  const mayDuplicate = stepFor(session.request, "create")?.ifExists === "duplicate";
  let isSuspected = adoptsExisting;
  return async () => {
    const isLookedFor = mayDuplicate && (isSuspected || journal.created !== "no");
    isSuspected = false;
    return isLookedFor && (await isInService(session, options)) ? "exists" : undefined;
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
  if (ending.kind === "success") return true;
  if (nextSteps().existenceBy(ending.outcome, request) !== "not found") {
    throw createError(journal, refusedError(session, "update", ending));
  }
  journal.markNotCreated();
  return false;
}

/** The error where a create could make a duplicate, and no call can tell whether the entity exists. */
function cannotLook(session: Session, journal: Journal): ApplierError {
  const missing = (session.request.missing ?? []).join(", ");
  return entityError(
    session,
    `${suspicions[journal.created]}, and a create could make a duplicate; without ${missing}, no update can look for it`,
    nextSteps().afterBlindCreate(missing, journal.evidence),
    "unclear",
  );
}

/** What an entity that no call can look for is suspected of, by what the journal knows. */
const suspicions = {
  yes: "an earlier deploy of this stack created it",
  maybe: "whether an earlier attempt created it is unknown",
  "other key": "an earlier deploy of this stack, with another API key, may have created it",
  no: "whether it exists is unknown",
} as const;
