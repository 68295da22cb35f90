import { ProxyRefusal } from "./proxy";
import { seconds } from "./seconds";

/** No whole answer of the service came. */
export interface Unanswered {
  readonly kind: "unanswered";
  /** What went wrong, in a few words. */
  readonly reason: string;
  /** What stands in the way. */
  readonly trouble: "network" | "proxy" | "certificate" | "protocol";
  /** Whether the request can have reached the service. */
  readonly mayHaveArrived: boolean;
  /** Whether another attempt can end otherwise: a certificate that is not trusted stays so. */
  readonly mayPass: boolean;
  /** Whether nothing listens at the address, or its name leads nowhere. */
  readonly isUnreachable: boolean;
}

/** Failures to reach anything at the address: not a byte of the request was sent. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOTFOUND: "host name not found",
  EAI_AGAIN: "host name not resolved",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
};

/** Failures of a connection that may have carried the request. */
const LOST: Readonly<Record<string, string>> = {
  ECONNRESET: "connection lost",
  ECONNABORTED: "connection lost",
  EPIPE: "connection lost",
  ETIMEDOUT: "connection timed out",
  // how Node says that an answer broke off
  ERR_STREAM_PREMATURE_CLOSE: "connection lost",
};

/** Codes of TLS, which come before the request is sent. */
const UNTRUSTED = /CERT|SIGNED|SIGNATURE|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|ERR_TLS|ERR_SSL|EPROTO/;

/** Codes of Node's parser of HTTP, and of what unpacks an answer. */
const NOT_HTTP = /^HPE_|^Z_|^ERR_(ZLIB|BROTLI|_ERROR_FORMAT)/;

/** Failures of this machine's, which may pass. */
const EXHAUSTED = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "EADDRNOTAVAIL"]);

/**
 * What the failure of an attempt means.
 *
 * @param timeout the attempt's, in milliseconds
 * @throws the failure itself when it is none of the network's: trying again would not mend a defect
 */
export function unanswered(error: unknown, timeout: number): Unanswered {
  const outcome = (
    trouble: Unanswered["trouble"],
    reason: string,
    { mayHaveArrived = true, mayPass = true, isUnreachable = false } = {},
  ): Unanswered => ({ kind: "unanswered", trouble, reason, mayHaveArrived, mayPass, isUnreachable });

  const { name, message } = error as Error;
  if (error instanceof ProxyRefusal) {
    return outcome("proxy", message, {
      mayHaveArrived: false,
      mayPass: error.status === 429 || error.status >= 500,
    });
  }
  if (name === "CanceledError" || name === "AbortError" || name === "TimeoutError") {
    return outcome("network", `no answer within ${seconds(timeout)}`);
  }
  const { code, syscall } = rootOf(error);
  const unreachable = UNREACHABLE[code];
  if (unreachable !== undefined) {
    return outcome("network", unreachable, { mayHaveArrived: false, isUnreachable: true });
  }
  if (UNTRUSTED.test(code)) {
    return outcome("certificate", `no trusted connection (${code})`, { mayHaveArrived: false, mayPass: false });
  }
  if (NOT_HTTP.test(code)) return outcome("protocol", `the answer is not valid HTTP (${code})`);
  if (code === "ERR_INVALID_URL" || code === "ERR_INVALID_PROTOCOL") {
    return outcome("proxy", "the proxy's address cannot be used", { mayHaveArrived: false, mayPass: false });
  }
  if (message.startsWith("Proxy connection ended"))
    return outcome("proxy", "connection lost", { mayHaveArrived: false });
  const mayHaveArrived = syscall !== "connect" && !EXHAUSTED.has(code);
  const known = LOST[code] ?? (EXHAUSTED.has(code) ? code : undefined);
  if (known !== undefined) return outcome("network", known, { mayHaveArrived });
  // the system's other failures are known by their code, but not whether they pass
  if (typeof syscall === "string") return outcome("network", code, { mayHaveArrived, mayPass: false });
  throw error;
}

/** The error of the system's that is behind an error: a connection to several addresses fails with all their errors. */
function rootOf(error: unknown): { readonly code: string; readonly syscall?: unknown } {
  if (typeof error !== "object" || error === null) return { code: "" };
  const { code, syscall, cause, errors } = error as Record<string, unknown>;
  const inner = [...(Array.isArray(errors) ? errors : []), cause].map(rootOf).find((root) => root.code !== "");
  return inner ?? { code: typeof code === "string" ? code : "", syscall };
}
