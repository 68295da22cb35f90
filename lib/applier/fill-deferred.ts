import { sentFields } from "../entity/step";
import { LONGEST_VALUES, VALUES_VARIABLE } from "../protocol/command";
import { comparedFields, type Request } from "../protocol/request-file";
import { describeKind } from "../text/describe";
import { pathText } from "../text/path";
import { parseJson } from "../value/json";
import { type Fields, holdsOpaque, isTerraform, type Opaque, type Part, withOpaque } from "../value/value";
import { NotSentError } from "./applier-errors";
import { requiredVariable } from "./service-access";

/** A request with its deferred values filled in. */
export interface FilledRequest {
  readonly request: Request;
  /** Whether anything was filled in. */
  readonly hadDeferred: boolean;
  /** The values that the environment gave. */
  readonly secrets: readonly string[];
  /** The values that Terraform passed on. */
  readonly values: readonly unknown[];
}

/**
 * Fills in the deferred values of a request, from Terraform and the environment: those that its calls send or compare.
 *
 * @throws NotSentError when a variable or a value is missing, or a part of a text is not a string; it shows no value
 */
export function fill(planned: Request, environment: NodeJS.ProcessEnv): FilledRequest {
  const { steps, service } = planned;
  const needed = new Set([...steps.flatMap(sentFields), ...comparedFields(planned)]);
  const fields = Object.fromEntries(Object.entries(planned.fields).filter(([name]) => needed.has(name)));
  const hadDeferred = holdsOpaque({ ...fields, service: service as Fields });
  if (!hadDeferred) return { request: planned, hadDeferred, secrets: [], values: [] };
  const values = terraformValues(environment);
  const secrets = new Set<string>();
  const filledIn = ({ parts }: Opaque, path: readonly PropertyKey[]): unknown => {
    const place = pathText(path);
    const filled = parts.map((part) => partValue(part, place));
    return filled.length === 1 ? filled[0] : filled.map((value) => textPart(value, place)).join("");
  };
  const request: Request = {
    ...planned,
    service: withOpaque(service as Fields, filledIn, ["service"]) as Request["service"],
    fields: { ...planned.fields, ...(withOpaque(fields, filledIn) as Fields) },
  };
  return { request, hadDeferred, secrets: [...secrets], values };

  function partValue(part: Part, place: string): unknown {
    if (typeof part === "string") return part;
    if (isTerraform(part)) {
      const index = part.terraform as number;
      if (index in values) return values[index];
      throw new NotSentError(`${place} received no value from Terraform`, "let Terraform run the applier");
    }
    const name = part.environment;
    const problem = `${place} takes its value from the environment variable ${name}, which is`;
    const secret = requiredVariable(environment, name, problem);
    secrets.add(secret);
    return secret;
  }
}

/**
 * The values that Terraform passes on; see `VALUES_VARIABLE`.
 *
 * @throws NotSentError when they are too long to be passed on, or are no values
 */
export function terraformValues(environment: NodeJS.ProcessEnv): readonly unknown[] {
  const values = parseJson(environment[VALUES_VARIABLE] || "[]");
  if (Array.isArray(values)) return values;
  if (typeof values === "number") {
    throw new NotSentError(
      `the values that only Terraform knows are too long to pass on: ${thousands(values)} bytes as JSON; allowed: ${thousands(LONGEST_VALUES)} for all values of one entity`,
      "read the longest value in your program instead, for example with readFileSync: what is known at synth may have any length",
      [],
      "values",
    );
  }
  throw new NotSentError(`${VALUES_VARIABLE} is not a JSON array`, "let Terraform run the applier");
}

function thousands(count: number): string {
  return count.toLocaleString("en-US");
}

function textPart(value: unknown, place: string): string {
  if (typeof value === "string") return value;
  throw new NotSentError(
    `${place}: a part of this text is ${describeKind(value)}; allowed: a string`,
    "give it a string in Terraform, and deploy again",
    [],
    "values",
  );
}
