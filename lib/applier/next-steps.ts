import { serviceDefaults } from "../api/service-settings";
import { keyHeader } from "../api/vendor-names";
import { type Action, isByContent, stepFor } from "../entity/steps";
import { advisedApply, advisedPath } from "../protocol/advised-apply";
import { ADOPT_VARIABLE } from "../protocol/applier-command";
import type { Advice } from "../text/errors";
import { labelOf } from "../text/names";
import { cdkCommand, ownCommand } from "../text/shell";
import { inWords, seconds } from "../text/words";
import { type Existence, existenceBy, isSilent } from "./existence";
import { fieldRules } from "./field-rules";
import type { ServiceResponse } from "./send";
import type { Session } from "./session";
import { retryAfter } from "./verdict";

/** What to do after a response that is not a success. */
export function afterResponse(session: Session, action: Action, outcome: ServiceResponse): Advice {
  const { request } = session;
  const { status } = outcome;
  if (status >= 300 && status < 400) {
    return {
      next: "redirects are not followed, because they would send the API key elsewhere: correct the base URL, and deploy again",
      topic: "unreachable",
    };
  }
  if (status < 300) {
    const next = isSilent(outcome) ? `look in the service whether it took effect, ${NO_REASON}` : RESOLVE;
    return { next: `${next}, and deploy again`, topic: "conflict" };
  }
  if (status === 401 || status === 403) {
    const { vendor = serviceDefaults.vendor } = request.service;
    const before = isPage(outcome) ? `${CHECK_PAGE}; then ` : "";
    return {
      next: `${before}check the API key in ${keyVariable(session)} and its permissions, and the vendor, which names the header ${keyHeader(vendor)}; then deploy again`,
      topic: "key",
    };
  }
  if (action === "upsert" && status === 404) {
    return {
      next: "the service has no such assignment source, or no such endpoint: check the base URL; some services create assignment sources elsewhere: create it there, and deploy again",
      topic: "not-found",
    };
  }
  return afterExistence(session, action, outcome) ?? afterRefusal(session, action, outcome);
}

/** What to do where a response says that the entity is there, or that it is not, against what was planned. */
function afterExistence(session: Session, action: Action, outcome: ServiceResponse): Advice | undefined {
  const existence = existenceBy(outcome, session.request);
  if (action === "update" && existence === "not found") return { next: afterNotFound(session), topic: "not-found" };
  if (action !== "dry-run" || (existence !== "exists" && existence !== "id taken")) return undefined;
  return {
    next: `it exists, and dryRun is for what does not; if this stack deployed it before, dryRun has taken it out of the state: replace dryRun: true with adopt: true and deploy again; to ask about what is deployed, run \`${ownCommand("preflight")}\``,
    topic: "exists",
  };
}

/** Statuses that say that nothing takes such a call at that place: the form of every call is the API's. */
const NOTHING_THERE = [404, 405, 406, 411, 415, 421, 426, 501, 505];
/** Statuses of a body, a URL or headers beyond a limit. */
const TOO_LONG = [413, 414, 431];

/** Statuses below 500 that another attempt may not meet. */
const PASSING = [408, 429];
/** Statuses of a request that is understood, and not valid. */
const INVALID = [400, 422];

/** A page is no response of an API. */
const CHECK_PAGE = "check the base URL, and what stands before the service and sends a page";
const RESOLVE = "resolve what the response says";
/** Where there is nothing to resolve. */
const NO_REASON = "since the response gives no reason";

/** What to do after any other response from 400 on. */
function afterRefusal(session: Session, action: Action, outcome: ServiceResponse): Advice {
  const { status } = outcome;
  if (NOTHING_THERE.includes(status)) return afterNothingThere(outcome);
  if (TOO_LONG.includes(status)) return afterTooLong(outcome);
  if (PASSING.includes(status) || status >= 500) return afterOutage(session, outcome);

  if (isPage(outcome)) return { next: `${CHECK_PAGE}; then deploy again`, topic: "unreachable" };

  const adopted = `; if it means that the ${labelOf(session.request.kind)} exists, ${toAdopt(session)}, and deploy again`;
  if (!INVALID.includes(status)) {
    const next = isSilent(outcome) ? `look in the service for what prevents it, ${NO_REASON}` : RESOLVE;
    const mayExist = action === "create" && status === 409;
    return { next: `${next}, and deploy again${mayExist ? adopted : ""}`, topic: "conflict" };
  }
  const asked = isSilent(outcome) ? `, or ask the service's operator, ${NO_REASON}` : "";
  const isUnclear = action === "create" && isVague(outcome);
  return { next: `correct what is declared${asked}, and deploy again${isUnclear ? adopted : ""}`, topic: "invalid" };
}

function afterNothingThere(outcome: ServiceResponse): Advice {
  const missing = isSilent(outcome) || isPage(outcome) ? "where nothing takes this call" : "and what the response says";
  const topic = outcome.status < 500 ? "not-found" : "service-error";
  return { next: `check the base URL, ${missing}, and deploy again`, topic };
}

function afterTooLong({ status }: ServiceResponse): Advice {
  const raised = "have the limit raised at the service or a proxy before it, and deploy again";
  // nobody declares headers
  return { next: status === 431 ? raised : `declare less, or ${raised}`, topic: "invalid" };
}

function afterOutage({ service, budget }: Session, { status, headers }: ServiceResponse): Advice {
  const topic = status === 429 ? "rate-limit" : "service-error";
  const raised = "raise retryBudgetSeconds";
  // a preflight ends earlier
  const isWholeBudget = budget.total >= service.retryBudget;
  const asked = retryAfter(headers, Date.now()) ?? 0;
  if (asked >= budget.total) {
    const longer = isWholeBudget ? `, or ${raised} above it` : "";
    return { next: `deploy again in ${seconds(asked)}, as the service asks${longer}`, topic };
  }
  const persisting = `${status === 429 && isWholeBudget ? `${raised}, or ` : ""}contact the service's operator`;
  return { next: `deploy again; if it persists, ${persisting}`, topic };
}

/** Whether the body is a page for people, as firewalls, proxies and log-ins send it. */
function isPage({ text }: ServiceResponse): boolean {
  return text.trimStart().startsWith("<");
}

/** Whether a response says only that the request is not valid: of what exists, some services say no more. */
function isVague({ message, errors }: ServiceResponse): boolean {
  return errors.length === 0 && /^(?:invalid request|bad request|$)/i.test(message);
}

/** What to do when an update did not find its entity. */
function afterNotFound(session: Session): string {
  const { request, stackFolder } = session;
  // the journal has a trace by now, so the create of what the service may keep twice looks first
  const { mayDuplicate } = fieldRules().knownKind(request.kind);
  const command = advisedApply(stackFolder, { replace: request.address });
  const effect = `which ${mayDuplicate ? "looks for it again, and if it is not there, " : ""}sends the create to this base URL`;
  const check = `check the base URL and the API key in ${keyVariable(session)}: another service, or another project, does not have it`;
  return stepFor(request, "create") === undefined
    ? `${check}; check the construct's identity; if the service should have a new one, remove adopt: true, run ${cdkCommand("synth")} and ${command}, ${effect}`
    : `${check}; if somebody has deleted it there, or its create was cut off, run ${command}, ${effect}`;
}

/**
 * How to adopt an entity that exists, as part of a sentence.
 *
 * @param existence by the service's response; undefined where the entity was looked for
 */
function toTakeOver(session: Session, existence: Existence | undefined): string {
  const { request, stackFolder } = session;
  const adopt = `${toAdopt(session)}, and deploy again`;
  // by the variable, a response that does not name the id proves nothing
  const isUnprovable = stepFor(request, "update") === undefined && existence !== "id taken";
  if (request.missing !== undefined || isUnprovable) return adopt;
  const command = advisedApply(stackFolder, { variables: { [ADOPT_VARIABLE]: "true" } });
  return `${adopt}, or run ${command} once, which adopts every entity of this deploy that exists`;
}

/** How code says that an entity exists, as part of a sentence. */
function toAdopt({ request, redactor }: Session): string {
  const { missing, fields } = request;
  if (missing !== undefined) return `add ${missing.join(", ")}, which its update needs, set adopt: true`;
  // a version by its content has no adopt without its id
  return `${isByContent(request) ? `declare id: "${redactor.line(String(fields.id))}" and ` : ""}set adopt: true`;
}

/** Why an entity that exists is not changed by a create. */
export type Reason =
  /** Nothing proves that it is this stack's. */
  | "unproven"
  /** A deploy with another key created it, or it is of another project. */
  | "other key"
  /** An attempt whose response was lost may have created it, or somebody else. */
  | "unclear"
  /** Success would rest on words that name no id. */
  | "unverified"
  /** An update does not find what the create says exists. */
  | "hidden";

/**
 * Why an entity that exists is not changed, and what to do.
 *
 * @param existence by the service's response; undefined where the entity was looked for
 */
export function whyNotTaken(
  reason: Reason,
  session: Session,
  existence: Existence | undefined,
): Advice & { readonly why: string } {
  const take = toTakeOver(session, existence);
  const avoid = toAvoidExisting(session);
  switch (reason) {
    case "unproven":
      return {
        why: "nothing here proves that this stack created it",
        topic: "exists",
        next: `check the base URL, the API key, and that Terraform has the state of this stack; to adopt what exists, ${take}; to make another, ${avoid}`,
      };
    case "other key":
      return {
        why: "an earlier deploy of this stack, with another API key, may have created it, but another API key may be of another project, so that proves nothing",
        topic: "other-key",
        next: `look in the service: if the API key in ${keyVariable(session)} was rotated within one project, and the entity is yours, ${take}; if it should be the API key of another project, correct it and deploy again; if the entity is not yours, ${avoid}`,
      };
    case "unclear":
      return {
        why: "either an earlier attempt, whose response was lost, created it, or it belongs to someone else",
        topic: "unclear",
        next: `look in the service: if it is yours, ${take}; if not, ${avoid}`,
      };
    case "unverified":
      return {
        why: "the response does not say that its id is taken, and no update can tell whether it exists",
        topic: "exists",
        next: `look in the service: if it is there, ${toAdopt(session)}; if not, resolve what the response says; then deploy again`,
      };
    case "hidden":
      return {
        why: "an update does not find it",
        topic: "not-found",
        next: `look in the service for what has its place, perhaps archived or of another kind; then ${avoid}`,
      };
  }
}

/**
 * What to do where the service has other values than declared in fields that no update can change.
 *
 * @param fields their names, with the service's values where those may be shown
 */
export function afterDifferences(session: Session, fields: string): string {
  const { request, stackFolder } = session;
  // of what is adopted, Terraform has recorded the declared value already, and would refuse another
  const then =
    stepFor(request, "create") === undefined
      ? `run ${cdkCommand("synth")} and ${advisedApply(stackFolder, { replace: request.address })}, which records it anew without a create`
      : "set adopt: true, and deploy again";
  return `declare the ${fields} that the service has, ${then}; or ${toAvoidExisting(session)}`;
}

/**
 * What to do where nothing can tell whether the entity exists.
 *
 * @param missing what an update would need to tell
 * @param entries paths of the journal's entries that say that it may; none where only the user says so
 */
export function afterBlindCreate(missing: string, entries: readonly string[]): string {
  const otherwise =
    entries.length === 0
      ? `deploy again without ${ADOPT_VARIABLE}`
      : `remove ${inWords(entries.map(advisedPath), "and")} and deploy again`;
  return `look in the service: if it is there, add ${missing}, set adopt: true, and deploy again; if not, ${otherwise}`;
}

/** How to avoid an entity that exists, as part of a sentence. */
export function toAvoidExisting({ request }: Session): string {
  return `give it another ${inWords(request.identity, "or")}, and deploy again`;
}

function keyVariable({ request }: Session): string {
  return request.service.apiKeyVariable ?? serviceDefaults.apiKeyVariable;
}
