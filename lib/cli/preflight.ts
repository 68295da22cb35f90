import { kindOf } from "../api/kinds";
import { NotSentError } from "../applier/applier-errors";
import { type Failure, makeCall } from "../applier/call";
import { problemsOfStep } from "../applier/check-fields";
import { existenceBy, isSilent } from "../applier/existence";
import { refusedError } from "../applier/messages";
import { fill } from "../applier/read-request";
import { Redactor } from "../applier/redactor";
import type { Outcome } from "../applier/send";
import { declaredBody, requiredKey, type Session, serviceOf, sessionOf, sessionSubject } from "../applier/session";
import { type Action, sentFields, stepFor } from "../entity/steps";
import { nameOf, type Request, requestTitle } from "../protocol/request-file";
import type { Topic } from "../text/errors";
import { pathText, titleOf } from "../text/names";
import { cdkCommand } from "../text/shell";
import { type Fields, opaqueIn } from "../value/value";

/** What is known of an entity after a preflight. */
export interface PreflightResult {
  /**
   * `accepted` is the service's word, `refused` the service's or the API's. `valid` says that the API's rules hold, where
   * there is no dry run. Of what is `not-checked`, only Terraform knows a value. `not-asked` says that something is
   * missing here, or that a dry run had no result.
   */
  readonly verdict: "accepted" | "refused" | "valid" | "not-checked" | "not-asked";
  /** What it is about, and why. */
  readonly text: string;
  readonly reasons: readonly string[];
  /** What to do before the service is asked again, where that is not to correct what is declared. */
  readonly next?: string;
  /** Why a deploy cannot send it from here. */
  readonly missingKey?: string;
}

/** What a dry run takes; the API has one for each call of its request. */
export type DryRun = Pick<Session, "request" | "planned" | "subject" | "service" | "redactor">;

/**
 * Checks of an entity what can be told here. Sends nothing.
 *
 * @returns what is known of it, or what it takes to ask the service
 * @throws NotSentError when a service has to be asked whose key or address is missing
 */
export function check(planned: Request, environment: NodeJS.ProcessEnv): PreflightResult | DryRun {
  const text = requestTitle(planned);
  const open = openPlaces(planned);
  if (open.length > 0) return found("not-checked", `${text}: only Terraform knows ${open.join(", ")}`);

  const filled = orNotSent(() => fill(planned, environment));
  if (filled instanceof NotSentError) return found("not-asked", filled.message);

  const { request, secrets } = filled;
  const problems = [...new Set(request.steps.flatMap((step) => problemsOfStep(request, step)))];
  if (problems.length > 0) return found("refused", `${text}: not as the API has it; nothing was sent`, problems);
  if (!hasDryRun(planned)) {
    // nobody misses the key of a service that is not asked, and a deploy would stop at it
    const key = orNotSent(() => requiredKey(request.service, environment));
    return { ...found("valid", text), ...(key instanceof NotSentError && { missingKey: key.message }) };
  }
  const service = serviceOf(request.service, environment);
  const redactor = new Redactor([service.key, ...secrets]);
  // a name that only the deploy knows may be a secret
  return { request, planned, subject: titleOf({ ...planned, name: nameOf(planned) }), service, redactor };
}

function found(verdict: PreflightResult["verdict"], text: string, reasons: readonly string[] = []): PreflightResult {
  return { verdict, text, reasons };
}

/** Whether the API lets an entity be tried without effect. */
function hasDryRun({ kind, steps }: Request): boolean {
  return steps.length > 0 && "dryRun" in (kindOf(kind)?.fields.shape ?? {});
}

/** The places whose values only Terraform knows, each once, as a user would name them. */
function openPlaces({ service, fields, steps }: Request): string[] {
  const sent = new Set(steps.flatMap(sentFields));
  const ofSteps = [...sent].flatMap((name) => opaqueIn(fields[name] ?? null, [name]));
  return [...opaqueIn({ service: service as Fields }), ...ofSteps]
    .filter(({ opaque }) => opaque.fromTerraform)
    .map(({ path }) => pathText(path));
}

/** What a step towards a call gives, or why a call cannot be sent. */
export function orNotSent<Result>(step: () => Result): Result | NotSentError {
  try {
    return step();
  } catch (error) {
    if (error instanceof NotSentError) return error;
    throw error;
  }
}

/** Longest time for one entity with all attempts and waits, in milliseconds: people wait for a preflight. */
const LONGEST_DRY_RUN = 60_000;

/** What a dry run needs from outside. */
interface DryRunContext {
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
export async function askAbout(dryRun: DryRun, context: DryRunContext): Promise<PreflightResult> {
  const session = sessionOf({ ...dryRun, ...context, longest: LONGEST_DRY_RUN });
  // a call that keeps nothing
  const tried = (action: Action) =>
    makeCall(session, action, { body: { ...declaredBody(session, action), dryRun: true } });
  const accepted: PreflightResult = {
    verdict: "accepted",
    text: sessionSubject(session),
    reasons: [],
  };
  const [first = "dry-run", second] = ORDER.filter((action) => stepFor(dryRun.request, action) !== undefined);
  const ending = await tried(first);
  if (ending.kind === "success") return accepted;
  if (existenceBy(ending.outcome, session.request) !== "not found") {
    return refused(session, first, ending);
  }
  if (second === undefined) return refused(session, first, ending, first === "update" ? [ADOPTED] : []);

  const created = await tried(second);
  if (created.kind === "success") return accepted;
  // what exists was found by the update: what that did not find was something else, such as a table
  return isExisting(session, created) ? refused(session, first, ending) : refused(session, second, created);
}

const ADOPTED = "adopt: true adopts what exists, and creates nothing";

const ORDER: readonly Action[] = ["update", "create", "upsert", "dry-run"];

/** What errors are about that say nothing of the entity: another key, or another base URL, may have another response. */
const OF_ACCESS: readonly (Topic | undefined)[] = ["key", "unreachable"];
/** What errors are about that lead to what is declared. */
const OF_PROPS: readonly (Topic | undefined)[] = ["invalid", "not-found"];
/** What errors are about that nothing in the code changes. */
const OF_SERVICE: readonly (Topic | undefined)[] = ["conflict", "service-error", "rate-limit"];

/** What asks the service again. */
const ASK_AGAIN = "run preflight again";

/** How a changed stack is asked about: unlike a deploy, a preflight does not synthesise it. */
function afterChanges(): string {
  return `, after ${cdkCommand("synth")} where the code has changed`;
}

/** What to do where something is named that the environment or the code lacks. */
export function correctAndAsk(what: string): string {
  return `correct ${what}, and ${ASK_AGAIN}${afterChanges()}`;
}

/** What to do before the service is asked again, where a deploy, which synthesises, would do what is given. */
function beforeAskingAgain(next: string, topic: Topic | undefined, outcome: Outcome): string {
  // a dry run has no effect to look for, and what exists was found by the update
  if (topic === "conflict") {
    const says = outcome.kind === "response" && !isSilent(outcome);
    return `${says ? "resolve what the response says, or " : ""}ask the service's operator, and ${ASK_AGAIN}`;
  }
  const asked = next.replaceAll("deploy again", ASK_AGAIN);
  return OF_SERVICE.includes(topic) ? asked : `${asked}${afterChanges()}`;
}

function refused(session: Session, action: Action, ending: Failure, more: readonly string[] = []): PreflightResult {
  const { message, details, next, topic } = refusedError(session, action, ending);
  const { outcome } = ending;
  // a service that creates such sources elsewhere, or has this one already, is not a mistake in the props
  const isElsewhere = action === "upsert" && outcome.kind === "response" && outcome.status === 404;
  const advice = isElsewhere || (action === "dry-run" && isExisting(session, ending)) ? [next] : [];
  // where the service says nothing final, or nothing of the entity, nobody has refused it
  const isAboutIt = ending.why === undefined && outcome.kind === "response" && !OF_ACCESS.includes(topic);
  // an endpoint that is not there is no mistake in the props either
  const hasEndpoint = action === "update" || outcome.kind !== "response" || !isSilent(outcome);
  const isDeclared = (OF_PROPS.includes(topic) && hasEndpoint) || advice.length > 0;
  return {
    verdict: isAboutIt ? "refused" : "not-asked",
    text: message,
    reasons: [...details, ...more, ...advice],
    ...(!isDeclared && { next: beforeAskingAgain(next, topic, outcome) }),
  };
}

function isExisting({ request }: Session, ending: Failure): boolean {
  return ["exists", "id taken"].includes(existenceBy(ending.outcome, request));
}
