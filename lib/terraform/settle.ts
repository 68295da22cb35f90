import { Fn, type IResolvable, type TerraformResource, Token, Tokenization } from "cdktf";
import type * as z from "zod";
import { type Problem, stepInto, unwrap } from "../interface/problems";
import { environmentVariableOf } from "./environment";
import { EnvironmentValue, Hole, type Part, TerraformValue, type Tree } from "./hole";
import { isReference } from "./reference";

/** Props, taken apart: what is known at synth, where the holes are, and what has to be deployed before. */
export interface Settled {
  /** JSON with holes; fields that were undefined are gone. */
  readonly tree: Tree;
  /** Resources that the props refer to. */
  readonly dependencies: ReadonlySet<TerraformResource>;
  /** Values that no JSON can hold. */
  readonly problems: readonly Problem[];
}

/**
 * Takes props apart.
 *
 * @param schema tells text, numbers and booleans apart where a token stands, so that Terraform converts as it would for
 *   an attribute of that type
 */
export function settle(props: unknown, schema: z.ZodType): Settled {
  const walk = new Walk();
  return { tree: walk.settle(props, schema, []) ?? null, dependencies: walk.dependencies, problems: walk.problems };
}

class Walk {
  readonly dependencies = new Set<TerraformResource>();
  readonly problems: Problem[] = [];
  /** The lists and objects that are being settled. */
  private readonly around = new Set<object>();

  /** The tree of a value, or undefined where nothing was given or nothing can be made of it. */
  settle(value: unknown, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Tree | undefined {
    switch (typeof value) {
      case "undefined":
        return undefined;
      case "boolean":
        return value;
      case "string":
        return hasToken(value) ? this.text(value, schema, path) : this.literalText(value, path);
      case "number":
        if (Token.isUnresolved(value)) return this.token(value, schema);
        return Number.isFinite(value) ? value : this.refuse(path, "a finite number");
      case "object":
        if (value === null) return null;
        if (Token.isUnresolved(value)) return this.token(value, schema);
        return this.inside(value, path, () =>
          Array.isArray(value) ? this.list(value, schema, path) : this.object(value, schema, path),
        );
      default:
        return this.refuse(path, "a JSON value");
    }
  }

  /** Goes into a list or an object, unless it is inside it already. */
  private inside(value: object, path: readonly PropertyKey[], settle: () => Tree | undefined): Tree | undefined {
    if (this.around.has(value)) return this.refuse(path, "a value that does not contain itself");
    this.around.add(value);
    const settled = settle();
    this.around.delete(value);
    return settled;
  }

  private list(list: readonly unknown[], schema: z.ZodType | undefined, path: readonly PropertyKey[]): Tree {
    return Array.from(list, (element, index) => {
      const elementSchema = schema && stepInto(schema, index);
      const settled = this.settle(element, elementSchema, [...path, index]);
      return settled === undefined && element === undefined
        ? this.refuse([...path, index], "a value")
        : (settled ?? null);
    }) as Tree;
  }

  private object(object: object, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Tree | undefined {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return this.refuse(path, "a plain JSON object");
    const entries = Object.entries(object).flatMap(([key, inner]): [string, Tree][] => {
      if (Token.isUnresolved(key)) this.refuse([...path, key], "a key that is known at synth");
      else if (!key.isWellFormed())
        this.refuse([...path, key], "a key of well-formed Unicode: it holds half a surrogate pair");
      const settled = this.settle(inner, schema && stepInto(schema, key), [...path, key]);
      return settled === undefined ? [] : [[key, settled]];
    });
    // fromEntries defines own properties, so that a key "__proto__" stays a key
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private literalText(text: string, path: readonly PropertyKey[]): Tree {
    return text.isWellFormed()
      ? text
      : (this.refuse(path, "well-formed Unicode: the text holds half a surrogate pair") ?? null);
  }

  private token(value: unknown, schema: z.ZodType | undefined): Hole {
    return new Hole([terraformValue(value, schema)]);
  }

  /** Text with tokens in it. */
  private text(text: string, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Tree {
    const fragments = fragmentsOf(text);
    const [only] = fragments;
    if (fragments.length === 1 && only !== undefined && typeof only !== "string") {
      if (isReference(only)) return this.refer(only);
      const variable = environmentVariableOf(only);
      return new Hole([variable === undefined ? terraformValue(only, schema) : new EnvironmentValue(variable)]);
    }
    return joined(fragments.flatMap((fragment): readonly Part[] => this.part(fragment, path)));
  }

  private part(fragment: string | IResolvable, path: readonly PropertyKey[]): readonly Part[] {
    if (typeof fragment === "string") {
      this.literalText(fragment, path);
      return [fragment];
    }
    if (isReference(fragment)) {
      const value = this.refer(fragment);
      return value instanceof Hole ? value.parts : [String(value)];
    }
    const variable = environmentVariableOf(fragment);
    return [variable === undefined ? new TerraformValue(Fn.tostring(fragment), true) : new EnvironmentValue(variable)];
  }

  private refer(reference: { readonly value: Tree; readonly resource: TerraformResource }): Tree {
    this.dependencies.add(reference.resource);
    return reference.value;
  }

  private refuse(path: readonly PropertyKey[], allowed: string): undefined {
    this.problems.push({ path, allowed });
    return undefined;
  }
}

/** A token of the type that the schema asks for. */
function terraformValue(token: unknown, schema: z.ZodType | undefined): TerraformValue {
  switch (schema && unwrap(schema).def.type) {
    case "string":
    case "enum":
      return new TerraformValue(Fn.tostring(token), true);
    case "number":
      return new TerraformValue(Fn.tonumber(token), false);
    case "boolean":
      return new TerraformValue(Fn.tobool(token), false);
    default:
      return new TerraformValue(token, false);
  }
}

function hasToken(text: string): boolean {
  return (
    Token.isUnresolved(text) || (text.includes("e+298") && numbersIn(text).some((piece) => typeof piece !== "string"))
  );
}

/** Text cut at its tokens. */
function fragmentsOf(text: string): (string | IResolvable)[] {
  const fragments: (string | IResolvable)[] = [];
  let rest = text;
  for (const token of Tokenization.reverseString(text).tokens) {
    const marker = Token.asString(token);
    const start = rest.indexOf(marker);
    fragments.push(...numbersIn(rest.slice(0, start)), token);
    rest = rest.slice(start + marker.length);
  }
  fragments.push(...numbersIn(rest));
  return fragments;
}

/** Text cut at number tokens: doubles of a reserved range that a template literal has turned into digits. */
function numbersIn(text: string): (string | IResolvable)[] {
  return text
    .split(/(-8\.\d+e\+298)/)
    .filter((piece) => piece !== "")
    .map((piece) => (NUMBER_TOKEN.test(piece) ? (Tokenization.reverseNumber(Number(piece)) ?? piece) : piece));
}

const NUMBER_TOKEN = /^-8\.\d+e\+298$/;

/** Whether a tree is text that synth knows. */
export function isText(tree: Tree): tree is string {
  return typeof tree === "string";
}

/** Text put together from pieces; plain text when synth knows all of them. */
export function joined(pieces: readonly (Part | Hole)[]): Tree {
  const merged: Part[] = [];
  for (const part of pieces.flatMap((piece) => (piece instanceof Hole ? piece.parts : [piece]))) {
    const last = merged.at(-1);
    if (typeof part === "string" && typeof last === "string") merged[merged.length - 1] = last + part;
    else if (part !== "") merged.push(part);
  }
  const [only] = merged;
  if (only === undefined) return "";
  return merged.length === 1 && typeof only === "string" ? only : new Hole(merged);
}
