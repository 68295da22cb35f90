import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Answer } from "./answer";
import type { Fault } from "./fault";

/** What a fault changes about how an answer travels. */
export type Delivery = Pick<Fault, "headers" | "drop">;

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
  response.writeHead(answer.status, headersOf(answer, body.length, delivery.headers));
  const isCut = delivery.drop === "midway";
  const sent = isCut ? body.subarray(0, body.length / 2) : body;
  await pipeline(Readable.from([sent]), response, { signal: closing, end: !isCut });
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
