import { type Action, actions, type CallRequest, type RequestFile } from "../interface/request";
import { labelOf, pathOf } from "../interface/resource";
import { Budget } from "./budget";
import { create } from "./create";
import { ApplierError, NotSentError } from "./errors";
import { type FilledRequest, fill } from "./fill";
import { keyedDigest } from "./keyed-digest";
import { Note } from "./note";
import { Notes } from "./notes";
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
  /** Tells whether the process that started this one is gone. */
  readonly isOrphaned: () => boolean;
  /** Shows a line while the call goes on. */
  readonly say: (line: string) => void;
}

/**
 * Does what a command says: reads the request, fills and checks it, and makes the call.
 *
 * @param commandLine see `commandText`
 * @returns a line for each call that says what was done
 * @throws ApplierError
 */
export async function run(commandLine: string, surroundings: Surroundings): Promise<string> {
  const { environment, signal, isOrphaned, say } = surroundings;
  const { task, file, request: planned } = readCommand(commandLine);
  const { kind, name, holes } = planned;
  const candidates = task === "again" ? actions : [task];
  // before the holes are filled, since a note must not tell secrets
  const bodies = candidates.map((action) => [action, JSON.stringify(planned.calls[action]?.body)] as const);
  const { request, secrets, values } = filled(planned, environment);
  const service = serviceOf(request.service, environment);
  const redactor = new Redactor([service.key, ...secrets]);
  const notes = new Notes(file, service);
  // what is not declared any more is not made good
  const isLeft = ([action, body]: (typeof bodies)[number]) => body !== undefined && notes.isCutOff(action);
  const due = task === "again" ? bodies.filter(isLeft) : bodies;
  // a name that came from Terraform may be a secret
  const subject = `${labelOf(kind)} ${name === null ? "" : redactor.line(name)}`.trimEnd();
  if (holes.length > 0) for (const [action] of due) refuseInvalid(request, action, service);

  const pause = new Pause(file, service.baseUrl);
  const sender = (which: Action) => senderOf(which, request, service, signal);
  const digest = (text: string) => keyedDigest(text, service.key);
  const lines: string[] = [];
  for (const [action, body] of due) {
    const budget = new Budget(service.retryBudget, signal, (line) => say(redactor.line(line)), pause);
    const session: Session = { request, subject, redactor, signal, budget, sender };
    const content = digest(`${body}${values}`);
    const note = new Note(notes, action, { kind, name: name ?? digest(request.name ?? ""), content });
    note.begin();
    try {
      lines.push(await call(session, action, note));
    } catch (error) {
      if (!(error instanceof ApplierError)) note.doubt();
      // Terraform learns of a failure by the resource of the call, and only while it is there
      note.fail(task === "again" || isOrphaned());
      throw error;
    }
    note.succeed();
  }
  return lines.length === 0 ? `${subject}: nothing that was cut off is left to do` : lines.join("\n");
}

async function call(session: Session, action: Action, note: Note): Promise<string> {
  if (action === "create") return create(session, note);
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
  const followed: Action[] = action === "create" && request.calls.update !== undefined ? ["update"] : [];
  const problems = new Set(
    [action, ...followed].flatMap((each) => checkCall(request.kind, each, callOf(request, each), service.vendor)),
  );
  if (problems.size === 0) return;
  throw new NotSentError(
    `${request.construct} (${labelOf(request.kind)}): ${problems.size} ${problems.size === 1 ? "problem" : "problems"} in values that synth did not know`,
    "correct the values, and deploy again; nothing was sent",
    [...problems],
  );
}
