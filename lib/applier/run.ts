import type { Action, CallRequest, RequestFile } from "../interface/request";
import { labelOf, pathOf } from "../interface/resource";
import { readAnswer, saysExists } from "./answer";
import { checkCall } from "./check";
import { NotSentError, RefusedError } from "./errors";
import { fill } from "./fill";
import { readCommand } from "./request-file";
import { Redactor } from "./secrets";
import { type Answer, send } from "./send";
import { type Service, serviceOf } from "./service";

const done: Readonly<Record<Action, string>> = {
  create: "created",
  update: "updated",
  put: "saved",
  validate: "validated",
};

/** One line that says what was done. */
export type Report = string;

/**
 * Does what a command says: reads the request, fills and checks it, and makes the call.
 *
 * @param commandLine see `commandText`
 * @throws ApplierError
 */
export async function run(commandLine: string, environment: NodeJS.ProcessEnv): Promise<Report> {
  const { action, request: planned } = readCommand(commandLine);
  const { request, secrets } = fill(planned, environment);
  const call = request.calls[action];
  if (call === undefined) throw new NotSentError(`the request has no ${action}`, "run cdktf synth and plan again");
  const service = serviceOf(request.service, environment);
  if (planned.holes.length > 0) refuseInvalid(request, action, call, service);

  const redactor = new Redactor([service.key, ...secrets]);
  const subject = `${labelOf(request.kind)} ${redactor.line(request.name ?? "")}`;
  const path = pathOf(call, call.parameters as Record<string, string>);
  const started = performance.now();
  const answer = await send({
    method: call.method,
    url: `${service.baseUrl}${path}`,
    headers: service.headers,
    body: JSON.stringify(call.body),
    timeout: service.attemptTimeout,
  });
  const duration = Math.round(performance.now() - started);
  const { message, errors } = readAnswer(answer);
  if (answer.status >= 200 && answer.status < 300) {
    return `${done[action]} ${subject} in ${duration} ms${message === "" ? "" : `: ${redactor.line(message)}`}`;
  }
  if (call.existing === "accept" && saysExists(answer.status, readAnswer(answer))) {
    return `found ${subject} in ${duration} ms: it exists with this content, its id comes from it`;
  }
  throw new RefusedError(
    `${subject} (${request.construct}): ${call.method} ${path} was answered with ${answer.status}${message === "" ? "" : `: ${redactor.line(message)}`}`,
    nextFor(answer, action, request),
    errors.map((error) => redactor.line(error)),
  );
}

function refuseInvalid(request: RequestFile, action: Action, call: CallRequest, service: Service): void {
  const problems = checkCall(request.kind, action, call, service.vendor);
  if (problems.length === 0) return;
  throw new NotSentError(
    `${request.construct} (${labelOf(request.kind)}): ${problems.length} ${problems.length === 1 ? "problem" : "problems"} in values known only to Terraform or the environment`,
    "correct the values, and deploy again; nothing was sent",
    problems,
  );
}

function nextFor(answer: Answer, action: Action, request: RequestFile): string {
  if (action === "create" && saysExists(answer.status, readAnswer(answer))) {
    return "to take over what exists, set adopt: true on the construct; to make another, give it another identity";
  }
  switch (answer.status) {
    case 401:
    case 403:
      return `check the key in ${request.service.apiKeyVariable ?? "SERVICE_API_KEY"} and what it may do, and deploy again`;
    case 404:
      return action === "update"
        ? "the service does not know it: check the base address, or make it again by terraform apply -replace of its record"
        : "check the base address, and deploy again";
    default:
      return answer.status >= 500
        ? "deploy again; if it stays, ask who runs the service"
        : "correct the props, and deploy again";
  }
}
