import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { keyHeader } from "../api/service-settings";
import { type Fault, type FaultQueue, takesEffect } from "./fault";
import type { EmulatorSettings } from "./options";
import { type ApiResponse, discardContent, readContent, refusal, sendResponse, urlPath } from "./server";
import type { EmulatedService } from "./service";
import type { ReceivedCall } from "./store";

/** A call while it is under way. */
export type OpenCall = { -readonly [Field in keyof ReceivedCall]: ReceivedCall[Field] };

/** What calls under `/console/v1` work on. */
interface Backend {
  readonly service: EmulatedService;
  readonly settings: EmulatorSettings;
  readonly faults: FaultQueue;
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
  { service, faults, closing }: Backend,
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
  const own = takesEffect(fault) ? service.respond({ ...call, path: urlPath(request), content }) : undefined;
  await delay();

  if (fault.drop === "after") {
    request.socket.resetAndDestroy();
  } else if (fault.hang !== true) {
    const response = faultyResponse(fault, own);
    call.status = response.status;
    await sendResponse(outgoing, response, closing, { headers: fault.headers, isCut: fault.drop === "midway" });
  }
}

/** What the fault says; where it says neither status nor body, the call's own response. */
function faultyResponse(fault: Fault, own: ApiResponse | undefined): ApiResponse {
  const isOwn = fault.status === undefined && fault.body === undefined;
  if (isOwn && own !== undefined) return own;
  const status = fault.status ?? own?.status ?? 200;
  return { status, body: fault.body ?? refusal(status).body };
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
