import { Fn, type IResolvable, type TerraformResource, Token } from "cdktf";
import type * as z from "zod";
import { type Problem, problemsOf } from "../../api/problems";
import { stepInto, unwrap } from "../../api/schema-walk";
import {
  type DeferredJson,
  DeferredValue,
  EnvironmentValue,
  joined,
  type Part,
  TerraformValue,
} from "./deferred-value";
import { environmentVariableOf } from "./from-environment";
import { isReference, type Reference } from "./reference";
import { secretInFunction } from "./secret-in-function";
import { alteredToken, fragmentsOf, hasToken, numberToken } from "./token-text";

/** Props as JSON with deferred values, and what has to be deployed before them. */
export interface ResolvedProps {
  /** The values; fields that were undefined are left out. */
  readonly json: DeferredJson;
  /** Resources that the props refer to. */
  readonly dependencies: ReadonlySet<TerraformResource>;
  /** Problems of values that JSON cannot hold. */
  readonly problems: readonly Problem[];
}

/**
 * Resolves props into JSON with deferred values.
 *
 * @param schema gives the type of a token's value, so that Terraform converts it as it would for an attribute of that
 *   type
 */
export function resolveProps(props: unknown, schema: z.ZodType): ResolvedProps {
  const resolver = new PropsResolver();
  return {
    json: resolver.resolve(props, schema, []) ?? null,
    dependencies: resolver.dependencies,
    problems: resolver.problems,
  };
}

/** The problems of a setting that is no field of the entity, but text that Terraform shows. */
export function unusableText(name: string, text: unknown): readonly Problem[] {
  const resolver = new PropsResolver();
  resolver.resolve(text, undefined, [name]);
  return resolver.problems;
}

class PropsResolver {
  readonly dependencies = new Set<TerraformResource>();
  readonly problems: Problem[] = [];
  /** The lists and objects that contain the value being resolved. */
  private readonly ancestors = new Set<object>();

  /** Resolves a value; undefined where nothing was given, or the value was refused. */
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
            ? this.refuse(path, "a number outside the range that cdktf reserves for tokens (near -8e298)")
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

  /** Resolves a list or an object, unless it contains itself. */
  private inside(
    value: object,
    path: readonly PropertyKey[],
    resolve: () => DeferredJson | undefined,
  ): DeferredJson | undefined {
    if (this.ancestors.has(value)) return this.refuse(path, "a value that does not contain itself");
    this.ancestors.add(value);
    const resolved = resolve();
    this.ancestors.delete(value);
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

  /** Resolves text that contains tokens. */
  private text(text: string, schema: z.ZodType | undefined, path: readonly PropertyKey[]): DeferredJson | undefined {
    const fragments = fragmentsOf(text);
    const [only] = fragments;
    const isToken = fragments.length === 1 && typeof only === "object";
    if (isToken && isReference(only)) return this.refer(only);
    if (isToken && environmentVariableOf(only) === undefined) return this.token(only, schema, path);
    const resolved = joined(fragments.flatMap((fragment): readonly Part[] => this.part(fragment, path)));
    return this.allowsSecret(resolved, schema, path) ? resolved : undefined;
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

  /** Refuses a secret where no text is allowed: the deploy could only fail. */
  private allowsSecret(resolved: DeferredJson, schema: z.ZodType | undefined, path: readonly PropertyKey[]): boolean {
    const secret =
      resolved instanceof DeferredValue ? resolved.parts.find((part) => part instanceof EnvironmentValue) : undefined;
    if (secret === undefined || schema === undefined || acceptsText(schema)) return true;
    const given = `fromEnvironment("${secret.variable}"), which is text`;
    this.problems.push({ path, given, allowed: problemsOf(unwrap(schema), "")[0]?.allowed ?? "no text" });
    return false;
  }

  /** Refuses a secret whose value Terraform would need. */
  private hidesSecret(token: unknown, path: readonly PropertyKey[]): boolean {
    const variable = secretInFunction(token);
    if (variable === undefined) return false;
    const allowed = `fromEnvironment("${variable}") cannot be an argument of a Terraform function; use it alone or within a template string`;
    this.problems.push({ path, allowed, isWhole: true });
    return true;
  }

  private refer(reference: Reference): DeferredJson {
    this.dependencies.add(reference.resource);
    return reference.value;
  }

  private refuse(path: readonly PropertyKey[], allowed: string): undefined {
    this.problems.push({ path, allowed });
    return undefined;
  }
}

/** Whether a schema may accept text: any but those that certainly refuse it. */
function acceptsText(schema: z.ZodType): boolean {
  return !["number", "boolean", "array", "object", "record"].includes(unwrap(schema).def.type);
}

/** The value of a token, converted to the type that the schema asks for. */
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
