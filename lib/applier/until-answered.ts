import { type Action, ADOPT_VARIABLE, type CallRequest } from "../protocol/request-file";
import { InterruptedError } from "./applier-errors";
import { type Answered, type Final, judge, type Retry } from "./outcome";
import type { Session } from "./session";
import { terraformCommand } from "./terraform-command";

/** How a call ended, after all its attempts. */
export type Ending = Success | Final | GivenUp;

export interface Success {
  readonly kind: "success";
  readonly outcome: Answered;
}

/** The time for the call is over. */
export interface GivenUp {
  readonly kind: "given up";
  readonly retry: Retry;
  /** Why there was no further attempt. */
  readonly why: string;
}

/**
 * Makes a call that may be repeated without harm until it is answered, or its budget is spent.
 *
 * @param body instead of the declared one
 * @throws InterruptedError when the session is ended
 */
export async function untilAnswered(session: Session, action: Action, body?: CallRequest["body"]): Promise<Ending> {
  const { send } = session.sender(action, body);
  let isUnclear = false;
  for (;;) {
    await turnOrEnd(session, action, isUnclear);
    const verdict = judge(await send(session.budget.left), true, Date.now());
    if (verdict.kind !== "retry") return verdict;
    isUnclear ||= verdict.mayHaveHappened;
    const why = await waitOrEnd(session, action, verdict, isUnclear);
    if (why !== undefined) return { kind: "given up", retry: verdict, why };
  }
}

/**
 * Waits until an attempt may be made, as far as the calls beside this one know.
 *
 * @param isUnclear whether the call may have taken effect
 * @throws InterruptedError when the session is ended
 */
export function turnOrEnd(session: Session, action: Action, isUnclear: boolean): Promise<void> {
  return orEnd(session, action, isUnclear, () => session.budget.sitOut());
}

/**
 * Waits before another attempt.
 *
 * @param isUnclear whether the call may have taken effect
 * @returns why there is no time for it, or undefined
 * @throws InterruptedError when the session is ended
 */
export function waitOrEnd(
  session: Session,
  action: Action,
  retry: Retry,
  isUnclear: boolean,
): Promise<string | undefined> {
  return orEnd(session, action, isUnclear, () => session.budget.wait(retry, messageOf(retry, session)));
}

/** What the service said last, for a line. */
function messageOf({ outcome }: Retry, { redactor }: Session): string {
  return outcome.kind === "answered" && outcome.isReadable ? redactor.line(outcome.message) : "";
}

async function orEnd<T>(session: Session, action: Action, isUnclear: boolean, wait: () => Promise<T>): Promise<T> {
  try {
    session.signal.throwIfAborted();
    return await wait();
  } catch (error) {
    if (session.signal.aborted) throw interrupted(session, action, isUnclear);
    throw error;
  }
}

/** What is said when the applier is ended from outside. */
function interrupted(session: Session, action: Action, isUnclear: boolean): InterruptedError {
  const known = isUnclear ? "whether it took effect is unknown" : "it did not take effect";
  return new InterruptedError(
    `${session.subject} (${session.request.construct}): interrupted during the ${action}; ${known}`,
    action === "create" && isUnclear
      ? `deploy again; what that finds existing, ${terraformCommand(session.stackFolder, "apply", { [ADOPT_VARIABLE]: "true" })} takes over`
      : "deploy again",
  );
}
