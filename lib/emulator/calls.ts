import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { keyHeader } from "../api/vendor-names";
import { type FaultQueue, faultyResponse, takesEffect } from "./faults";
import type { ReceivedCall } from "./listing";
import type { EmulatorSettings, RateLimit } from "./options";
import { type ApiResponse, discardContent, readContent, refusal, sendResponse, urlPath } from "./server";
import type { EmulatedService } from "./service";

/** A call while it is under way. */
export type OpenCall = { -readonly [Field in keyof ReceivedCall]: ReceivedCall[Field] };

/** What calls under `/console/v1` work on. */
interface Backend {
  readonly service: EmulatedService;
  readonly settings: EmulatorSettings;
  readonly faults: FaultQueue;
  readonly limiter: RateLimiter;
  /** Every call is added when it arrives. */
  readonly calls: OpenCall[];
  /** Those of them that have no right key. */
  readonly refused: OpenCall[];
  /** Fires when the emulator closes. */
  readonly closing: AbortSignal;
}

/** How many calls without the right key are listed: anybody may send them, for as long as the emulator runs. */
const MOST_REFUSED = 100;

/** Serves one call: lists it, looks at its key, plays the oldest fault that is for it, responds. */
export async function serveCall(backend: Backend, request: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { service, settings, calls, refused, closing } = backend;
  const call = openCall(request, service.kindAt(urlPath(request)));
  calls.push(call);
  const keyless = keyRefusal(request.headers, settings);
  if (keyless === undefined) return serveWithKey(backend, call, request, outgoing);

  refused.push(call);
  const oldest = refused.length > MOST_REFUSED ? refused.shift() : undefined;
  if (oldest !== undefined) calls.splice(calls.indexOf(oldest), 1);
  // what anybody may send is not kept
  await discardContent(request);
  call.status = keyless.status;
  await sendResponse(outgoing, keyless, closing);
}

async function serveWithKey(
  { service, settings, faults, limiter, closing }: Backend,
  call: OpenCall,
  request: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const fault = faults.take(call) ?? {};
  const delay = async () => {
    if (fault.delay !== undefined) await pause(fault.delay, undefined, { signal: closing });
  };

  if (fault.drop === "before") {
    await delay();
    request.socket.resetAndDestroy();
    return;
  }
  const content = await readContent(request);
  call.body = content.value;
  const respond = () =>
    limitRefusal(limiter, settings.rateLimit) ?? service.respond({ ...call, path: urlPath(request), content });
  const own = takesEffect(fault) ? respond() : undefined;
  await delay();

  if (fault.drop === "after") {
    request.socket.resetAndDestroy();
  } else if (fault.hang !== true) {
    const response = faultyResponse(fault, own);
    call.status = response.status;
    await sendResponse(outgoing, response, closing, { headers: fault.headers, isCut: fault.drop === "midway" });
  }
}

/** The entry of a request whose body is still to be read. */
function openCall({ method = "", url = "", headers }: IncomingMessage, kind: string | undefined): OpenCall {
  return {
    method,
    path: url,
    kind,
    body: undefined,
    headers: withoutKeys(headers),
    status: undefined,
    time: Date.now(),
  };
}

/** The headers of a call as text, with every key hidden: also one sent under another brand. */
function withoutKeys(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.endsWith("-api-key") ? "***" : String(value)]),
  );
}

/** The response to a request without the right key; undefined for one that has it. Never shows a key. */
export function keyRefusal(
  headers: IncomingHttpHeaders,
  { key, vendor }: Pick<EmulatorSettings, "key" | "vendor">,
): ApiResponse | undefined {
  const name = keyHeader(vendor);
  const given = headers[name.toLowerCase()];
  if (given === undefined) return refusal(401, `The header ${name} is missing.`);
  return given === key ? undefined : refusal(401, `The key in the header ${name} is not valid.`);
}

/** Counts calls in a sliding window. */
export class RateLimiter {
  private taken: number[] = [];

  /**
   * @param limit undefined takes every call
   * @param now a clock in milliseconds that never goes back
   */
  constructor(
    private readonly limit: RateLimit | undefined,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes one call if the limit allows; otherwise returns after how many seconds it would, a whole number of at least 1. */
  take(): number | undefined {
    if (this.limit === undefined) return undefined;
    const now = this.now();
    const window = this.limit.seconds * 1000;
    this.taken = this.taken.filter((time) => time > now - window);
    const [oldest] = this.taken;
    if (oldest !== undefined && this.taken.length >= this.limit.changes) {
      return Math.max(1, Math.ceil((oldest + window - now) / 1000));
    }
    this.taken.push(now);
    return undefined;
  }

  /** Forgets the calls taken so far. */
  clear(): void {
    this.taken = [];
  }
}

function limitRefusal(limiter: RateLimiter, limit: RateLimit | undefined): ApiResponse | undefined {
  const wait = limiter.take();
  if (wait === undefined) return undefined;
  const headers = limit?.retryAfter === false ? undefined : { "retry-after": `${wait}` };
  return refusal(429, "Too many changes; try again later.", { headers });
}
