import type { Action } from "../../entity/step";
import type { Fields } from "../../value/value";
import { InterruptedError } from "../applier-errors";
import type { Outcome } from "../send";
import { type Session, sessionSubject } from "../session";
import { type Final, judge, type Retry, type Success } from "./verdict";

/** How a call ended, after all its attempts. */
export type Ending = Success | Final | GivenUp;

/** The call failed, and there is no further attempt. */
export interface GivenUp {
  readonly kind: "given up";
  /** Of the last attempt. */
  readonly outcome: Outcome;
  /** Why there was no further attempt. */
  readonly why: string;
}

/**
 * Makes a call again and again until it is answered or its budget is spent. The call must be safe to repeat.
 *
 * @param body instead of the declared one
 * @throws InterruptedError when the session is interrupted
 */
export async function untilAnswered(session: Session, action: Action, body?: Fields): Promise<Ending> {
  const { send } = session.sender(action, body);
  let isUnclear = false;
  for (;;) {
    await awaitTurn(session, action, isUnclear);
    const verdict = judge(await send(session.budget.left), true, Date.now());
    if (verdict.kind !== "retry") return verdict;
    isUnclear ||= verdict.mayHaveHappened;
    const why = await awaitRetry(session, action, verdict, isUnclear);
    if (why !== undefined) return { kind: "given up", outcome: verdict.outcome, why };
  }
}

/**
 * Waits until an attempt may be made, by what the other calls of the deploy know.
 *
 * @param isUnclear whether the call may have taken effect
 * @throws InterruptedError when the session is interrupted
 */
export function awaitTurn(session: Session, action: Action, isUnclear: boolean): Promise<void> {
  return unlessInterrupted(session, action, isUnclear, () => session.budget.awaitPause());
}

/**
 * Waits before another attempt.
 *
 * @param isUnclear whether the call may have taken effect
 * @returns why there is no time for it, or undefined
 * @throws InterruptedError when the session is interrupted
 */
export function awaitRetry(
  session: Session,
  action: Action,
  retry: Retry,
  isUnclear: boolean,
): Promise<string | undefined> {
  return unlessInterrupted(session, action, isUnclear, () => session.budget.wait(retry, messageOf(retry, session)));
}

/** The last message of the service, for a line. */
function messageOf({ outcome }: Retry, { redactor }: Session): string {
  return outcome.kind === "answered" && outcome.isReadable ? redactor.line(outcome.message) : "";
}

async function unlessInterrupted<T>(
  session: Session,
  action: Action,
  isUnclear: boolean,
  wait: () => Promise<T>,
): Promise<T> {
  try {
    session.signal.throwIfAborted();
    return await wait();
  } catch (error) {
    if (session.signal.aborted) throw interrupted(session, action, isUnclear);
    throw error;
  }
}

/** The error when the applier is ended from outside. */
function interrupted(session: Session, action: Action, isUnclear: boolean): InterruptedError {
  const known = isUnclear ? "whether it took effect is unknown" : "it did not take effect";
  return new InterruptedError(
    `${sessionSubject(session)}: interrupted during the ${action}; ${known}`,
    action === "create" && isUnclear
      ? "deploy again; if it exists by then, that deploy says how to take it over"
      : "deploy again",
  );
}
