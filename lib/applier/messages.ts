import { isLoopback } from "../api/base-url";
import type { Action } from "../entity/steps";
import type { Advice, Topic } from "../text/errors";
import { ownCommand } from "../text/shell";
import { counted } from "../text/words";
import { ApplierError } from "./applier-errors";
import type { Failure } from "./call";
import type { Journal } from "./journal";
import { afterResponse } from "./next-steps";
import type { Redactor } from "./redactor";
import type { NoResponse, ServiceResponse } from "./send";
import { callText, type Session, sessionSubject } from "./session";
import { toReach, toUnderstand } from "./to-reach";

/** The results of a call: a verb, and a remark. */
const results = {
  created: ["created", ""],
  updated: ["updated", ""],
  saved: ["saved", ""],
  validated: ["validated", ""],
  adopted: ["adopted", "it existed already"],
  adoptedAsItIs: ["adopted", "it existed already, and stays as it is"],
  found: ["found", "it exists with this content, and its id is derived from the content"],
  createdBefore: ["created", "by an earlier deploy of this stack"],
  createdUnseen: ["created", "by an earlier attempt whose response was lost"],
} as const satisfies Readonly<Record<string, readonly [verb: string, remark: string]>>;

/** The result of an action that succeeded. */
export const resultOf = {
  create: "created",
  update: "updated",
  upsert: "saved",
  "dry-run": "validated",
} as const satisfies Readonly<Record<Action, keyof typeof results>>;

/** The line about a call that succeeded. */
export function resultLine({ subject, redactor, budget }: Session, result: keyof typeof results, message = ""): string {
  const [verb, remark] = results[result];
  const detail = remark !== "" ? remark : redactor.line(message);
  return `${verb} ${subject} in ${Math.round(budget.elapsed)} ms${detail === "" ? "" : `: ${detail}`}`;
}

/** An error about the entity of a session. */
export function entityError(session: Session, what: string, next: string, topic?: Topic): ApplierError {
  return new ApplierError(`${sessionSubject(session)}: ${what}`, next, [], topic);
}

/** The error about a call that did not succeed. */
export function refusedError(session: Session, action: Action, { outcome, why }: Omit<Failure, "kind">): ApplierError {
  const { redactor } = session;
  const subject = `${sessionSubject(session)}: ${callText(session, action)}`;
  const attemptsText = why === undefined ? "" : `; gave up after ${counted(session.budget.count, "attempt")}: ${why}`;
  if (outcome.kind === "no response") {
    return new ApplierError(
      `${subject} got no response: ${redactor.line(outcome.reason)}${attemptsText}`,
      remedyOf(outcome, session),
      [],
      outcome.cause === "certificate" ? "certificate" : "unreachable",
    );
  }
  const said = outcome.message || (outcome.errors.length === 0 ? outcome.text : "");
  const message = redactor.line(said, !outcome.isComplete);
  const { next, topic }: Advice =
    outcome.status >= 200 && outcome.status < 300 && !outcome.saysFailure
      ? // it could not be read
        { next: `${toUnderstand(BASE_URL)}, and deploy again`, topic: "service-error" }
      : afterResponse(session, action, outcome);
  return new ApplierError(
    // what follows begins with a semicolon
    `${subject} returned ${outcome.status}${targetOf(outcome, redactor)}${message === "" ? "" : `: ${message.replace(/\.$/, "")}`}${attemptsText}`,
    next,
    outcome.errors.map(({ text }) => redactor.line(text)),
    topic,
  );
}

/** The error about a create that did not succeed. */
export function createError(
  { isUnclear, isNewlyUnclear }: Pick<Journal, "isUnclear" | "isNewlyUnclear">,
  error: ApplierError,
): ApplierError {
  if (!isUnclear) return error;
  const known = isNewlyUnclear ? "whether it was created is unknown" : EARLIER_IS_UNCLEAR;
  return new ApplierError(`${error.message}; ${known}`, error.next, error.details, error.topic);
}

/** What is known of a create that an earlier attempt may have made. */
export const EARLIER_IS_UNCLEAR = "whether an earlier attempt created it is unknown";

/** Where a redirect leads. */
function targetOf({ status, headers: { location } }: ServiceResponse, redactor: Redactor): string {
  return status >= 300 && status < 400 && typeof location === "string" ? ` to ${redactor.line(location)}` : "";
}

/** What errors call the address of the service. */
const BASE_URL = "the base URL";

function remedyOf(outcome: NoResponse, { service: { baseUrl } }: Session): string {
  const { cause, isUnreachable, reason } = outcome;
  if (cause === "network" && /^timed out/.test(reason)) {
    return "check the base URL and the network; if the service takes so long, raise attemptTimeoutSeconds and retryBudgetSeconds; then deploy again";
  }
  const isHere = cause === "network" && isUnreachable && isLoopback(new URL(baseUrl).hostname);
  const step = isHere
    ? `start what should listen there, as \`${ownCommand("emulator")}\` does, or correct the base URL`
    : toReach(outcome, BASE_URL, "the service");
  return `${step}, and deploy again`;
}
