import type { Answered, Outcome } from "../send";
import { retryAfter } from "./retry-after";

/** What to do after an outcome. */
export type Verdict = Success | Final | Retry;

export interface Success {
  readonly kind: "success";
  readonly outcome: Answered;
}

/** Another attempt would have the same result. */
export interface Final {
  readonly kind: "final";
  readonly outcome: Outcome;
  /** Whether the service may have executed the call nevertheless. */
  readonly mayHaveHappened: boolean;
}

/** Another attempt may have another result. */
export interface Retry {
  readonly kind: "retry";
  readonly outcome: Outcome;
  /** Why, in a few words. */
  readonly because: string;
  /** Whether the service may have executed the call nevertheless. */
  readonly mayHaveHappened: boolean;
  /** What limits the attempts further than the budget does, because more of them would not help. */
  readonly bound?: RetryBound;
  /** How long the service asks to wait, in milliseconds. */
  readonly after?: number;
}

export type RetryBound =
  /** Nothing listens there, or the name does not resolve: more likely a wrong address than a passing fault. */
  | "unreachable"
  /** The service fails on this particular call. */
  | "failing"
  /** The answer does not come from the service: more likely a wrong endpoint than a passing fault. */
  | "unreadable";

/** Statuses of a temporary outage, from the service or a gateway before it: time-outs, overload and lost origins. */
const OUTAGES = new Set([408, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 598, 599]);

/** 501 and 505 say that the request was not even understood. */
const NOT_UNDERSTOOD = new Set([501, 505]);

/**
 * Whether a call that was answered so may have taken effect. A 503 may come from a proxy whose connection was reset, and a
 * redirect from what follows a success. A 408 is for the client, which knows only that not all of it arrived.
 */
function mayHaveTakenEffect(status: number): boolean {
  return status < 400 || status === 408 || (status >= 500 && !NOT_UNDERSTOOD.has(status));
}

/**
 * Judges an outcome.
 *
 * @param isRepeatable whether it is safe to make the call twice
 * @param now milliseconds since 1970
 */
export function judge(outcome: Outcome, isRepeatable: boolean, now: number): Verdict {
  if (outcome.kind === "unanswered") {
    const { mayHaveArrived, reason, isTransient, cause, isUnreachable } = outcome;
    if (!isTransient) return { kind: "final", outcome, mayHaveHappened: mayHaveArrived };
    const bound = isUnreachable ? "unreachable" : cause === "protocol" ? "unreadable" : undefined;
    return { kind: "retry", outcome, because: reason, mayHaveHappened: mayHaveArrived, bound };
  }
  const { status } = outcome;
  const after = retryAfter(outcome.headers, now);
  const mayHaveHappened = mayHaveTakenEffect(status);
  const retry = (because: string, bound?: RetryBound): Retry => ({
    kind: "retry",
    outcome,
    because,
    mayHaveHappened,
    bound,
    after,
  });
  if (status >= 200 && status < 300) {
    if (outcome.saysFailure) return { kind: "final", outcome, mayHaveHappened };
    return outcome.isReadable ? { kind: "success", outcome } : retry("the answer cannot be read", "unreadable");
  }
  if (status === 429) return retry("rate limited");
  if (OUTAGES.has(status)) return retry(`answered with ${status}`);
  return status >= 500 && mayHaveHappened && isRepeatable
    ? retry(`answered with ${status}`, "failing")
    : { kind: "final", outcome, mayHaveHappened };
}
