import * as z from "zod";
import { isFields } from "../value/value";
import { mayHoldSecret, nestedObject, onlyOf, textOfLength } from "./field-types";
import { defineKind } from "./kind";

export const promptMessage = nestedObject({
  /** Text of the message. */
  content: z.string(),
  /** Who speaks, for example `system`. */
  role: z.string(),
});

export const workflowHeader = nestedObject({
  /** Name of the header. */
  name: z.string(),
  /** Value of the header. For a secret, use `fromEnvironment`. */
  value: z.string(),
});

/** Every field of a prompt version, in the order of the API's table. The API has no update for them. */
const promptVersionFields = z.strictObject({
  /** Display name. 3 to 100 characters of `a-z`, `A-Z`, `0-9`, `_`, `-`, `.` and space. */
  name: onlyOf(textOfLength(3, 100), "a-z", "A-Z", "0-9", "_", "-", ".", " "),
  /**
   * Characters of `a-z`, `A-Z`, `0-9`, `_`, `-` and `.`. Derived from the content when left out, so that changed content is a
   * new version.
   */
  id: onlyOf(z.string(), "a-z", "A-Z", "0-9", "_", "-", "."),
  /** At most 1000 characters. */
  description: textOfLength(0, 1000),
  /** Messages of the prompt. */
  prompts: z.array(promptMessage),
  /** Sampling temperature. */
  temperature: z.number(),
  /** Name of the model. */
  model: z.string(),
  /** Provider of the model. */
  provider: z.string(),
  /** Name of the model that evaluates. */
  eval_model: z.string(),
  /** Share of the probability mass that tokens are sampled from. */
  top_p: z.number(),
  /** Penalty for tokens that are frequent so far. */
  frequency_penalty: z.number(),
  /** Penalty for tokens that are present already. */
  presence_penalty: z.number(),
  /** Maximum length of the response, in tokens. */
  max_tokens: z.number(),
  /** Headers of the workflow's request. */
  workflow_headers: mayHoldSecret(z.array(workflowHeader)),
  /** Headers that authenticate the workflow's request. */
  auth_workflow_headers: mayHoldSecret(z.array(workflowHeader)),
});

const optionalPromptVersion = promptVersionFields.partial();

export const promptVersion = defineKind({
  name: "prompt_version",
  role: "other",
  fields: optionalPromptVersion
    .extend({
      /** Id of the prompt that this is a version of. */
      promptID: z.string().optional(),
    })
    .required({ promptID: true }),
  identity: ["promptID", "id"],
  answeredIdentity: ["id"],
  answered: ["workflow_body"],
  create: {
    method: "POST",
    path: "/console/v1/prompts/{id}/versions",
    parameters: { id: "promptID" },
    body: optionalPromptVersion,
  },
});

/** Matches the names of headers that authenticate. */
const AUTHENTICATES = new RegExp(
  [
    "authorization|authentication|bearer|cookie|token(?!s)|secret|password|credential",
    "(api|auth|access|private|subscription|webhook|signing|shared)[-_]?key",
    // other keys than those that tell requests or records apart
    "(?<!idempotency|partition|routing|cache|surrogate)[-_]key$|^key$",
    // these are also parts of other words, such as author and passenger, so they have to stand between hyphens
    "(?<![a-z])(auth|jwt|pat|signature|pass(wd|phrase)?|session([-_]?id)?$)(?![a-z])",
  ].join("|"),
  "i",
);

/** The fields that hold headers, and which headers have a secret value. */
const secretHeaders = {
  workflow_headers: (name: unknown) => typeof name === "string" && AUTHENTICATES.test(name),
  auth_workflow_headers: () => true,
} satisfies { readonly [Field in keyof typeof promptVersionFields.shape]?: (name: unknown) => boolean };

/** A header with a secret value. */
interface SecretHeader {
  readonly field: string;
  readonly index: number;
  readonly header: Readonly<Record<string, unknown>>;
}

/** The headers of a prompt version that authenticate and have a value, from all of its fields. */
export function secretHeadersOf(given: Readonly<Record<string, unknown>>): SecretHeader[] {
  return Object.entries(secretHeaders).flatMap(([field, isSecret]) => {
    const headers = given[field];
    if (!Array.isArray(headers)) return [];
    return headers.flatMap((header: unknown, index) =>
      isFields(header) && isSecret(header.name) && Object.hasOwn(header, "value") ? [{ field, index, header }] : [],
    );
  });
}

/**
 * All fields of a prompt version, with another header in place of each that authenticates and has a value.
 *
 * @param replace makes it
 */
export function withSecretHeaders<Given extends Readonly<Record<string, unknown>>>(
  given: Given,
  replace: (header: SecretHeader["header"], index: number) => unknown,
): Given {
  const replaced: Record<string, unknown[]> = {};
  for (const { field, index, header } of secretHeadersOf(given)) {
    replaced[field] ??= [...(given[field] as readonly unknown[])];
    replaced[field][index] = replace(header, index);
  }
  return { ...given, ...replaced };
}
