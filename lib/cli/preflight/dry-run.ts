import { type Failure, makeCall } from "../../applier/call";
import { existenceBy } from "../../applier/existence";
import { refusedError } from "../../applier/report";
import { type Session, sessionOf } from "../../applier/session";
import { type Action, stepFor } from "../../entity/step";
import type { DryRun, PreflightFinding } from "./local-check";

/** Longest time for one entity with all attempts and waits, in milliseconds: people wait for a preflight. */
const LONGEST_DRY_RUN = 60_000;

/** What a dry run needs from outside. */
export interface DryRunContext {
  readonly signal: AbortSignal;
  /** Shows why it takes time. */
  readonly say: (line: string) => void;
}

/**
 * Asks the service to validate an entity without keeping it.
 *
 * The service refuses the create of what exists and the update of what does not, and which of the two holds is not known
 * here. The update goes first: of the sources in a pull request most are deployed already, and for them one call is
 * enough. Only when the service does not know the entity, its create is asked about. One that is adopted has no create.
 *
 * @throws InterruptedError when the signal aborts
 */
export async function askAbout(dryRun: DryRun, context: DryRunContext): Promise<PreflightFinding> {
  const session = trialOf(dryRun, context);
  const accepted: PreflightFinding = {
    verdict: "accepted",
    text: `${session.subject} (${session.request.construct})`,
    reasons: [],
  };
  const [first = "dry-run", second] = ORDER.filter((action) => stepFor(dryRun.request, action) !== undefined);
  const ending = await makeCall(session, first);
  if (ending.kind === "success") return accepted;
  if (existenceBy(ending.outcome, session.request) !== "not found") {
    return refused(session, first, ending);
  }
  if (second === undefined) return refused(session, first, ending, first === "update" ? [ADOPTED] : []);

  const created = await makeCall(session, second);
  if (created.kind === "success") return accepted;
  // what exists was found by the update: what that did not find was something else, such as a table
  return isExisting(session, created) ? refused(session, first, ending) : refused(session, second, created);
}

const ADOPTED = "adopt: true takes over what exists, and creates nothing";

const ORDER: readonly Action[] = ["update", "create", "upsert", "dry-run"];

/** A session whose calls keep nothing. */
function trialOf({ request, planned, subject, service, redactor }: DryRun, context: DryRunContext): Session {
  const session = sessionOf({
    request,
    planned,
    subject,
    redactor,
    service,
    longest: LONGEST_DRY_RUN,
    ...context,
  });
  return { ...session, sender: (action) => session.sender(action, { ...session.body(action), dryRun: true }) };
}

function refused(session: Session, action: Action, ending: Failure, more: readonly string[] = []): PreflightFinding {
  const { message, details, next } = refusedError(session, action, ending);
  const { outcome } = ending;
  // a service that creates such sources elsewhere, or has this one already, is not a mistake in the props
  const isElsewhere = action === "upsert" && outcome.kind === "response" && outcome.status === 404;
  const advice = isElsewhere || (action === "dry-run" && isExisting(session, ending)) ? [next] : [];
  // where the service says nothing final, nobody has refused it
  const verdict = ending.why === undefined && outcome.kind === "response" ? "refused" : "not-asked";
  return { verdict, text: message, reasons: [...details, ...more, ...advice] };
}

function isExisting({ request }: Session, ending: Failure): boolean {
  return ["exists", "id taken"].includes(existenceBy(ending.outcome, request));
}
