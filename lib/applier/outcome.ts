import { type Reading, readAnswer } from "./answer";
import { retryAfter } from "./retry-after";
import { type Answer, type Attempt, send } from "./send";

/** How one attempt ended. */
export type Outcome = Answered | Unanswered;

export interface Answered extends Answer, Reading {
  readonly kind: "answered";
}

/** No whole answer came. */
export interface Unanswered {
  readonly kind: "unanswered";
  /** What went wrong, in a few words. */
  readonly reason: string;
  /** Whether the request can have reached the service. */
  readonly mayHaveArrived: boolean;
  /** Whether another attempt can end otherwise: a certificate that is not trusted stays so. */
  readonly mayPass: boolean;
}

/** Makes one attempt. Never throws: whatever goes wrong is an outcome. */
export async function attempt(request: Attempt): Promise<Outcome> {
  try {
    const answer = await send(request);
    return { kind: "answered", ...answer, ...readAnswer(answer) };
  } catch (error) {
    return unanswered(error as NodeJS.ErrnoException, request.timeout);
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

/** Failures before a byte of the request was sent. */
const NOT_SENT: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host name not found",
  EAI_AGAIN: "host name not resolved",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
};

const UNCLEAR: Readonly<Record<string, string>> = {
  ECONNRESET: "connection lost",
  ECONNABORTED: "connection lost",
  EPIPE: "connection lost",
  ETIMEDOUT: "connection timed out",
};

function unanswered(error: NodeJS.ErrnoException, timeout: number): Unanswered {
  const code = codeOf(error);
  if (error.name === "CanceledError" || error.name === "AbortError" || error.name === "TimeoutError") {
    return { kind: "unanswered", reason: `no answer within ${timeout / 1_000} s`, mayHaveArrived: true, mayPass: true };
  }
  const notSent = NOT_SENT[code];
  if (notSent !== undefined) return { kind: "unanswered", reason: notSent, mayHaveArrived: false, mayPass: true };
  if (/CERT|SIGNED|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)) {
    return { kind: "unanswered", reason: `no trusted connection (${code})`, mayHaveArrived: false, mayPass: false };
  }
  return { kind: "unanswered", reason: UNCLEAR[code] ?? (code || error.message), mayHaveArrived: true, mayPass: true };
}

/** The code of an error or of what caused it: a connection to several addresses fails with all their errors. */
function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown[] };
  const inner = [...(Array.isArray(errors) ? errors : []), cause].map(codeOf).find((found) => found !== "");
  return inner ?? (typeof code === "string" ? code : "");
}
