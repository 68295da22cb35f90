import type * as z from "zod";
import { acceptsText, stepMeant, unwrap } from "../api/field-types";
import type { PlacelessProblem, Problem } from "../api/problems";
import { isVariableName, VARIABLE_NAME } from "../api/service-settings";
import { describeKind } from "../text/words";
import { type Fields, Opaque, type Path, type PathStep, type Value } from "../value/value";

/** Where a value stands. */
export interface Spot {
  readonly path: Path;
  readonly schema: z.ZodType | undefined;
}

function spotInside({ path, schema }: Spot, step: PathStep): Spot {
  return { path: [...path, step], schema: schema && stepMeant(schema, step) };
}

/**
 * Walks through what was given, and makes JSON of it, with sorted keys. What JSON cannot hold has a problem, and stands in the
 * result as it was given, so that the API's rules can judge it, too. Subclasses add what else may stand in a file, or in code.
 */
export class JsonWalk {
  readonly problems: Problem[] = [];
  /** The lists and objects that contain the value being resolved. */
  private readonly ancestors = new Set<object>();

  /** @param stray the problem of text that looks as the framework writes a token, and is none */
  constructor(private readonly stray: PlacelessProblem) {}

  /** Resolves a value; undefined where nothing was given. */
  resolve(value: unknown, spot: Spot): Value | undefined {
    switch (typeof value) {
      case "undefined":
      case "boolean":
        return value;
      case "string":
        return this.text(value, spot);
      case "number":
        return this.number(value, spot);
      case "object":
        return value === null ? null : this.structure(value, spot);
      default:
        return this.refused(value, spot, "a JSON value");
    }
  }

  protected text(text: string, spot: Spot): Value | undefined {
    this.checkText(text, spot);
    return text;
  }

  protected number(number: number, spot: Spot): Value | undefined {
    if (!Number.isFinite(number)) return this.refused(number, spot, "a finite number");
    // no higher one looks like a token: to write them all takes longer
    return number < HIGHEST_TOKEN && isStrayToken(number) ? this.refused(number, spot, this.stray) : number;
  }

  protected structure(value: object, spot: Spot): Value | undefined {
    if (!this.enter(value, spot)) return Opaque.unknown();
    const resolved = Array.isArray(value) ? this.list(value, spot) : this.object(value, spot);
    this.leave(value);
    return resolved;
  }

  /** Whether a value can be walked into: not where it contains itself. */
  protected enter(value: object, spot: Spot): boolean {
    if (this.ancestors.has(value)) {
      this.refuse(spot, { given: describeKind(value), allowed: "a value that does not contain itself" });
      return false;
    }
    this.ancestors.add(value);
    return true;
  }

  protected leave(value: object): void {
    this.ancestors.delete(value);
  }

  /** Checks the key of an object, whose value has this spot. */
  protected checkKey(key: string, spot: Spot): void {
    if (isStrayToken(key)) this.refuse(spot, this.stray);
    else if (!key.isWellFormed()) this.refuse(spot, "a key of well-formed Unicode: it holds half a surrogate pair");
  }

  protected checkText(text: string, spot: Spot): void {
    if (isStrayToken(text)) this.refuse(spot, this.stray);
    if (!text.isWellFormed()) this.refuse(spot, "well-formed Unicode: the text holds half a surrogate pair");
  }

  protected refuse({ path }: Spot, problem: string | PlacelessProblem): void {
    this.problems.push({ path, ...(typeof problem === "string" ? { allowed: problem } : problem) });
  }

  /** A value as it was given, with a problem. */
  protected refused(value: unknown, spot: Spot, problem: string | PlacelessProblem): Value {
    this.refuse(spot, problem);
    return value as Value;
  }

  // both without a function for each value: what is given may be nested deeply
  private list(list: readonly unknown[], spot: Spot): Value {
    const resolved: (Value | undefined)[] = [];
    for (const [index, element] of list.entries()) {
      const inner = spotInside(spot, index);
      resolved.push(element === undefined ? this.refused(element, inner, "a value") : this.resolve(element, inner));
    }
    return resolved as Value;
  }

  private object(object: object, spot: Spot): Value {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return this.refused(object, spot, "a plain JSON object");
    const entries: [string, Value | undefined][] = [];
    for (const [key, value] of Object.entries(object)) {
      const inner = spotInside(spot, key);
      this.checkKey(key, inner);
      const resolved = this.resolve(value, inner);
      if (resolved !== undefined || isUnknownField(key, spot)) entries.push([key, resolved]);
    }
    // fromEntries defines own properties, so that a key "__proto__" stays a key
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Whether an object has no such field, so that the rules refuse it, whatever its value. */
function isUnknownField(key: string, { schema }: Spot): boolean {
  const at = schema && unwrap(schema);
  return at?.def.type === "object" && !Object.hasOwn((at as z.ZodObject).shape, key);
}

/** A number above which none is a token: to ask the framework takes longer. */
export const HIGHEST_TOKEN = -1e289;

/** How the framework writes a token, in any letters, and the digits of the numbers that it reserves for tokens. */
const STRAY = /TfToken\[|-8\.\d+e\+298|-1\.[89]\d*e\+289/i;

/** Whether a text, or a number, looks as the framework writes a token. */
function isStrayToken(value: string | number): boolean {
  return STRAY.test(String(value));
}

/** The key of an object that stands for a secret. */
const SECRET = "fromEnvironment";

/**
 * Makes JSON with opaque places of what a file declares. Where any text is allowed and an object is not,
 * `{ fromEnvironment: NAME }` is a secret. Text that looks like a token of the framework is refused, because the framework would
 * take it for a value of some other construct.
 *
 * @param schema of what may be declared
 * @returns the values, and what is wrong with them besides the API's rules
 */
export function definitionValues(
  data: object,
  schema: Spot["schema"],
): { readonly values: Fields; readonly problems: readonly Problem[] } {
  const walk = new DefinitionWalk(LOOKS_LIKE_TOKEN);
  const values = walk.resolve(data, { path: [], schema }) as Fields;
  return { values, problems: walk.problems };
}

class DefinitionWalk extends JsonWalk {
  protected override structure(value: object, spot: Spot): Value | undefined {
    return isSecret(value) && spot.schema !== undefined && takesSecret(spot.schema)
      ? this.secret(value[SECRET], spot)
      : super.structure(value, spot);
  }

  private secret(name: unknown, { path, schema }: Spot): Value {
    if (isVariableName(name)) return Opaque.deferred([{ environment: name }]);
    // an invalid name may be the secret itself
    const problem = { given: describeKind(name), allowed: `${VARIABLE_NAME}, not the secret itself` };
    this.refuse({ path: [...path, SECRET], schema }, problem);
    return Opaque.hidden();
  }
}

function isSecret(value: object): value is { readonly [SECRET]: unknown } {
  const [only, ...others] = Object.keys(value);
  return only === SECRET && others.length === 0;
}

/** Whether a file may name a secret in the place of a value: where any text may stand, and no object. */
export function takesSecret(schema: z.ZodType): boolean {
  return acceptsText(schema) && !["unknown", "enum"].includes(unwrap(schema).def.type);
}

const LOOKS_LIKE_TOKEN: PlacelessProblem = {
  allowed:
    "text that is not how the framework writes a token; a value known at deploy time can be declared in code alone",
  isWhole: true,
};
