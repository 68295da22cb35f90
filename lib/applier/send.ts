import type { ClientRequest } from "node:http";
import type { Agent } from "node:https";
import type { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import axios, { AxiosHeaders } from "axios";
import { type NoResponse, noResponse, ProxyRefusal } from "./no-response";
import { type Reading, type ResponseText, readResponse } from "./read-response";

/** The transport of axios alone. One call does not need its instances, defaults, interceptors and transforms. */
const transport = axios.getAdapter("http");

/** How many bytes of a response are read at most. */
const LONGEST_RESPONSE = 1_048_576;

/** One attempt to make a call. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** Names of the entity's fields, by which its record is known in a response. */
  readonly fields: readonly string[];
  /** Longest time from start to the end of the response, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
}

/** How one attempt ended. */
export type Outcome = ServiceResponse | NoResponse;

export interface ServiceResponse extends ResponseText, Reading {
  readonly kind: "response";
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A response that nobody has read yet. */
type Received = Omit<ServiceResponse, "kind" | keyof Reading>;

/**
 * Sends one attempt, and reads the response up to a limit, with any status. A failure of the network is an outcome, too.
 *
 * @throws any other error: that is a defect
 */
export async function send({ timeout, signal, fields, ...request }: Attempt): Promise<Outcome> {
  const deadline = new AbortController();
  // unlike AbortSignal.timeout, this keeps Node alive when a proxy has hung up and nothing else is pending
  const timer = setTimeout(() => deadline.abort(), timeout);
  try {
    const received = await exchange({ ...request, signal: AbortSignal.any([deadline.signal, signal]) });
    return { kind: "response", ...received, ...readResponse(received, fields) };
  } catch (error) {
    return noResponse(error, timeout);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Does not follow redirects, because they would send the key elsewhere.
 *
 * @throws a network error with a `code`, a ProxyRefusal, or a CanceledError when the time is over or the signal aborts
 */
async function exchange({
  method,
  url,
  headers,
  body,
  signal,
}: Omit<Attempt, "timeout" | "fields">): Promise<Received> {
  const isEncrypted = url.startsWith("https:");
  const response = await transport({
    method,
    url,
    headers: new AxiosHeaders({ ...headers, "Content-Type": "application/json", Accept: "application/json" }),
    data: Buffer.from(body),
    signal,
    // plain http is for loopback only, since a proxy would see the key
    ...(isEncrypted ? { httpsAgent: checkingAgent() } : { proxy: false }),
    maxRedirects: 0,
    maxBodyLength: Number.POSITIVE_INFINITY,
    responseType: "stream",
    validateStatus: () => true,
  });
  const { status, data, request } = response;
  if (isEncrypted && !((request as ClientRequest).socket as TLSSocket | null)?.encrypted) {
    data.destroy();
    throw new ProxyRefusal(status);
  }
  return { status, headers: response.headers, ...(await receivedContent(data)) };
}

/** An agent that checks certificates even against NODE_TLS_REJECT_UNAUTHORIZED, so that the key goes to no stranger. */
function checkingAgent(): Agent {
  // loaded only where it is needed
  const { Agent } = require("node:https") as typeof import("node:https");
  return new Agent({ rejectUnauthorized: true });
}

/** The text of a body, up to the limit. */
async function receivedContent(stream: Readable): Promise<ResponseText> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // leaving the loop destroys the stream
    if (length > LONGEST_RESPONSE) break;
  }
  const text = Buffer.concat(chunks).subarray(0, LONGEST_RESPONSE).toString("utf8");
  return { text, isComplete: length <= LONGEST_RESPONSE };
}
