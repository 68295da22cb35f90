import { keyHeader, serviceDefaults } from "../api/service-settings";
import type { Action } from "../protocol/request-file";
import { RefusedError } from "./applier-errors";
import { saysNotFound } from "./existence";
import type { Answered, Final } from "./outcome";
import type { Redactor } from "./redactor";
import type { Session } from "./session";
import { terraformCommand } from "./terraform-command";
import type { Unanswered } from "./unanswered";
import type { GivenUp } from "./until-answered";

/** What was done: a verb, and what has to be said besides. */
const results = {
  created: ["created", ""],
  updated: ["updated", ""],
  saved: ["saved", ""],
  validated: ["validated", ""],
  adopted: ["adopted", "it existed already"],
  adoptedAsItIs: ["adopted", "it existed already, and stays as it is"],
  found: ["found", "it exists with this content, from which its id comes"],
  createdBefore: ["created", "by an earlier deploy of this stack"],
  createdUnseen: ["created", "by an earlier attempt whose response was lost"],
} as const satisfies Readonly<Record<string, readonly [verb: string, remark: string]>>;

/** What a call that succeeded has done. */
export const resultOf = {
  create: "created",
  update: "updated",
  upsert: "saved",
  dryRun: "validated",
} as const satisfies Readonly<Record<Action, keyof typeof results>>;

/** The line about a call that succeeded. */
export function done({ subject, redactor, budget }: Session, result: keyof typeof results, message = ""): string {
  const [verb, remark] = results[result];
  const said = remark !== "" ? remark : redactor.line(message);
  return `${verb} ${subject} in ${Math.round(budget.elapsed)} ms${said === "" ? "" : `: ${said}`}`;
}

/** What an error is about: the entity and its construct. */
export function whatHappened({ subject, request }: Session): string {
  return `${subject} (${request.construct})`;
}

/** The error about a call that did not succeed. */
export function refusal(session: Session, action: Action, ending: Final | GivenUp): RefusedError {
  const { redactor } = session;
  const outcome = ending.kind === "final" ? ending.outcome : ending.retry.outcome;
  const start = `${whatHappened(session)}: ${session.sender(action).call}`;
  const tries = ending.kind === "final" ? "" : `; gave up after ${attempts(session.budget.count)}: ${ending.why}`;
  if (outcome.kind === "unanswered") {
    return new RefusedError(
      `${start} got no answer: ${redactor.line(outcome.reason)}${tries}`,
      remedies[outcome.trouble],
    );
  }
  const said = redactor.line(outcome.message || (outcome.errors.length === 0 ? outcome.text : ""));
  return new RefusedError(
    // what follows begins with a semicolon
    `${start} was answered with ${outcome.status}${targetOf(outcome, redactor)}${said === "" ? "" : `: ${said.replace(/\.$/, "")}`}${tries}`,
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
  protocol: "check the address of the service: what answers there did not return valid HTTP and JSON",
};

function attempts(count: number): string {
  return count === 1 ? "1 attempt" : `${count} attempts`;
}

function nextFor(session: Session, action: Action, outcome: Answered): string {
  const { request } = session;
  const { status } = outcome;
  if (status >= 300 && status < 400)
    return "redirects are not followed, since they would carry the key elsewhere: correct the address";
  if (status >= 200 && status < 300) return remedies.protocol;
  if (status === 401 || status === 403) {
    const { apiKeyVariable = serviceDefaults.apiKeyVariable, vendor = serviceDefaults.vendor } = request.service;
    return `check the key in ${apiKeyVariable} and what it may do, and vendor, which names its header ${keyHeader(vendor)}; then deploy again`;
  }
  if (action === "update" && saysNotFound(outcome, request)) return notFoundRemedy(session);
  if (action === "upsert" && status === 404) {
    return "the service has no such assignment source, or no such call: check the address of the service; some services create assignment sources elsewhere, see the page on services of this shape in the docs: create it there, and deploy again";
  }
  if (status === 404 || status === 405) return "check the address of the service, and deploy again";
  return status === 429 || status >= 500
    ? "deploy again; if it persists, contact the service's operator"
    : "correct the props, and deploy again";
}

/** How an entity comes into being that an update did not find. */
function notFoundRemedy({ request, stackFolder }: Session): string {
  const command = terraformCommand(stackFolder, `apply -replace=${request.address}`);
  return request.calls.create === undefined
    ? `the service does not have it: check its address and the construct's identity; to create it, remove adopt: true and run ${command}`
    : `the service does not have it: somebody has deleted it there, or its create was cut off; ${command} creates it`;
}
