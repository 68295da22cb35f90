import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type Answer, refusal } from "./answer";
import { keyRefusal, withoutKeys } from "./api-key";
import type { EmulatedService } from "./emulated-service";
import { type Fault, type FaultQueue, takesEffect } from "./fault";
import type { EmulatorSettings } from "./options";
import type { OpenCall } from "./received-call";
import { discardContent, readContent } from "./request-content";
import { sendAnswer } from "./send-answer";

/** What calls under `/console/v1` work on. */
export interface Backend {
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

/** Serves one call: lists it, looks at its key, plays the oldest fault that is for it, answers. */
export async function serveCall(backend: Backend, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { service, settings, calls, closing } = backend;
  const call = openCall(request, service.kindAt(urlPath(request)));
  calls.push(call);
  const answer = keyRefusal(request.headers, settings);
  if (answer === undefined) return serveWithKey(backend, call, request, response);
  forgetOldest(backend, call);
  // what anybody may send is not kept
  await discardContent(request);
  call.status = answer.status;
  await sendAnswer(response, answer, {}, closing);
}

/** Makes room in the list for a call that is refused. */
function forgetOldest({ calls, refused }: Backend, call: OpenCall): void {
  refused.push(call);
  const oldest = refused.length > MOST_REFUSED ? refused.shift() : undefined;
  if (oldest !== undefined) calls.splice(calls.indexOf(oldest), 1);
}

async function serveWithKey(
  { service, faults, closing }: Backend,
  call: OpenCall,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const fault = faults.take(call) ?? {};

  if (fault.drop === "before") {
    await delay(fault, closing);
    request.socket.resetAndDestroy();
    return;
  }
  const content = await readContent(request);
  call.body = content.value;
  const own = takesEffect(fault) ? service.answer({ ...call, path: urlPath(request), content }) : undefined;
  await delay(fault, closing);

  if (fault.drop === "after") {
    request.socket.resetAndDestroy();
  } else if (fault.hang !== true) {
    const answer = faultyAnswer(fault, own);
    call.status = answer.status;
    await sendAnswer(response, answer, fault, closing);
  }
}

/** The path of a request without its query. */
export function urlPath({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}

async function delay(fault: Fault, closing: AbortSignal): Promise<void> {
  if (fault.delay !== undefined) await pause(fault.delay, undefined, { signal: closing });
}

/** What the fault says; where it says neither status nor body, the call's own answer. */
function faultyAnswer(fault: Fault, own: Answer | undefined): Answer {
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
