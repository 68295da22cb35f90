import { seconds } from "../text/words";

/** A proxy refused to connect to the service, and responded in its place. `send` decides which calls take a proxy. */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";

  /** @param status of the proxy's response */
  constructor(readonly status: number) {
    super(`the proxy refused the connection with ${status}`);
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

/** Failures to connect: not a byte of the request was sent. */
const UNREACHABLE_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host name not found",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
};

/** Failures of a connection that may have carried the request. */
const LOST: Readonly<Record<string, string>> = {
  ECONNRESET: "connection lost",
  ECONNABORTED: "connection lost",
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
  if (unreachable !== undefined) {
    return outcome("network", unreachable, { mayHaveArrived: false, isUnreachable: true });
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
    return outcome("proxy", "the URL of the proxy is not valid", { mayHaveArrived: false, isTransient: false });
  }
  if (message.startsWith("Proxy connection ended"))
    return outcome("proxy", "connection lost", { mayHaveArrived: false });
  const mayHaveArrived = syscall !== "connect" && !EXHAUSTED.has(code);
  const known = LOST[code] ?? (EXHAUSTED.has(code) ? code : undefined);
  if (known !== undefined) return outcome("network", known, { mayHaveArrived });
  // of any other failure of the system, only the code is known, and not whether it is transient
  if (typeof syscall === "string") return outcome("network", code, { mayHaveArrived, isTransient: false });
  throw error;
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
