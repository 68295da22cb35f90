import { placeText } from "../api/field-path";
import { type DeferredPart, type RequestFile, VALUES_VARIABLE } from "../protocol/request-file";
import { NotSentError } from "./applier-errors";
import { handedOver } from "./terraform-values";

/** A request whose deferred have been filled, and what of it must not be printed. */
export interface FilledRequest {
  readonly request: RequestFile;
  /** Secrets, and every text of Terraform's that may be one: which of them are is not known here. */
  readonly secrets: readonly string[];
  /** The values that Terraform has handed over. */
  readonly values: readonly unknown[];
}

/**
 * Fills the deferred of a request from Terraform's values and the environment.
 *
 * @throws NotSentError when a variable or a value is missing, or a part of a text is no text. Names the field only
 */
export function fill(request: RequestFile, environment: NodeJS.ProcessEnv): FilledRequest {
  if (request.deferred.length === 0) return { request, secrets: [], values: [] };
  const values = valuesOf(handedOver(environment));
  const secrets = new Set(textsIn(values));
  for (const { at, parts } of request.deferred) {
    const place = placeText(at);
    const filled = parts.map((part) => partValue(part, place));
    setAt(request, at, filled.length === 1 ? filled[0] : filled.map((value) => textPart(value, place)).join(""));
  }
  return { request, secrets: [...secrets], values };

  function partValue(part: DeferredPart, place: string): unknown {
    if (typeof part === "string") return part;
    if ("terraform" in part) {
      if (part.terraform in values) return values[part.terraform];
      throw new NotSentError(`${place} received no value from Terraform`, "let Terraform run the applier");
    }
    // "constructor" and the like are no variables
    const secret = Object.hasOwn(environment, part.environment) ? environment[part.environment] : undefined;
    if (secret === undefined || secret === "") {
      throw new NotSentError(
        `${place} takes its value from the environment variable ${part.environment}, which is ${secret === "" ? "empty" : "not set"}`,
        `set ${part.environment} where the deploy runs, and deploy again`,
      );
    }
    secrets.add(secret);
    return secret;
  }
}

function valuesOf(text: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(text);
    if (Array.isArray(values)) return values;
  } catch {
    // the error would show a part of the text
  }
  throw new NotSentError(`${VALUES_VARIABLE} holds no JSON array`, "let Terraform run the applier");
}

/** Every text in a JSON value, keys and numbers too. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

function textPart(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  throw new NotSentError(
    `${place} has a part that is ${value === null ? "null" : `no text but ${typeof value}`}`,
    "give it a value in Terraform",
  );
}

/** Sets the value at a JSON Pointer (RFC 6901). The place exists: synth has put a null there. */
function setAt(root: unknown, pointer: string, value: unknown): void {
  const steps = pointer
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = steps.pop() ?? "";
  const holder = steps.reduce(inside, root);
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, last)) {
    throw new NotSentError(`the request has no place ${pointer}`, "run cdktf synth and plan again");
  }
  // defineProperty, so that a key "__proto__" stays a key
  Object.defineProperty(holder, last, { value, writable: true, enumerable: true, configurable: true });
}

/** What an object or a list holds itself, not what it inherits. */
function inside(holder: unknown, step: string): unknown {
  if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, step)) return undefined;
  return (holder as Record<string, unknown>)[step];
}
