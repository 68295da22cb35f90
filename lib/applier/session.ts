import { bodyOf, pathOf } from "../entity/call-body";
import { type Action, type Step, stepFor } from "../entity/step";
import type { Request } from "../protocol/request-file";
import { placeText } from "../text/names";
import type { Fields } from "../value/value";
import { NotSentError } from "./applier-errors";
import type { Redactor } from "./redactor";
import { RetryBudget } from "./retry-budget";
import type { ServiceAccess } from "./service-access";
import type { SharedAvailability } from "./shared-availability";

/** One run of the applier: its request, and what it needs to make the calls. */
export interface Session {
  /** The request with its deferred values filled in. */
  readonly request: Request;
  /** The request as its file has it, for messages. */
  readonly planned: Request;
  /** The entity in messages: "experiment checkout_button". */
  readonly subject: string;
  readonly service: ServiceAccess;
  readonly redactor: Redactor;
  /** Aborts when the applier has to end. */
  readonly signal: AbortSignal;
  readonly budget: RetryBudget;
  /** Folder of the synthesised stack, for commands to paste; undefined where Terraform is run elsewhere. */
  readonly stackFolder?: string;
}

/** What a session is made of. */
interface SessionInputs extends Omit<Session, "budget"> {
  /** Milliseconds for the call with all its attempts and waits, unless the service's settings have less. */
  readonly longest?: number;
  readonly shared?: SharedAvailability;
  /** Shows a line. */
  readonly say: (line: string) => void;
}

/** A session that has made no call yet. */
export function sessionOf({ longest = Infinity, shared, say, ...inputs }: SessionInputs): Session {
  const { service, signal } = inputs;
  const total = Math.min(service.retryBudget, longest);
  return { ...inputs, budget: new RetryBudget({ total, where: service.baseUrl, signal, say, shared }) };
}

/** The declared body of a call. */
export function declaredBody({ request, service }: Session, action: Action): Fields {
  return bodyOf(requireStep(request, action), request.fields, service.vendor);
}

/** Method and address of a call, for messages; without a value known at deploy time. */
export function callText({ planned, service }: Session, action: Action): string {
  const step = requireStep(planned, action);
  return `${step.method} ${service.baseUrl}${pathOf(step, planned.fields)}`;
}

/** The subject of an error: the entity, and where the code has it. */
export function sessionSubject({ subject, request }: Session): string {
  return `${subject} (${placeText(request)})`;
}

/** @throws NotSentError when the request has no such step */
export function requireStep(request: Request, action: Action): Step {
  const step = stepFor(request, action);
  if (step === undefined)
    throw new NotSentError(`the request has no ${action}`, "run cdktf synth and plan again", [], "not-planned");
  return step;
}
