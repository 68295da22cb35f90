import { Fn, type IResolvable, type TerraformResource, Token } from "cdktf";
import type * as z from "zod";
import { type Problem, problemsOf } from "../../api/problems";
import { stepInto, unwrap } from "../../api/schema-walk";
import { alteredToken } from "./altered-token";
import { type DeferredJson, DeferredValue, EnvironmentValue, type Part, TerraformValue } from "./deferred-value";
import { environmentVariableOf } from "./from-environment";
import { isReference, type Reference } from "./reference";
import { secretInside } from "./secret-inside";
import { fragmentsOf, hasToken, numberToken } from "./token-fragments";

/** Props, taken apart: what is known at synth, where the deferred are, and what has to be deployed before. */
export interface ResolvedProps {
  /** JSON with deferred; fields that were undefined are gone. */
  readonly tree: DeferredJson;
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
export function resolveProps(props: unknown, schema: z.ZodType): ResolvedProps {
  const resolver = new PropsResolver();
  return {
    tree: resolver.resolve(props, schema, []) ?? null,
    dependencies: resolver.dependencies,
    problems: resolver.problems,
  };
}

/** What is wrong with a setting that is no field of the thing, but text that Terraform shows. */
export function unusableText(name: string, text: unknown): readonly Problem[] {
  const resolver = new PropsResolver();
  resolver.resolve(text, undefined, [name]);
  return resolver.problems;
}

class PropsResolver {
  readonly dependencies = new Set<TerraformResource>();
  readonly problems: Problem[] = [];
  /** The lists and objects that are being resolved. */
  private readonly around = new Set<object>();

  /** The tree of a value, or undefined where nothing was given or nothing can be made of it. */
  resolve(value: unknown, schema: z.ZodType | undefined, path: readonly PropertyKey[]): DeferredJson | undefined {
    switch (typeof value) {
      case "undefined":
        return undefined;
      case "boolean":
        return value;
      case "string":
        return hasToken(value) ? this.text(value, schema, path) : this.literalText(value, path);
      case "number":
        if (Token.isUnresolved(value)) {
          return numberToken(value) === undefined
            ? this.refuse(path, "a number that cdktf does not take for a token, as it does near -8e298")
            : this.token(value, schema, path);
        }
        return Number.isFinite(value) ? value : this.refuse(path, "a finite number");
      case "object":
        if (value === null) return null;
        if (Token.isUnresolved(value)) return this.token(value, schema, path);
        return this.inside(value, path, () =>
          Array.isArray(value) ? this.list(value, schema, path) : this.object(value, schema, path),
        );
      default:
        return this.refuse(path, "a JSON value");
    }
  }

  /** Goes into a list or an object, unless it is inside it already. */
  private inside(
    value: object,
    path: readonly PropertyKey[],
    resolve: () => DeferredJson | undefined,
  ): DeferredJson | undefined {
    if (this.around.has(value)) return this.refuse(path, "a value that does not contain itself");
    this.around.add(value);
    const resolved = resolve();
    this.around.delete(value);
    return resolved;
  }

  private list(list: readonly unknown[], schema: z.ZodType | undefined, path: readonly PropertyKey[]): DeferredJson {
    return Array.from(list, (element, index) => {
      const elementSchema = schema && stepInto(schema, index);
      const resolved = this.resolve(element, elementSchema, [...path, index]);
      return resolved === undefined && element === undefined
        ? this.refuse([...path, index], "a value")
        : (resolved ?? null);
    }) as DeferredJson;
  }

  private object(
    object: object,
    schema: z.ZodType | undefined,
    path: readonly PropertyKey[],
  ): DeferredJson | undefined {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return this.refuse(path, "a plain JSON object");
    const entries = Object.entries(object).flatMap(([key, inner]): [string, DeferredJson][] => {
      if (Token.isUnresolved(key)) this.refuse([...path, key], "a key that is known at synth");
      else if (alteredToken(key) !== undefined) this.literalText(key, [...path, key]);
      else if (!key.isWellFormed())
        this.refuse([...path, key], "a key of well-formed Unicode: it holds half a surrogate pair");
      const resolved = this.resolve(inner, schema && stepInto(schema, key), [...path, key]);
      return resolved === undefined ? [] : [[key, resolved]];
    });
    // fromEntries defines own properties, so that a key "__proto__" stays a key
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private literalText(text: string, path: readonly PropertyKey[]): DeferredJson {
    const altered = alteredToken(text);
    if (altered !== undefined) this.problems.push({ path, ...altered });
    return text.isWellFormed()
      ? text
      : (this.refuse(path, "well-formed Unicode: the text holds half a surrogate pair") ?? null);
  }

  private token(
    value: unknown,
    schema: z.ZodType | undefined,
    path: readonly PropertyKey[],
  ): DeferredValue | undefined {
    return this.hidesSecret(value, path) ? undefined : new DeferredValue([terraformValue(value, schema)]);
  }

  /** Text with tokens in it. */
  private text(text: string, schema: z.ZodType | undefined, path: readonly PropertyKey[]): DeferredJson | undefined {
    const fragments = fragmentsOf(text);
    const [only] = fragments;
    const isToken = fragments.length === 1 && typeof only === "object";
    if (isToken && isReference(only)) return this.refer(only);
    if (isToken && environmentVariableOf(only) === undefined) return this.token(only, schema, path);
    const tree = joined(fragments.flatMap((fragment): readonly Part[] => this.part(fragment, path)));
    return this.standsAsText(tree, schema, path) ? tree : undefined;
  }

  private part(fragment: string | IResolvable, path: readonly PropertyKey[]): readonly Part[] {
    if (typeof fragment === "string") {
      this.literalText(fragment, path);
      return [fragment];
    }
    if (isReference(fragment)) {
      const value = this.refer(fragment);
      return value instanceof DeferredValue ? value.parts : [String(value)];
    }
    const variable = environmentVariableOf(fragment);
    if (variable !== undefined) return [new EnvironmentValue(variable)];
    return this.hidesSecret(fragment, path) ? [] : [new TerraformValue(Fn.tostring(fragment), true)];
  }

  /** Refuses a secret where no text may stand: the deploy could only fail. */
  private standsAsText(tree: DeferredJson, schema: z.ZodType | undefined, path: readonly PropertyKey[]): boolean {
    const secret =
      tree instanceof DeferredValue ? tree.parts.find((part) => part instanceof EnvironmentValue) : undefined;
    if (secret === undefined || schema === undefined || acceptsText(schema)) return true;
    const given = `fromEnvironment("${secret.variable}"), which is text`;
    this.problems.push({ path, given, allowed: problemsOf(unwrap(schema), "")[0]?.allowed ?? "no text" });
    return false;
  }

  /** Refuses a secret that Terraform would have to know. */
  private hidesSecret(token: unknown, path: readonly PropertyKey[]): boolean {
    const variable = secretInside(token);
    if (variable === undefined) return false;
    const allowed = `fromEnvironment("${variable}") cannot be an argument of a Terraform function; put it beside text only`;
    this.problems.push({ path, allowed, isWhole: true });
    return true;
  }

  private refer(reference: Reference): DeferredJson {
    for (const resource of reference.resources) this.dependencies.add(resource);
    return reference.value;
  }

  private refuse(path: readonly PropertyKey[], allowed: string): undefined {
    this.problems.push({ path, allowed });
    return undefined;
  }
}

/** Whether a schema may accept text: all but those that surely refuse it. */
function acceptsText(schema: z.ZodType): boolean {
  return !["number", "boolean", "array", "object", "record"].includes(unwrap(schema).def.type);
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

/** Whether a tree is text that synth knows. */
export function isText(tree: DeferredJson): tree is string {
  return typeof tree === "string";
}

/** Text put together from pieces; plain text when synth knows all of them. */
export function joined(pieces: readonly (Part | DeferredValue)[]): DeferredJson {
  const merged: Part[] = [];
  for (const part of pieces.flatMap((piece) => (piece instanceof DeferredValue ? piece.parts : [piece]))) {
    const last = merged.at(-1);
    if (typeof part === "string" && typeof last === "string") merged[merged.length - 1] = last + part;
    else if (part !== "") merged.push(part);
  }
  const [only] = merged;
  if (only === undefined) return "";
  return merged.length === 1 && typeof only === "string" ? only : new DeferredValue(merged);
}
