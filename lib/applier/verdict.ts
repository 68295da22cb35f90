import type { NoResponse, Outcome, ServiceResponse } from "./send";

/** What to do after an attempt. */
export interface Verdict {
  /** `take`: the call has succeeded. `stop`: another attempt would end in the same way. `again`: it may end otherwise. */
  readonly decision: "take" | "stop" | "again";
  readonly effect: Effect;
  /** Why, in a few words. */
  readonly because: string;
  /** What limits the attempts further than the budget does, because more of them would not help. */
  readonly bound?: RetryBound;
  /** What was not reached. The service when left out. */
  readonly unreached?: "the proxy";
  /** How long the service asks to wait, in milliseconds. */
  readonly after?: number;
}

/** Whether the service has done what an attempt asks for. */
export type Effect = "none" | "maybe" | "done";

export type RetryBound =
  /** Nothing listens there, or the name does not resolve: more likely a wrong base URL than a passing fault. */
  | "unreachable"
  /** The service fails on this particular call. */
  | "failing"
  /** The response does not come from the service: more likely a wrong endpoint than a passing fault. */
  | "unreadable";

/** Statuses of a temporary outage, from the service or a gateway before it: time-outs, overload and lost origins. */
const OUTAGES = new Set([408, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 529, 530, 598, 599]);

/** 501 and 505 say that the request was not even understood. */
const NOT_UNDERSTOOD = new Set([501, 505]);

/**
 * What the outcome of an attempt means:
 *
 * | status | decision | effect |
 * |---|---|---|
 * | 2xx | take | done |
 * | 2xx, and the body says that the call failed | stop | maybe |
 * | 2xx, and the body cannot be read | again | maybe |
 * | 3xx | stop | maybe: it may follow a success |
 * | 429 | again | none |
 * | 408 | again | maybe: the client knows only that not all of the request arrived |
 * | other 4xx, 501, 505 | stop | none |
 * | outages of 5xx | again | maybe: a 503 may come from a proxy whose connection was reset |
 * | other 5xx | again where it is safe, else stop | maybe |
 *
 * Without a response, the failure itself says whether the request may have arrived, and whether it may pass.
 *
 * @param isRepeatable whether it is safe to make the call twice
 * @param now milliseconds since 1970
 */
export function verdictOn(outcome: Outcome, isRepeatable: boolean, now: number): Verdict {
  return outcome.kind === "no response" ? withoutResponse(outcome) : byResponse(outcome, isRepeatable, now);
}

function withoutResponse({ mayHaveArrived, isTransient, reason, isUnreachable, cause }: NoResponse): Verdict {
  return {
    decision: isTransient ? "again" : "stop",
    effect: mayHaveArrived ? "maybe" : "none",
    because: reason,
    bound: isUnreachable ? "unreachable" : cause === "protocol" ? "unreadable" : undefined,
    ...(isUnreachable && cause === "proxy" && { unreached: "the proxy" }),
  };
}

function byResponse(response: ServiceResponse, isRepeatable: boolean, now: number): Verdict {
  const { status, headers, saysFailure, isReadable } = response;
  const because = `returned ${status}`;
  const after = retryAfter(headers, now);
  if (status >= 200 && status < 300) {
    if (saysFailure) return { decision: "stop", effect: "maybe", because };
    if (isReadable) return { decision: "take", effect: "done", because };
    return { decision: "again", effect: "maybe", because: "the response cannot be read", bound: "unreadable", after };
  }
  if (status === 429) return { decision: "again", effect: "none", because: "rate limited", after };
  if (OUTAGES.has(status)) return { decision: "again", effect: "maybe", because, after };
  if (status >= 500 && !NOT_UNDERSTOOD.has(status)) {
    return { decision: isRepeatable ? "again" : "stop", effect: "maybe", because, bound: "failing", after };
  }
  return { decision: "stop", effect: status < 400 ? "maybe" : "none", because };
}

/** The three forms of a date in HTTP (RFC 9110, 5.6.7). */
const DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * How long a `Retry-After` header (RFC 9110, 10.2.3) asks to wait. A date is compared with the response's own `Date`, since the
 * clock of this machine may be wrong.
 *
 * @param headers of the response, by their names in lower case
 * @param now milliseconds since 1970, for a response without `Date`
 * @returns milliseconds, 0 for a date in the past; undefined for a header that is missing or is neither whole seconds nor
 *   a date
 */
export function retryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const header = headers["retry-after"];
  // beyond this, a wait could not be said in digits
  if (typeof header === "string" && /^\s*\d+\s*$/.test(header)) {
    return Math.min(Number(header) * 1_000, Number.MAX_SAFE_INTEGER);
  }
  const date = httpTime(header);
  return date === undefined ? undefined : Math.max(0, date - (httpTime(headers.date) ?? now));
}

/** The milliseconds since 1970 of a date in HTTP; undefined for what is none. */
function httpTime(header: unknown): number | undefined {
  const text = typeof header === "string" ? header.trim() : "";
  if (!DATE.test(text)) return undefined;
  // the asctime form names no zone; all dates in HTTP are in UTC
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
