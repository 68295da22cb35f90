import { type HolePart, type RequestFile, VALUES_VARIABLE } from "../interface/request";
import { NotSentError } from "./errors";

/** A request whose holes have been filled, and the secrets that went into it. */
export interface FilledRequest {
  readonly request: RequestFile;
  readonly secrets: readonly string[];
  /** JSON text of the values that Terraform has handed over; "" when there are none. */
  readonly values: string;
}

/**
 * Fills the holes of a request from Terraform's values and the environment.
 *
 * @throws NotSentError when a variable is missing or empty, or a part of a text is no text
 */
export function fill(request: RequestFile, environment: NodeJS.ProcessEnv): FilledRequest {
  if (request.holes.length === 0) return { request, secrets: [], values: "" };
  const text = environment[VALUES_VARIABLE] || "[]";
  const values = JSON.parse(text) as unknown[];
  const secrets: string[] = [];
  for (const { at, parts } of request.holes) {
    const filled = parts.map((part) => partValue(part, at));
    setAt(request, at, filled.length === 1 ? filled[0] : filled.map((value) => textPart(value, at)).join(""));
  }
  return { request, secrets, values: text };

  function partValue(part: HolePart, at: string): unknown {
    if (typeof part === "string") return part;
    if ("terraform" in part) return values[part.terraform];
    const secret = environment[part.environment];
    if (secret === undefined || secret === "") {
      throw new NotSentError(
        `${at} takes its value from the environment variable ${part.environment}, which is ${secret === "" ? "empty" : "not set"}`,
        `set ${part.environment} where the deploy runs, and deploy again`,
      );
    }
    secrets.push(secret);
    return secret;
  }
}

function textPart(value: unknown, at: string): string {
  if (typeof value === "string") return value;
  throw new NotSentError(
    `a part of the text at ${at} is ${value === null ? "null" : `no text but ${typeof value}`}`,
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
  let at = root as Record<string, unknown>;
  for (const step of steps) {
    const inner = Object.hasOwn(at, step) ? at[step] : undefined;
    if (typeof inner !== "object" || inner === null)
      throw new NotSentError(`the request has no place ${pointer}`, "synthesise again");
    at = inner as Record<string, unknown>;
  }
  // defineProperty, so that a key "__proto__" stays a key
  Object.defineProperty(at, last, { value, writable: true, enumerable: true, configurable: true });
}
