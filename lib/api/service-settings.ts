import * as z from "zod";
import { baseUrlProblem } from "./base-url";
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
