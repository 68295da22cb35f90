import { dirname, resolve } from "node:path";
import { sha256 } from "../entity/sha256";
import { type Action, actions, sentFields } from "../entity/steps";
import { LONGEST_VALUES, VALUES_VARIABLE } from "../protocol/applier-command";
import { comparedFields, isReformatted, openRequest, type Request, requestTitle } from "../protocol/request-file";
import { readText } from "../protocol/whole-file";
import { pathText } from "../text/names";
import { cdkCommand } from "../text/shell";
import { describeKind } from "../text/words";
import { parseJson, roundedNumbers } from "../value/json";
import {
  type Fields,
  holdsOpaque,
  isTerraform,
  mapped,
  type Opaque,
  type Part,
  replaceOpaque,
  type Value,
} from "../value/value";
import { NotSentError } from "./applier-errors";
import { requiredVariable } from "./session";

/** What Terraform asks the applier to do: an action, and the request that it belongs to. */
export interface Command {
  readonly action: Action;
  /** Path of the request file. */
  readonly file: string;
  /** Folder of the synthesised stack. */
  readonly stackFolder: string;
  readonly request: Request;
}

/**
 * Reads the request that a command names.
 *
 * @param text the command: action, digest and path; see `commandText`
 * @throws NotSentError when the text is not a command, or when the file is not the one that was planned
 */
export function readRequest(text: string): Command {
  const [, word, digest, file] = /^(\S+) ([0-9a-f]{64}) (.+)$/s.exec(text) ?? [];
  const action = actions.find((each) => each === word);
  if (action === undefined || digest === undefined || file === undefined) {
    throw new NotSentError(`not a command: ${JSON.stringify(text)}`, RUN_BY_TERRAFORM);
  }
  const content = requestText(file);
  if (sha256(content) !== digest) throw notAsPlanned(file, content);
  const request = openRequest(content);
  if (request === undefined) throw notPlanned(`the request file ${file} is of another version`);
  return { action, file, stackFolder: dirname(dirname(resolve(file))), request };
}

const RUN_BY_TERRAFORM = "let Terraform run the applier";

function requestText(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw notPlanned(`the request file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function notAsPlanned(file: string, content: string): NotSentError {
  if (!isReformatted(content)) return notPlanned(`the request file ${file} is not the one that was planned`);
  return new NotSentError(
    `the request file ${file} is not as synth wrote it: a formatter, or a change of line endings, has changed it`,
    `keep formatters and git away from the directory of the stack, run ${cdkCommand("synth")}, and deploy again`,
    [],
    "not-planned",
  );
}

function notPlanned(what: string): NotSentError {
  const next = `run ${cdkCommand("synth")} and plan again, so that the plan matches the request file`;
  return new NotSentError(what, next, [], "not-planned");
}

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
 * @throws NotSentError that names the entity, when a variable or a value is missing, or a part of a text is not a string; it
 *   shows no value
 */
export function fill(planned: Request, environment: NodeJS.ProcessEnv): FilledRequest {
  const { steps, service } = planned;
  const needed = new Set([...steps.flatMap(sentFields), ...comparedFields(planned)]);
  const fields = Object.fromEntries(Object.entries(planned.fields).filter(([name]) => needed.has(name)));
  const hadDeferred = holdsOpaque({ ...fields, service: service as Fields });
  if (!hadDeferred) return { request: planned, hadDeferred, secrets: [], values: [] };
  const title = requestTitle(planned);
  const values = terraformValues(title, environment);
  const rounded = roundedNumbers(environment[VALUES_VARIABLE] ?? "");
  const secrets = new Set<string>();
  const filledIn = ({ parts }: Opaque, path: readonly PropertyKey[]): unknown => {
    const place = `${title}: ${pathText(path)}`;
    const filled = parts.map((part) => partValue(part, place));
    return filled.length === 1 ? filled[0] : filled.map((value) => textPart(value, place)).join("");
  };
  const request: Request = {
    ...planned,
    service: replaceOpaque(service as Fields, filledIn, ["service"]) as Request["service"],
    fields: { ...planned.fields, ...(replaceOpaque(fields, filledIn) as Fields) },
  };
  return { request, hadDeferred, secrets: [...secrets], values };

  function partValue(part: Part, place: string): unknown {
    if (typeof part === "string") return part;
    if (isTerraform(part)) {
      const index = part.terraform as number;
      if (index in values) return unrounded(values[index] as Value, rounded, place);
      throw new NotSentError(`${place} received no value from Terraform`, RUN_BY_TERRAFORM);
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
function terraformValues(title: string, environment: NodeJS.ProcessEnv): readonly unknown[] {
  const values = parseJson(environment[VALUES_VARIABLE] || "[]");
  if (Array.isArray(values)) return values;
  if (typeof values !== "number") {
    throw new NotSentError(`${title}: ${VALUES_VARIABLE} is not a JSON array`, RUN_BY_TERRAFORM);
  }
  const [length, allowed] = [values, LONGEST_VALUES].map((count) => count.toLocaleString("en-US"));
  throw new NotSentError(
    `${title}: the values that only Terraform knows are too long to pass on: ${length} bytes as JSON; allowed: ${allowed} for all values of one entity`,
    "read the longest value in your program instead, for example with readFileSync: what is known at synth may have any length",
    [],
    "values",
  );
}

/** @throws NotSentError when the value has a number that JavaScript has rounded */
function unrounded(value: Value, rounded: ReadonlyMap<unknown, string>, place: string): Value {
  mapped(value, (leaf, path) => {
    if (!rounded.has(leaf)) return;
    const where = path.length === 0 ? "it" : pathText(path);
    throw new NotSentError(
      `${place}: ${where} is a whole number of so many digits that it would be rounded`,
      "make it text in Terraform, by tostring(…), and deploy again",
      [],
      "values",
    );
  });
  return value;
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
