import * as z from "zod";
import { inWords } from "../text/words";
import { isPlain } from "../value/json";
import { isFields } from "../value/value";
import { mayHoldSecret } from "./field-types";

/** What names an environment variable can have, for messages. */
export const VARIABLE_NAME = "the name of an environment variable (letters, digits and _, not starting with a digit)";

/** Matches the same. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether an environment variable can have that name. */
export function isVariableName(text: unknown): text is string {
  return typeof text === "string" && variableName.test(text);
}

/** How a deploy reaches the service. */
// the mark lets a bundler leave out the schema, and zod with it, where only the rest of this file is used
export const serviceSettings = /* @__PURE__ */ z
  .strictObject({
    /**
     * Base URL: `https`, or `http` to a loopback address, without credentials, query and fragment. When left out, the deploy
     * reads it from the variable `SERVICE_BASE_URL`.
     */
    baseUrl: baseAddress(),
    /** Name of the environment variable that has the API key. `SERVICE_API_KEY` when left out. */
    // a value that is not such a name is most likely the key itself
    apiKeyVariable: mayHoldSecret(z.string().refine(isVariableName, `${VARIABLE_NAME}, not the key itself`)),
    /** Sent as the header `x-respect-review-settings`; nothing when left out. */
    respectReviewSettings: z.string().refine(isPrintable, "text of printable ASCII characters"),
    /**
     * The brand in the header of the API key and in `serviceUnitID`: `acme` makes `ACME-API-KEY` and `acmeUnitID`. `service` when
     * left out.
     */
    vendor: z
      .string()
      .refine((text) => /^[A-Za-z][A-Za-z0-9]*$/.test(text), "text of a-z, A-Z and 0-9 that starts with a letter"),
    /** Longest time for one attempt of a call, in seconds: above 0, at most 3600. 30 when left out. */
    attemptTimeoutSeconds: z.number().positive().max(3600),
    /** Longest time for a call with all attempts and waits, in seconds: above 0, at most 86400. 1200 when left out. */
    retryBudgetSeconds: z.number().positive().max(86_400),
    /**
     * What a create does when the entity exists, and an earlier attempt whose response was lost may have created it: `stop`
     * fails and says how to go on, `adopt` sends the update. `stop` when left out.
     */
    unclearCreates: z.enum(["stop", "adopt"]),
  })
  .partial();

export type ServiceSettings = z.infer<typeof serviceSettings>;

/** What applies where the settings say nothing. */
export const serviceDefaults = {
  baseUrlVariable: "SERVICE_BASE_URL",
  apiKeyVariable: "SERVICE_API_KEY",
  vendor: "service",
  attemptTimeoutSeconds: 30,
  retryBudgetSeconds: 1200,
} as const;

/** Whether a text is valid in an HTTP header: printable ASCII only. */
export function isPrintable(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** The name of the header that carries the key. */
export function keyHeader(vendor: string): string {
  return `${vendor.toUpperCase()}-API-KEY`;
}

/** A body as it is sent: with the vendor's name in `serviceUnitID`. */
export function toWire(body: unknown, vendor: string): unknown {
  return renameUnitID(body, "serviceUnitID", `${vendor}UnitID`);
}

/** A body as the schemas have it: the inverse of `toWire`. */
export function fromWire(body: unknown, vendor: string): unknown {
  return renameUnitID(body, `${vendor}UnitID`, "serviceUnitID");
}

function renameUnitID(body: unknown, from: string, to: string): unknown {
  if (from === to || typeof body !== "object" || body === null || !("idTypeMapping" in body)) return body;
  const { idTypeMapping } = body;
  return Array.isArray(idTypeMapping)
    ? { ...body, idTypeMapping: idTypeMapping.map((entry) => renameKey(entry, from, to)) }
    : body;
}

function renameKey(value: unknown, from: string, to: string): unknown {
  // what is known only at deploy is not a plain object
  if (!isFields(value) || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key === from ? to : key, inner]));
}

/** A schema of base URLs. */
function baseAddress() {
  return mayHoldSecret(
    z.string().superRefine((text, context) => {
      const problem = baseUrlProblem(text);
      if (problem === undefined) return;
      const { given, allowed } = problem;
      context.addIssue({ code: "custom", message: allowed, params: { given }, input: text });
    }),
  );
}

/** What is wrong with a base URL. */
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
