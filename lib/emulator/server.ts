import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const HOST = "127.0.0.1";

/** Longest request body that is read, in bytes. */
const LONGEST_BODY = 16 * 1024 * 1024;

/** What a request gets. */
export interface ApiResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, everything else as JSON. */
  readonly body: string | Uint8Array | object;
}

/** A response that refuses a request. */
export function refusal(
  status: number,
  message = STATUS_CODES[status] ?? "Refused",
  more: { readonly headers?: ApiResponse["headers"]; readonly errors?: readonly object[] } = {},
): ApiResponse {
  return { status, headers: more.headers, body: { message, errors: more.errors } };
}

/** Responds to one request. May throw: the server then returns 500, or breaks the connection if a response has begun. */
type Handler = (request: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** A server that listens. */
export interface Listening {
  readonly baseUrl: string;
  /** Breaks every connection. Resolves when the port is free. */
  close(): Promise<void>;
}

/**
 * Listens on a loopback port. Serves only requests that name a loopback host, since a web page may have its own name
 * resolve to 127.0.0.1, and none that a browser sends for another site.
 *
 * @param port 0 takes a free one
 * @throws Error when the port cannot be had
 */
export async function listen(port: number, handle: Handler): Promise<Listening> {
  const server = createServer((request, outgoing) => {
    serve(request, outgoing, handle).catch(() => giveUp(outgoing));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const problem = `cannot listen on ${HOST}:${port} (${cause.code}); give another port, or 0 for a free one`;
      reject(new Error(problem, { cause }));
    });
    server.listen(port, HOST, resolve);
  });
  const closed = new Promise<void>((resolve) => server.once("close", resolve));
  return {
    baseUrl: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      return closed;
    },
  };
}

async function serve(request: IncomingMessage, outgoing: ServerResponse, handle: Handler): Promise<void> {
  if (!isLoopbackHost(request.headers.host)) endPlainly(outgoing, 403, "The emulator serves loopback hosts only.");
  else if (isForeign(request)) endPlainly(outgoing, 403, "The emulator serves no other site.");
  else await handle(request, outgoing);
}

function giveUp(outgoing: ServerResponse): void {
  if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
  else endPlainly(outgoing, 500, "The emulator failed to respond.");
}

function endPlainly(outgoing: ServerResponse, status: number, message: string): void {
  // what is left of the request stays unread, so the connection cannot carry another
  outgoing.writeHead(status, { "content-type": "application/json", connection: "close" });
  outgoing.end(JSON.stringify({ message }));
}

/** Whether a browser says that a page of another site sends the request. Other clients send neither header. */
function isForeign({ headers }: IncomingMessage): boolean {
  const { host = "", origin, "sec-fetch-site": site = "none" } = headers;
  return (origin !== undefined && origin !== `http://${host}`) || (site !== "none" && site !== "same-origin");
}

function isLoopbackHost(host = ""): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host);
}

/** The path of a request without its query. */
export function urlPath({ url = "" }: IncomingMessage): string {
  return url.split("?", 1)[0] ?? "";
}

/** What a request carried. */
export interface RequestContent {
  /** The parsed body, or undefined when it is not JSON or too long. */
  readonly value?: unknown;
  /** What such a request gets, or undefined when it carried JSON as it should. */
  readonly refusal?: ApiResponse;
}

/**
 * Reads a request to its end. One that is longer than `LONGEST_BODY` is thrown away, but read all the same: a response
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
  const mediaType = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  return mediaType === "application/json"
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

/** What may be changed about how a response travels. */
interface Delivery {
  /** Headers over those of the response. Null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Whether the connection ends when half of the body is sent. */
  readonly isCut?: boolean;
}

/**
 * Sends a response.
 *
 * @param closing ends the sending early
 * @throws Error when the connection breaks first, or `closing` fires
 */
export async function sendResponse(
  outgoing: ServerResponse,
  { status, headers, body }: ApiResponse,
  closing: AbortSignal,
  { headers: changes = {}, isCut = false }: Delivery = {},
): Promise<void> {
  const bytes = Buffer.from(body instanceof Uint8Array || typeof body === "string" ? body : JSON.stringify(body));
  outgoing.statusCode = status;
  const own = { "content-type": "application/json; charset=utf-8", "content-length": `${bytes.length}`, ...headers };
  for (const [name, value] of Object.entries<string | null>({ ...own, ...changes })) {
    if (value === null) outgoing.removeHeader(name);
    else outgoing.setHeader(name, value);
  }
  const sent = isCut ? bytes.subarray(0, bytes.length / 2) : bytes;
  await pipeline(Readable.from([sent]), outgoing, { signal: closing, end: !isCut });
  if (isCut) outgoing.socket?.destroySoon();
}
