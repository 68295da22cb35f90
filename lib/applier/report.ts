import type { Action } from "../interface/request";
import { keyHeader, serviceDefaults } from "../interface/service";
import { RefusedError } from "./errors";
import { saysExists } from "./exists";
import type { Answered } from "./outcome";
import type { Redactor } from "./secrets";
import type { Session } from "./session";
import type { Unanswered } from "./unanswered";
import type { Final, GivenUp } from "./until-answered";

/** What was done, in one word, and what has to be said besides. */
const done: Readonly<Record<Action | "found" | "settled" | "made before", readonly [verb: string, remark: string]>> = {
  create: ["created", ""],
  update: ["updated", ""],
  put: ["saved", ""],
  validate: ["validated", ""],
  found: ["found", "it exists with this content, from which its id comes"],
  settled: ["created", "an attempt whose end was unclear had made it"],
  "made before": ["created", "an earlier deploy from here had made it"],
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
  const start = `${subject} (${request.construct}): ${redactor.line(session.sender(action).call)}`;
  const tries = ending.kind === "final" ? "" : `; gave up after ${attempts(session.budget.count)}: ${ending.why}`;
  if (outcome.kind === "unanswered") {
    return new RefusedError(
      `${start} got no answer: ${redactor.line(outcome.reason)}${tries}`,
      remedies[outcome.trouble],
    );
  }
  const said = redactor.line(outcome.message || (outcome.errors.length === 0 ? outcome.text : ""));
  return new RefusedError(
    `${start} was answered with ${outcome.status}${targetOf(outcome, redactor)}${said === "" ? "" : `: ${said}`}${tries}`,
    nextFor(session, action, outcome),
    outcome.errors.map((error) => redactor.line(error)),
  );
}

/** Where a redirect leads. */
function targetOf({ status, headers: { location } }: Answered, redactor: Redactor): string {
  return status >= 300 && status < 400 && typeof location === "string" ? ` to ${redactor.line(location)}` : "";
}

/** What to do where no answer came. */
const remedies: Readonly<Record<Unanswered["trouble"], string>> = {
  network: "check the address of the service and the network, and deploy again",
  proxy: "check the proxy in HTTPS_PROXY and what it lets through, or name the service in NO_PROXY, and deploy again",
  certificate: "check the certificate of the service; NODE_EXTRA_CA_CERTS names further authorities to trust",
  protocol: "check the address of the service: what answers there does not speak its language",
};

function attempts(count: number): string {
  return count === 1 ? "1 attempt" : `${count} attempts`;
}

function nextFor({ request }: Session, action: Action, outcome: Answered): string {
  const { status } = outcome;
  if (action === "create" && saysExists(outcome, request)) {
    return "to take over what exists, set adopt: true on the construct; to make another, give it another identity";
  }
  if (status >= 300 && status < 400)
    return "redirects are not followed, since they would carry the key elsewhere: correct the address";
  if (status >= 200 && status < 300) return remedies.protocol;
  if (status === 401 || status === 403) {
    const { apiKeyVariable = serviceDefaults.apiKeyVariable, vendor = serviceDefaults.vendor } = request.service;
    return `check the key in ${apiKeyVariable} and what it may do, and vendor, which names its header ${keyHeader(vendor)}; then deploy again`;
  }
  if (status === 404 && action === "update") {
    const remedy =
      request.calls.create === undefined
        ? "to make it, take adopt: true out, and replace its record by terraform apply -replace"
        : "if it was deleted there, terraform apply -replace of its record makes it again";
    return `the service does not know it: check the address and the identity; ${remedy}`;
  }
  if (status === 404 || status === 405) return "check the address of the service, and deploy again";
  return status === 429 || status >= 500
    ? "deploy again; if it stays, ask those who run the service"
    : "correct the props, and deploy again";
}
