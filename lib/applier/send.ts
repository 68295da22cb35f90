import type { ClientRequest } from "node:http";
import type { Agent } from "node:https";
import type { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import axios, { AxiosHeaders } from "axios";
import { seconds } from "../text/words";
import type { Fields } from "../value/value";
import { proxyIn } from "./proxy";
import { type Reading, type ResponseText, readResponse } from "./read-response";

/** The transport of axios alone. One call does not need its instances, defaults, interceptors and transforms. */
const transport = axios.getAdapter("http");

/** How many bytes of a service's response are read at most. */
const LONGEST_RESPONSE = 1_048_576;

/** One attempt to make a call. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
  /** Whether a body of JSON has the record of the entity. */
  readonly isRecord: (body: Fields) => boolean;
  /** Longest time from start to the end of the response, in milliseconds. */
  readonly timeout: number;
  readonly signal: AbortSignal;
  /** How many bytes of the response are read at most; 1 MiB when left out. */
  readonly longestResponse?: number;
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
export async function send({ timeout, signal, isRecord, ...request }: Attempt): Promise<Outcome> {
  const deadline = new AbortController();
  // unlike AbortSignal.timeout, this keeps Node alive when a proxy has hung up and nothing else is pending
  const timer = setTimeout(() => deadline.abort(), timeout);
  try {
    const received = await exchange({ ...request, signal: AbortSignal.any([deadline.signal, signal]) });
    return { kind: "response", ...received, ...readResponse(received, isRecord) };
  } catch (error) {
    return namingProxy(noResponse(error, timeout), error);
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
  longestResponse = LONGEST_RESPONSE,
}: Omit<Attempt, "timeout" | "isRecord">): Promise<Received> {
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
  return { status, headers: response.headers, ...(await receivedContent(data, longestResponse)) };
}

/** An agent that checks certificates even against NODE_TLS_REJECT_UNAUTHORIZED, so that the key goes to no stranger. */
function checkingAgent(): Agent {
  // loaded only where it is needed
  const { Agent } = require("node:https") as typeof import("node:https");
  return new Agent({ rejectUnauthorized: true });
}

/** The text of a body, up to the limit. */
async function receivedContent(stream: Readable, longest: number): Promise<ResponseText> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    // leaving the loop destroys the stream
    if (length > longest) break;
  }
  const text = Buffer.concat(chunks).subarray(0, longest).toString("utf8");
  return { text, isComplete: length <= longest };
}

/** A proxy refused to connect to the service, and responded in its place. `send` decides which calls take a proxy. */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";

  /** @param status of the proxy's response */
  constructor(readonly status: number) {
    super(`refused the connection with ${status}`);
  }
}

/** An attempt without a complete response of the service. */
export interface NoResponse {
  readonly kind: "no response";
  /** What went wrong, in a few words. */
  readonly reason: string;
  /** What is at fault. */
  readonly cause: "network" | "proxy" | "certificate" | "protocol";
  /** Whether the request may have reached the service. */
  readonly mayHaveArrived: boolean;
  /** Whether another attempt may succeed. With a certificate that is not trusted, for example, none will. */
  readonly isTransient: boolean;
  /** Whether nothing listens at the address, or its name does not resolve. */
  readonly isUnreachable: boolean;
}

/** What the system does before there is a connection: if that fails, not a byte of the request was sent. */
const CONNECTING: ReadonlySet<unknown> = new Set(["getaddrinfo", "connect"]);

/** Why nothing is reached: while connecting, or later, when a route goes away under a connection. */
const UNREACHABLE_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host name not found",
  EHOSTUNREACH: "host unreachable",
  EHOSTDOWN: "host down",
  ENETUNREACH: "network unreachable",
  ENETDOWN: "network down",
};

/** Failures of a connection that may have carried the request. */
const LOST: Readonly<Record<string, string>> = {
  ECONNRESET: "connection lost",
  ECONNABORTED: "connection lost",
  ENETRESET: "connection lost",
  ENOTCONN: "connection lost",
  EPIPE: "connection lost",
  ETIMEDOUT: "connection timed out",
  // how Node says that a response was cut off
  ERR_STREAM_PREMATURE_CLOSE: "connection lost",
};

/** Codes of TLS failures. They happen before the request is sent, unless the connection was trusted already. */
const TLS = /CERT|SIGNED|SIGNATURE|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|ERR_TLS|ERR_SSL|EPROTO/;

/** Codes by which a service refuses the caller's certificate, which in TLS 1.3 arrive on a trusted connection. */
const CALLER_REFUSED = /ALERT_\w*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED)/;

/** Codes of Node's HTTP parser, and of decompressing a response. */
const NOT_HTTP = /^HPE_|^Z_|^ERR_(ZLIB|BROTLI|_ERROR_FORMAT)/;

/** Codes of exhausted resources of this machine, which may recover. */
const EXHAUSTED = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EADDRNOTAVAIL"]);

/**
 * What the failure of an attempt means.
 *
 * @param timeout of the attempt, in milliseconds
 * @throws the error itself when it is not a network failure: trying again would not fix a defect
 */
export function noResponse(error: unknown, timeout: number): NoResponse {
  const outcome = (
    cause: NoResponse["cause"],
    reason: string,
    { mayHaveArrived = true, isTransient = true, isUnreachable = false } = {},
  ): NoResponse => ({ kind: "no response", cause, reason, mayHaveArrived, isTransient, isUnreachable });

  const { name, message } = error as Error;
  if (error instanceof ProxyRefusal) {
    return outcome("proxy", message, {
      mayHaveArrived: false,
      isTransient: error.status === 429 || error.status >= 500,
    });
  }
  if (name === "CanceledError" || name === "AbortError" || name === "TimeoutError") {
    return outcome("network", `timed out after ${seconds(timeout)}`);
  }
  const { code, syscall } = rootOf(error);
  // systems have many codes for a name that does not resolve: on Windows even ENOENT
  const unreachable = UNREACHABLE_CODES[code] ?? (syscall === "getaddrinfo" ? "host name not resolved" : undefined);
  const mayHaveArrived = !CONNECTING.has(syscall);
  if (unreachable !== undefined) {
    return outcome("network", unreachable, { mayHaveArrived, isUnreachable: !mayHaveArrived });
  }
  if (TLS.test(code)) {
    const isBroken = wasTrusted(error) && !CALLER_REFUSED.test(code);
    if (isBroken) return outcome("network", `encrypted connection broken (${code})`);
    return outcome("certificate", `no trusted connection (${code})`, { mayHaveArrived: false, isTransient: false });
  }
  if (NOT_HTTP.test(code)) return outcome("protocol", `the response is not valid HTTP (${code})`);
  if (code === "ERR_PROXY_SCHEME") {
    return outcome("proxy", message, { mayHaveArrived: false, isTransient: false });
  }
  if (code === "ERR_INVALID_URL" || code === "ERR_INVALID_PROTOCOL") {
    return outcome("proxy", "the URL is not valid; allowed: http:// or https://, with host and port", {
      mayHaveArrived: false,
      isTransient: false,
    });
  }
  if (message.startsWith("Proxy connection ended"))
    return outcome("proxy", "connection lost", { mayHaveArrived: false });
  const known = LOST[code] ?? (EXHAUSTED.has(code) ? code : undefined);
  if (known !== undefined) return outcome("network", known, { mayHaveArrived });
  // of any other failure of the system, only the code is known, and not whether it is transient
  if (typeof syscall === "string") return outcome("network", code, { mayHaveArrived, isTransient: false });
  throw error;
}

/** What of a failed attempt says whether it went through a proxy, and how far. */
interface ProxiedRequest {
  readonly socket?: object | null;
  readonly agent?: { readonly proxy?: object };
}

/** A failure with the name of the proxy, without its password. Where there is no tunnel yet, the proxy is at fault. */
function namingProxy(outcome: NoResponse, error: unknown): NoResponse {
  const { request } = error as { readonly request?: ProxiedRequest | null };
  const isAtFault = outcome.cause === "proxy" || request?.socket == null;
  if (outcome.cause !== "proxy" && request?.agent?.proxy === undefined) return outcome;
  const { name } = proxyIn(process.env);
  return isAtFault
    ? { ...outcome, cause: "proxy", reason: `the proxy ${name}: ${outcome.reason}` }
    : { ...outcome, reason: `${outcome.reason}, through the proxy ${name}` };
}

/** Whether the connection of a failed attempt was encrypted and trusted, so that the request may have been sent. */
function wasTrusted(error: unknown): boolean {
  const { request } = error as { readonly request?: { readonly socket?: { readonly authorized?: boolean } | null } };
  return request?.socket?.authorized === true;
}

/** The system error behind an error: a connection to a host with several addresses fails with the errors of all. */
function rootOf(error: unknown): { readonly code: string; readonly syscall?: unknown } {
  if (typeof error !== "object" || error === null) return { code: "" };
  const { code, syscall, cause, errors } = error as Record<string, unknown>;
  const inner = [...(Array.isArray(errors) ? errors : []), cause].map(rootOf).find((root) => root.code !== "");
  return inner ?? { code: typeof code === "string" ? code : "", syscall };
}
