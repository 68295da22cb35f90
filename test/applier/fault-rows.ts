import type { ServiceSettings } from "../../lib/api/service-settings";
import type { Fault } from "../../lib/emulator";

/** A fault of one attempt. */
export interface FaultRow {
  readonly what: string;
  readonly fault: Fault;
  readonly service?: ServiceSettings;
}

const html = { "content-type": "text/html" };
const page = "<html><h1>Bad gateway</h1></html>";
/** Long enough for answers on a busy machine. */
const short = { attemptTimeoutSeconds: 4 };
const limited = (wait?: string): Fault => ({ status: 429, headers: { "Retry-After": wait ?? null } });

/** The service has certainly not executed the call, so it is made again. */
export const notExecuted: readonly FaultRow[] = [
  { what: "429 without Retry-After", fault: limited() },
  { what: "429 with Retry-After: 0", fault: limited("0") },
  { what: "429 with Retry-After: 1", fault: limited("1") },
  { what: "429 with Retry-After in the past", fault: limited("Wed, 21 Oct 2015 07:28:00 GMT") },
  { what: "429 with garbage in Retry-After", fault: limited("soon") },
  { what: "503", fault: { status: 503 } },
  { what: "503 with Retry-After", fault: { status: 503, headers: { "Retry-After": "1" } } },
];

/** The service may have executed the call, and it is made again. */
export const unclear: readonly FaultRow[] = [
  { what: "a reset before the request was read", fault: { drop: "before" } },
  { what: "a reset after the request was read", fault: { drop: "after" } },
  { what: "no answer", fault: { hang: true, effect: true }, service: short },
  {
    what: "an answer that trickles",
    fault: { status: 201, effect: true, trickle: { bytes: 1, milliseconds: 1_000 } },
    service: short,
  },
  { what: "an answer that breaks off", fault: { status: 201, effect: true, drop: "midway" } },
  { what: "502 as HTML", fault: { status: 502, headers: html, body: page } },
  ...[408, 504, 520, 522, 524, 527, 529, 598].map((status) => ({ what: `${status}`, fault: { status, effect: true } })),
  { what: "200 with HTML", fault: { status: 200, headers: html, body: page } },
  { what: "200 with truncated JSON", fault: { status: 200, body: '{"message":"ok","da', effect: true } },
];

/** The service failed at the call, and may have executed it. A create is not made again in the same deploy. */
export const failing: readonly FaultRow[] = [
  { what: "500", fault: { status: 500 } },
  { what: "507", fault: { status: 507, effect: true } },
];
