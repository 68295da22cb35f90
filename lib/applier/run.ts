import type { Action, CallRequest, RequestFile } from "../interface/request";
import { labelOf, pathOf } from "../interface/resource";
import { Budget } from "./budget";
import { create } from "./create";
import { NotSentError } from "./errors";
import { type FilledRequest, fill } from "./fill";
import { digestOf, Note } from "./note";
import { attempt } from "./outcome";
import { Pause } from "./pause";
import { refusal, report } from "./report";
import { readCommand } from "./request-file";
import { Redactor } from "./secrets";
import { type Service, serviceOf } from "./service";
import type { Sender, Session } from "./session";
import { untilAnswered } from "./until-answered";

/** What the applier needs from the process that it runs in. */
export interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** Ends the call, and any wait, at once. */
  readonly signal: AbortSignal;
  /** Shows a line while the call goes on. */
  readonly say: (line: string) => void;
}

/**
 * Does what a command says: reads the request, fills and checks it, and makes the call.
 *
 * @param commandLine see `commandText`
 * @returns one line that says what was done
 * @throws ApplierError
 */
export async function run(commandLine: string, { environment, signal, say }: Surroundings): Promise<string> {
  const { action, file, request: planned } = readCommand(commandLine);
  const content = JSON.stringify(planned.calls[action]?.body);
  const { name, kind } = planned;
  const { request, secrets, values } = filled(planned, environment);
  const service = serviceOf(request.service, environment);
  const redactor = new Redactor([service.key, ...secrets]);
  const session: Session = {
    request,
    // a name that came from Terraform may be a secret
    subject: `${labelOf(kind)} ${name === null ? "" : redactor.line(name)}`.trimEnd(),
    redactor,
    signal,
    budget: new Budget(
      service.retryBudget,
      signal,
      (line) => say(redactor.line(line)),
      new Pause(file, service.baseUrl),
    ),
    sender: (which) => senderOf(which, request, service, signal),
  };
  if (planned.holes.length > 0) refuseInvalid(request, action, service);

  if (action === "create") {
    const shown = name ?? digestOf(request.name ?? "");
    return create(session, new Note(file, kind, shown, `${content}${values}`));
  }
  const outcome = await untilAnswered(session, action);
  if (outcome.kind === "success") return report(session, action, outcome.outcome);
  throw refusal(session, action, outcome);
}

/** Fills a request; an error names the construct too. */
function filled(planned: RequestFile, environment: NodeJS.ProcessEnv): FilledRequest {
  try {
    return fill(planned, environment);
  } catch (error) {
    if (!(error instanceof NotSentError)) throw error;
    throw new NotSentError(`${planned.construct} (${labelOf(planned.kind)}): ${error.message}`, error.next);
  }
}

function senderOf(action: Action, request: RequestFile, service: Service, signal: AbortSignal): Sender {
  const call = callOf(request, action);
  const path = pathOf(call, call.parameters as Record<string, string>);
  const body = JSON.stringify(call.body);
  const { method } = call;
  const url = `${service.baseUrl}${path}`;
  return {
    call: `${method} ${url}`,
    send: (left) =>
      attempt({ method, url, headers: service.headers, body, timeout: Math.min(service.attemptTimeout, left), signal }),
  };
}

function callOf(request: RequestFile, action: Action): CallRequest {
  const call = request.calls[action];
  if (call === undefined) throw new NotSentError(`the request has no ${action}`, "run cdktf synth and plan again");
  return call;
}

function refuseInvalid(request: RequestFile, action: Action, service: Service): void {
  // loaded only for what synth could not check
  const { checkCall } = require("./check") as typeof import("./check");
  // a create may finish with the update
  const actions: Action[] = action === "create" && request.calls.update !== undefined ? ["create", "update"] : [action];
  const problems = new Set(
    actions.flatMap((each) => checkCall(request.kind, each, callOf(request, each), service.vendor)),
  );
  if (problems.size === 0) return;
  throw new NotSentError(
    `${request.construct} (${labelOf(request.kind)}): ${problems.size} ${problems.size === 1 ? "problem" : "problems"} in values that synth did not know`,
    "correct the values, and deploy again; nothing was sent",
    [...problems],
  );
}
