import { proxyIn } from "./proxy";
import type { NoResponse } from "./send";

/**
 * What to do where no response came: the beginning of a sentence.
 *
 * @param address what was called, as an error names it: "the base URL", or a URL
 * @param host whose host that is: "the service"
 */
export function toReach({ cause, reason, isUnreachable }: NoResponse, address: string, host: string): string {
  switch (cause) {
    case "proxy": {
      const { variable, without } = proxyIn(process.env);
      return `check the proxy in ${variable}, its credentials, and what it allows, or add ${host}'s host to ${without}`;
    }
    case "certificate":
      return toTrust(reason, address);
    case "protocol":
      return toUnderstand(address);
    case "network":
      return `check ${address} and the network${isUnreachable ? ", set HTTPS_PROXY if only a proxy leads there" : ""}`;
  }
}

/** What to do where what responds at an address cannot be read: the beginning of a sentence. */
export function toUnderstand(address: string): string {
  return `check ${address}, where what responds does not send valid HTTP and JSON`;
}

/** @param reason has the code that Node gives */
function toTrust(reason: string, address: string): string {
  if (/EPROTO|ERR_SSL/.test(reason)) {
    return `check the scheme and the port of ${address}: nothing there speaks https with this Node`;
  }
  if (/ALTNAME/.test(reason)) return `correct the host name in ${address} to one that the certificate is for`;
  if (/EXPIRED|NOT_YET_VALID/.test(reason)) {
    return "check the clock of this machine; if it is right, have the certificate renewed";
  }
  return `check ${address}; if the certificate there is right, let NODE_EXTRA_CA_CERTS name a file with its authority, or with itself where it is self-signed`;
}
