import type { Redactor } from "../applier/redactor";
import type { Outcome, ServiceResponse } from "../applier/send";
import { toReach } from "../applier/to-reach";
import { retryAfter } from "../applier/verdict";
import { seconds } from "../text/words";
import { PlatformError, RefusedError, UnclearWriteError } from "./platform-errors";

/** A call, in words that an error can use. */
export interface PlatformCall {
  /** GET when left out. */
  readonly method?: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** In the place of the platform's. */
  readonly baseUrl?: string;
  /** From the base URL on, encoded. */
  readonly path: string;
  readonly body?: object;
  /** Whether it changes nothing, though it is a POST. */
  readonly isQuery?: true;
  /** What it is for: `reading the comments of #482`. */
  readonly doing: string;
  /** What the token needs for it: `pull-requests: write`. */
  readonly permission: string;
}

/** What an error about a call says besides. */
interface Reached {
  readonly platform: string;
  readonly baseUrl: string;
  readonly redactor: Redactor;
  /** How long to wait before another attempt, in milliseconds; undefined where none helps. */
  readonly wait: number | undefined;
}

/** How long to wait before the next attempt, in milliseconds; undefined where none helps, or would do something twice. */
export function waitAfter(outcome: Outcome, call: PlatformCall, attempt: number): number | undefined {
  const backoff = 1000 * 2 ** (attempt - 1);
  if (outcome.kind === "no response") {
    return outcome.isTransient && !(mayCreate(call) && outcome.mayHaveArrived) ? backoff : undefined;
  }
  if (isLimited(outcome)) return askedWait(outcome.headers) ?? 10 * backoff;
  return outcome.status >= 500 && !mayCreate(call) ? (askedWait(outcome.headers) ?? backoff) : undefined;
}

/** Whether a second attempt may create something a second time. */
function mayCreate({ method, isQuery }: PlatformCall): boolean {
  return method === "POST" && isQuery !== true;
}

/** Whether a platform refuses it only for now. GitHub says so also with 403, and in errors of a success. */
function isLimited(response: ServiceResponse): boolean {
  const { status, headers, saysFailure } = response;
  if (status === 429) return true;
  const hasSign = headers["retry-after"] !== undefined || headers["x-ratelimit-remaining"] === "0";
  return (status === 403 || saysFailure) && (hasSign || /rate limit/i.test(messageOf(response)));
}

/** What a platform asks for: a time, or the second from which on it responds again. */
function askedWait(headers: ServiceResponse["headers"]): number | undefined {
  const after = retryAfter(headers, Date.now());
  if (after !== undefined) return after;
  const reset = Number(headers["x-ratelimit-reset"] ?? headers["ratelimit-reset"] ?? Number.NaN);
  return Number.isFinite(reset) ? Math.max(1000, reset * 1000 - Date.now()) : undefined;
}

/** The error of a call that has failed for good. */
export function failureOf(call: PlatformCall, outcome: Outcome, reached: Reached): PlatformError {
  const { platform, redactor, wait } = reached;
  const { doing, permission, baseUrl = reached.baseUrl } = call;
  if (outcome.kind === "no response") {
    const Failure = mayCreate(call) && outcome.mayHaveArrived ? UnclearWriteError : PlatformError;
    const reason = redactor.line(outcome.reason);
    const next = `${toReach(outcome, baseUrl, "the platform")}, and run the job again`;
    return new Failure(`${doing}: no response of ${baseUrl}: ${reason}`, next);
  }
  const said = saidBy(outcome, redactor);
  const { status } = outcome;
  if (status >= 500) {
    const Failure = mayCreate(call) ? UnclearWriteError : PlatformError;
    return new Failure(`${doing}: ${baseUrl} responds with ${said}`, `run the job again once ${platform} works`);
  }
  if (isLimited(outcome)) {
    const after = wait === undefined ? "later" : `in ${seconds(wait)}`;
    return new PlatformError(`${doing}: ${platform} limits the calls: ${said}`, `run the job again ${after}`);
  }
  if ([401, 403, 404, 410].includes(status)) {
    const token = status === 401 ? "the job a token that is valid, with" : "the job's token";
    const next = `give ${token} the permission ${permission}`;
    return new RefusedError(`${doing}: ${baseUrl} refuses it: ${said}`, next, status);
  }
  const see = messageOf(outcome) === "" ? "" : `see what ${platform} says, or `;
  return new PlatformError(
    `${doing}: ${baseUrl} responds with ${said}`,
    status >= 300 && status < 400
      ? `correct ${baseUrl}, to which the token goes and no further, or start a new job if the repository was renamed`
      : `${see}give the job's token the permission ${permission}`,
  );
}

function saidBy(response: ServiceResponse, redactor: Redactor): string {
  if (!response.isComplete) return `${response.status}, and more than can be read`;
  const text = messageOf(response);
  const words = redactor.line(text.slice(0, 300), text.length > 300);
  return words === "" ? `${response.status}` : `${response.status}, ${words}`;
}

function messageOf({ message, errors }: ServiceResponse): string {
  return [message, ...errors.map(({ text }) => text)].filter((text) => text !== "").join("; ");
}
