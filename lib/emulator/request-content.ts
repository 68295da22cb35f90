import type { IncomingMessage } from "node:http";
import { type Answer, refusal } from "./answer";

/** Longest request body that is read, in bytes. */
const LONGEST_BODY = 16 * 1024 * 1024;

/** What a request carried. */
export interface RequestContent {
  /** The parsed body, or undefined when it is not JSON or too long. */
  readonly value?: unknown;
  /** What such a request is answered with, or undefined when it carried JSON as it should. */
  readonly refusal?: Answer;
}

/**
 * Reads a request to its end. One that is longer than `LONGEST_BODY` is thrown away, but read all the same: an answer
 * before the end of a request would reach few clients.
 *
 * @throws Error when the connection breaks before the end
 */
export async function readContent(request: IncomingMessage): Promise<RequestContent> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LONGEST_BODY) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (length > LONGEST_BODY) return { refusal: refusal(413, `The request body is longer than ${LONGEST_BODY} bytes.`) };
  const content = parseContent(Buffer.concat(chunks));
  return isJsonContent(request.headers["content-type"])
    ? content
    : { ...content, refusal: refusal(415, "The content type of the request is not application/json.") };
}

/**
 * Reads a request to its end and keeps nothing of it.
 *
 * @throws Error when the connection breaks before the end
 */
export async function discardContent(request: IncomingMessage): Promise<void> {
  for await (const _ of request);
}

function parseContent(bytes: Buffer): RequestContent {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown };
  } catch {
    return { refusal: refusal(400, "The request body is not JSON.") };
  }
}

function isJsonContent(contentType = ""): boolean {
  return contentType.split(";")[0]?.trim().toLowerCase() === "application/json";
}
