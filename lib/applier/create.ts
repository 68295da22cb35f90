import { stepFor } from "../entity/step";
import type { ApplierError } from "./applier-errors";
import { type CreateOptions, ExistingEntity } from "./existing-entity";
import type { Journal } from "./journal";
import { nextSteps, saidOf } from "./on-demand";
import { createError, entityError, refusedError, resultLine } from "./report";
import { awaitRetry, awaitTurn, untilAnswered } from "./retry/until-answered";
import { judge } from "./retry/verdict";
import type { Outcome } from "./send";
import type { Session } from "./session";

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
  const { journal, adoptsExisting } = options;
  const mayDuplicate = stepFor(session.request, "create")?.ifExists === "duplicate";
  const { send } = session.sender("create");
  let isSuspected = adoptsExisting;
  for (;;) {
    if (mayDuplicate && (isSuspected || journal.created !== "no") && (await isInService(session, options))) {
      return new ExistingEntity(session, options).resume();
    }
    isSuspected = false;
    await awaitTurn(session, "create", journal.created === "maybe");
    const verdict = judge(await send(session.budget.left), false, Date.now());
    if (verdict.kind === "success") return resultLine(session, "created", verdict.outcome.message);
    if (verdict.mayHaveHappened) journal.markMaybeCreated();
    if (verdict.kind === "final") return conclude(session, options, verdict.outcome);
    const why = await awaitRetry(session, "create", verdict, journal.created === "maybe");
    if (why !== undefined) {
      throw createError(journal, refusedError(session, "create", { outcome: verdict.outcome, why }));
    }
  }
}

async function conclude(session: Session, options: CreateOptions, outcome: Outcome): Promise<string> {
  const said = saidOf(outcome, session.request);
  if (outcome.kind !== "answered" || (said !== "exists" && said !== "id taken")) {
    throw createError(options.journal, refusedError(session, "create", { outcome }));
  }
  return new ExistingEntity(session, options, { outcome, said }).resume();
}

/** Whether the service has the entity. An update that carries only the identity, and so changes nothing, finds out. */
async function isInService(session: Session, { journal }: CreateOptions): Promise<boolean> {
  const { request } = session;
  if (stepFor(request, "update") === undefined) throw cannotLook(session, journal);
  const identity = Object.entries(session.body("update")).filter(([field]) => request.identity.includes(field));
  const body = Object.fromEntries(identity);
  const ending = await untilAnswered(session, "update", body);
  if (ending.kind === "success") return true;
  if (ending.kind !== "final" || saidOf(ending.outcome, request) !== "not found") {
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
  );
}

/** What an entity that no call can look for is suspected of, by what the journal knows. */
const suspicions = {
  yes: "an earlier deploy of this stack created it",
  maybe: "whether an earlier attempt created it is unknown",
  "other key": "an earlier deploy of this stack, with another key, may have created it",
  no: "whether it exists is unknown",
} as const;
