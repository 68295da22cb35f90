import { bodyOf, pathOf } from "../entity/call-body";
import { type Action, type Step, stepFor } from "../entity/step";
import type { Request } from "../protocol/request-file";
import { placeText } from "../text/title";
import type { Fields } from "../value/value";
import { NotSentError } from "./applier-errors";
import type { Redactor } from "./redactor";
import { RetryBudget } from "./retry-budget";
import { type Outcome, send } from "./send";
import type { ServiceAccess } from "./service-access";
import type { SharedAvailability } from "./shared-availability";

/** One run of the applier: its request, and what it needs to make the call. */
export interface Session {
  /** The request with its deferred values filled in. */
  readonly request: Request;
  /** The request as its file has it, for messages. */
  readonly planned: Request;
  /** The entity in messages: "experiment checkout_button". */
  readonly subject: string;
  readonly redactor: Redactor;
  /** Aborts when the applier has to end. */
  readonly signal: AbortSignal;
  readonly budget: RetryBudget;
  /**
   * Prepares a call of the request.
   *
   * @param body instead of the declared one
   */
  readonly sender: (action: Action, body?: Fields) => Sender;
  /** The declared body of a call. */
  readonly body: (action: Action) => Fields;
  /** Folder of the synthesised stack, for commands to paste; undefined where Terraform is run elsewhere. */
  readonly stackFolder?: string;
}

/** A call that is ready to be sent, any number of times. */
export interface Sender {
  /** Method and address, for messages; without a value that only the deploy knows. */
  readonly call: string;
  /** @param left longest time for this attempt, in milliseconds */
  readonly send: (left: number) => Promise<Outcome>;
}

/** What a session is made of. */
export interface SessionInputs extends Omit<Session, "budget" | "sender" | "body"> {
  readonly service: ServiceAccess;
  /** Milliseconds for the call with all its attempts and waits, unless the service's settings have less. */
  readonly longest?: number;
  readonly shared?: SharedAvailability;
  /** Shows a line. */
  readonly say: (line: string) => void;
}

/** A session that has made no call yet. */
export function sessionOf({ service, longest = Infinity, shared, say, ...inputs }: SessionInputs): Session {
  const { request, planned, signal } = inputs;
  const body = (action: Action) => bodyOf(requireStep(request, action), request.fields, service.vendor);
  const budget = new RetryBudget({
    total: Math.min(service.retryBudget, longest),
    where: service.baseUrl,
    signal,
    say,
    shared,
  });
  return {
    ...inputs,
    budget,
    body,
    sender: (action, other) => {
      const step = requireStep(request, action);
      const { method } = step;
      const url = `${service.baseUrl}${pathOf(step, request.fields)}`;
      const text = JSON.stringify(other ?? body(action));
      const fields = Object.keys(request.fields);
      const fixed = { method, url, headers: service.headers, body: text, fields, signal };
      return {
        // a getter: most calls succeed, and need no message
        get call() {
          return `${method} ${service.baseUrl}${pathOf(step, planned.fields)}`;
        },
        send: (left) => send({ ...fixed, timeout: Math.min(service.attemptTimeout, left) }),
      };
    },
  };
}

/** The subject of an error: the entity, and where the code has it. */
export function sessionSubject({ subject, request }: Session): string {
  return `${subject} (${placeText(request)})`;
}

/** @throws NotSentError when the request has no such step */
export function requireStep(request: Request, action: Action): Step {
  const step = stepFor(request, action);
  if (step === undefined) throw new NotSentError(`the request has no ${action}`, "run cdktf synth and plan again");
  return step;
}
