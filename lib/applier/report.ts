import type { Action } from "../interface/request";
import { serviceDefaults } from "../interface/service";
import { saysExists } from "./answer";
import { RefusedError } from "./errors";
import type { Answered } from "./outcome";
import type { Session } from "./session";
import type { Final, GivenUp } from "./until-answered";

/** What was done, in one word, and what has to be said besides. */
const done: Readonly<Record<Action | "found" | "settled", readonly [verb: string, remark: string]>> = {
  create: ["created", ""],
  update: ["updated", ""],
  put: ["saved", ""],
  validate: ["validated", ""],
  found: ["found", "it exists with this content, from which its id comes"],
  settled: ["created", "an attempt whose end was unclear had made it"],
};

/** The line about a call that succeeded. */
export function report(session: Session, what: keyof typeof done, { message }: Answered): string {
  const [verb, remark] = done[what];
  const said = remark !== "" ? remark : session.redactor.line(message);
  return `${verb} ${session.subject} in ${Math.round(session.budget.elapsed)} ms${said === "" ? "" : `: ${said}`}`;
}

/** The error about a call that did not succeed. */
export function refusal(session: Session, action: Action, ending: Final | GivenUp): RefusedError {
  const { redactor, subject, request } = session;
  const outcome = ending.kind === "final" ? ending.outcome : ending.retry.outcome;
  const { call } = session.sender(action);
  const start = `${subject} (${request.construct}): ${call}`;
  const tries = ending.kind === "final" ? "" : `; gave up after ${attempts(session.budget.count)}: ${ending.why}`;
  if (outcome.kind === "unanswered") {
    return new RefusedError(
      `${start} got no answer: ${redactor.line(outcome.reason)}${tries}`,
      nextForSilence(outcome.mayPass),
    );
  }
  const said = redactor.line(outcome.message);
  const target =
    outcome.status >= 300 && outcome.status < 400 ? ` to ${redactor.line(String(outcome.headers.location))}` : "";
  return new RefusedError(
    `${start} was answered with ${outcome.status}${target}${said === "" ? "" : `: ${said}`}${tries}`,
    nextFor(session, action, outcome),
    outcome.errors.map((error) => redactor.line(error)),
  );
}

function attempts(count: number): string {
  return count === 1 ? "1 attempt" : `${count} attempts`;
}

function nextForSilence(mayPass: boolean): string {
  return mayPass
    ? "check the address of the service and the network, and deploy again"
    : "check the certificate of the service; NODE_EXTRA_CA_CERTS names further authorities to trust";
}

function nextFor({ request }: Session, action: Action, outcome: Answered): string {
  const { status } = outcome;
  if (action === "create" && saysExists(status, outcome)) {
    return "to take over what exists, set adopt: true on the construct; to make another, give it another identity";
  }
  if (status >= 300 && status < 400)
    return "redirects are not followed, since they would carry the key elsewhere: correct the address";
  if (status >= 200 && status < 300)
    return "check the address of the service: what answers there does not speak its language";
  if (status === 401 || status === 403) {
    return `check the key in ${request.service.apiKeyVariable ?? serviceDefaults.apiKeyVariable} and what it may do, and deploy again`;
  }
  if (status === 404 && action === "update") {
    return "the service does not know it: check the address and the identity; if it was deleted there, terraform apply -replace of its record makes it again";
  }
  if (status === 404 || status === 405) return "check the address of the service, and deploy again";
  return status === 429 || status >= 500
    ? "deploy again; if it stays, ask those who run the service"
    : "correct the props, and deploy again";
}
