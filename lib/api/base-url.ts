import { inWords } from "../text/words";

interface AddressProblem {
  /** What was given, without anything that may be a secret; left out where nothing can be shown. */
  readonly given?: string;
  readonly allowed: string;
}

/** What is wrong with a base URL, or undefined. The key is sent there, so plain http is for loopback only. */
export function baseUrlProblem(text: string): AddressProblem | undefined {
  if (!URL.canParse(text)) return { allowed: "a URL such as https://console.example.com" };
  const { username, password, href, protocol, hostname, origin } = new URL(text);
  const isProtected = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  const extras = [
    ...(username !== "" || password !== "" ? ["credentials"] : []),
    // even an empty one would swallow the path of every call; elsewhere in a URL, "?" and "#" are percent-encoded
    ...(/^[^#]*\?/.test(href) ? ["a query"] : []),
    ...(href.includes("#") ? ["a fragment"] : []),
  ];
  if (isProtected && extras.length === 0) return undefined;
  const scheme = isProtected ? "a URL" : "an https URL, or http to a loopback address";
  if (extras.length === 0) return { allowed: scheme, ...(origin !== "null" && { given: JSON.stringify(origin) }) };
  return {
    given: `a URL with ${inWords(extras)} in it`,
    allowed: `${scheme}${isProtected ? "" : ","} without credentials, query and fragment`,
  };
}

/** A base URL in its normal form: with the host in lower case, and without a slash at the end. */
export function normalBaseUrl(text: string): string {
  return new URL(text).href.replace(/\/+$/, "");
}

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}
