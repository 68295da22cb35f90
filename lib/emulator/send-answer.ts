import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "./answer";
import type { Fault } from "./fault";

/** What a fault changes about how an answer travels. */
export type Delivery = Pick<Fault, "headers" | "size" | "trickle" | "drop">;

/** Bytes of a piece when the answer does not trickle. */
const CHUNK = 64 * 1024;

/**
 * Sends an answer.
 *
 * @param closing ends the sending early
 * @throws Error when the connection breaks first, or `closing` fires
 */
export async function sendAnswer(
  response: ServerResponse,
  answer: Answer,
  delivery: Delivery,
  closing: AbortSignal,
): Promise<void> {
  const content =
    answer.body instanceof Uint8Array || typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  const body = Buffer.from(content);
  const length = delivery.size ?? body.length;
  response.writeHead(answer.status, headersOf(answer, length, delivery.headers));
  const isCut = delivery.drop === "midway";
  const pieces = bodyPieces(body, isCut ? Math.floor(length / 2) : length, delivery.trickle, closing);
  await pipeline(Readable.from(pieces), response, { signal: closing, end: !isCut });
  if (isCut) response.socket?.destroySoon();
}

function headersOf(answer: Answer, length: number, changes: Delivery["headers"] = {}): Record<string, string> {
  const lowered = Object.entries(changes).map(([name, value]) => [name.toLowerCase(), value] as const);
  const isChunked = lowered.some(([name]) => name === "transfer-encoding");
  const headers: Record<string, string | null> = {
    "content-type": "application/json; charset=utf-8",
    ...(isChunked ? {} : { "content-length": `${length}` }),
    ...answer.headers,
    ...Object.fromEntries(lowered),
  };
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The first `length` bytes of `body`, followed by spaces where it is shorter. */
async function* bodyPieces(body: Uint8Array, length: number, trickle: Delivery["trickle"], closing: AbortSignal) {
  const step = trickle?.bytes ?? CHUNK;
  for (let start = 0; start < length; start += step) {
    if (trickle !== undefined) await pause(trickle.milliseconds, undefined, { signal: closing });
    const piece = Buffer.alloc(Math.min(step, length - start), " ");
    piece.set(body.subarray(start, start + piece.length));
    yield piece;
  }
}
