import type { Readable } from "node:stream";
import axios from "axios";

/** Longest answer that is read, in bytes. */
const LONGEST_ANSWER = 1_048_576;

/** One attempt to make a call. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** Longest time from start to the end of the answer, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** What the service answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/**
 * Sends one attempt and reads the answer, whatever its status, up to a bound. Redirects are not followed: they would
 * carry the key elsewhere.
 *
 * @throws Error of the network's with a `code`, or a CanceledError when the time is over or the signal aborts
 */
export async function send({ method, url, headers, body, timeout, signal }: Attempt): Promise<Answer> {
  const deadline = AbortSignal.timeout(timeout);
  const response = await axios.request<Readable>({
    method,
    url,
    headers: { ...headers, "Content-Type": "application/json", Accept: "application/json" },
    data: Buffer.from(body),
    signal: AbortSignal.any([deadline, signal]),
    maxRedirects: 0,
    maxBodyLength: Number.POSITIVE_INFINITY,
    responseType: "stream",
    transformRequest: [(data: unknown) => data],
    transformResponse: [(data: unknown) => data],
    validateStatus: () => true,
  });
  return { status: response.status, headers: response.headers, text: await textOf(response.data) };
}

/** The text of a body, cut off at the bound. */
async function textOf(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // leaving the loop destroys the stream
    if (length > LONGEST_ANSWER) break;
  }
  return Buffer.concat(chunks).subarray(0, LONGEST_ANSWER).toString("utf8");
}
