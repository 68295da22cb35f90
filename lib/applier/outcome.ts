import { type Reading, readAnswer } from "./answer";
import { retryAfter } from "./retry-after";
import { type Answer, type Attempt, send } from "./send";
import type { Unanswered } from "./unanswered";

/** How one attempt ended. */
export type Outcome = Answered | Unanswered;

export interface Answered extends Answer, Reading {
  readonly kind: "answered";
}

/** Makes one attempt. Never throws: whatever goes wrong is an outcome. */
export async function attempt(request: Attempt): Promise<Outcome> {
  try {
    const answer = await send(request);
    return { kind: "answered", ...answer, ...readAnswer(answer) };
  } catch (error) {
    // loaded only when something has failed
    const { unanswered } = require("./unanswered") as typeof import("./unanswered");
    return unanswered(error, request.timeout);
  }
}

/** What to do after an outcome. */
export type Verdict =
  | { readonly kind: "success"; readonly outcome: Answered }
  | { readonly kind: "final"; readonly outcome: Outcome }
  | Retry;

export interface Retry {
  readonly kind: "retry";
  readonly outcome: Outcome;
  /** Why, in a few words. */
  readonly because: string;
  /** Whether the call may have taken effect all the same. */
  readonly mayHaveHappened: boolean;
  /** How long the service asks to wait, in milliseconds. */
  readonly after?: number;
}

/**
 * Judges an outcome.
 *
 * @param isRepeatable whether the call may be made twice without harm
 * @param now milliseconds since 1970
 */
export function judge(outcome: Outcome, isRepeatable: boolean, now: number): Verdict {
  if (outcome.kind === "unanswered") {
    return outcome.mayPass
      ? { kind: "retry", outcome, because: outcome.reason, mayHaveHappened: outcome.mayHaveArrived }
      : { kind: "final", outcome };
  }
  const { status } = outcome;
  const after = retryAfter(outcome.headers["retry-after"], now);
  const retry = (because: string, mayHaveHappened: boolean): Retry => ({
    kind: "retry",
    outcome,
    because,
    mayHaveHappened,
    ...(after === undefined ? {} : { after }),
  });
  if (status >= 200 && status < 300) {
    return outcome.isReadable ? { kind: "success", outcome } : retry("the answer cannot be read", true);
  }
  switch (status) {
    case 429:
      return retry("rate limited", false);
    case 503:
      return retry("service unavailable", after === undefined);
    case 502:
    case 504:
      return retry(status === 502 ? "bad gateway" : "gateway time-out", true);
    case 500:
      return isRepeatable ? retry("internal error of the service", true) : { kind: "final", outcome };
    default:
      return { kind: "final", outcome };
  }
}
