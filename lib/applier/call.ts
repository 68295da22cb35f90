import { pathOf } from "../entity/call-body";
import type { Action } from "../entity/steps";
import type { Fields } from "../value/value";
import { InterruptedError } from "./applier-errors";
import { fieldRules } from "./field-rules";
import type { Journal } from "./journal";
import { type Attempt, type Outcome, type ServiceResponse, send } from "./send";
import { declaredBody, requireStep, type Session, sessionSubject } from "./session";
import { verdictOn } from "./verdict";

/** How a call ended, after all its attempts. */
export type Ending = Success | Failure;

export interface Success {
  readonly kind: "success";
  readonly response: ServiceResponse;
}

export interface Failure {
  readonly kind: "failure";
  /** Of the last attempt. */
  readonly outcome: Outcome;
  /** Why there was no further attempt, where one might have succeeded. */
  readonly why?: string;
}

/** What the last attempt of a call met. */
export function outcomeOf(ending: Ending): Outcome {
  return ending.kind === "success" ? ending.response : ending.outcome;
}

/** How a call is made that must not take effect twice. */
interface Once {
  /** Keeps what is known of its effect. */
  readonly journal: Pick<Journal, "isUnclear" | "markUnclear">;
  /** Looks before each attempt: what is there already is not made again. */
  readonly isThere: () => Promise<boolean>;
}

/**
 * Makes a call again and again until its end is known or its budget is spent.
 *
 * @param options a body in the place of the declared one; `once` for a call that is not safe to repeat
 * @throws InterruptedError when the session is interrupted
 */
export function makeCall(session: Session, action: Action, options?: { readonly body: Fields }): Promise<Ending>;
export function makeCall(
  session: Session,
  action: Action,
  options: { readonly once: Once },
): Promise<Ending | "exists">;
export async function makeCall(
  session: Session,
  action: Action,
  { body, once }: { readonly body?: Fields; readonly once?: Once } = {},
): Promise<Ending | "exists"> {
  const { budget } = session;
  const attempt = attemptOf(session, action, body);
  let mayHaveHappened = false;
  const stopped = (why: string) => {
    const isKnown = !(once?.journal.isUnclear ?? mayHaveHappened);
    return stoppedError(session, action, why, isKnown ? NONE : mayHaveHappened ? UNKNOWN : EARLIER_UNKNOWN);
  };
  const interruption = () => stopped("interrupted");
  for (;;) {
    if (await once?.isThere()) return "exists";
    await unlessAborted(session.signal, () => budget.awaitPause(), interruption);
    const why = session.whyStopped?.();
    if (why !== undefined) throw stopped(why);
    const outcome = await send({ ...attempt, timeout: Math.min(session.service.attemptTimeout, budget.left) });
    const verdict = verdictOn(outcome, once === undefined, Date.now());
    if (verdict.effect === "maybe") {
      mayHaveHappened = true;
      once?.journal.markUnclear();
    }
    if (verdict.decision === "take" && outcome.kind === "response") return { kind: "success", response: outcome };
    if (verdict.decision !== "again") return { kind: "failure", outcome };
    const said = outcome.kind === "response" && outcome.isReadable ? session.redactor.line(outcome.message) : "";
    const whyNoMore = await unlessAborted(session.signal, () => budget.wait(verdict, said), interruption);
    if (whyNoMore !== undefined) return { kind: "failure", outcome, why: whyNoMore };
  }
}

/** Waits; when the signal aborts before or meanwhile, throws the error of that. */
async function unlessAborted<T>(signal: AbortSignal, wait: () => Promise<T>, abortError: () => Error): Promise<T> {
  try {
    signal.throwIfAborted();
    return await wait();
  } catch (error) {
    throw signal.aborted ? abortError() : error;
  }
}

/** What each attempt of a call sends. */
function attemptOf(session: Session, action: Action, body = declaredBody(session, action)): Omit<Attempt, "timeout"> {
  const { request, service, signal } = session;
  const step = requireStep(request, action);
  return {
    method: step.method,
    url: `${service.baseUrl}${pathOf(step, request.fields)}`,
    headers: service.headers,
    body: JSON.stringify(body),
    isRecord: (responseBody) => fieldRules().isRecordOf(request, responseBody),
    signal,
  };
}

/** Why a call stops where the entry of a later deploy has taken the place of its own. */
export const TAKEN_OVER = "another deploy has taken over";

const NONE = "it did not take effect";
const UNKNOWN = "whether it took effect is unknown";
const EARLIER_UNKNOWN = `${NONE}, and whether an earlier attempt did is unknown`;

/** The error when a call is ended from outside. */
export function stoppedError(session: Session, action: Action, why: string, known: string): InterruptedError {
  const again = why === TAKEN_OVER ? "when the other deploy has ended, deploy again" : "deploy again";
  return new InterruptedError(
    `${sessionSubject(session)}: ${why} during the ${action}; ${known}`,
    action === "create" && [UNKNOWN, EARLIER_UNKNOWN].includes(known)
      ? `${again}; if it exists by then, that deploy says how to adopt it`
      : again,
    [],
    "interrupted",
  );
}
