import { type IResolvable, type IResolveContext, type TerraformResource, Token } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import { describeKind } from "../../api/describe";
import { type Problem, problemsOf, problemText } from "../../api/problems";
import { stepInto, unwrap } from "../../api/schema-walk";
import { Deferred, isEnvironment, type Json, joined, type Part } from "../../entity/fields";
import { UsageError } from "../synth-errors";
import { acceptsText, asText, converted, terraformValue } from "./conversion";
import { environmentVariableOf } from "./from-environment";
import { isLazy, LazyExpression, produced } from "./lazy-value";
import { isReference, type Reference } from "./reference";
import { secretInFunction } from "./secret-in-function";
import {
  alteredToken,
  elementProblem,
  fragmentsOf,
  HIGHEST_TOKEN,
  hasToken,
  listToken,
  numberToken,
  tokenOf,
} from "./token-text";

/** Props as JSON with deferred values, and what has to be deployed before them. */
export interface ResolvedProps {
  /** The values; fields that were undefined are left out. */
  readonly json: Json;
  /** Resources that the props refer to. */
  readonly dependencies: ReadonlySet<TerraformResource>;
  /** Problems of values that JSON cannot hold. */
  readonly problems: readonly Problem[];
  /** Whether some value is known only when the stack is synthesised: see `isLazy`. */
  readonly hasLazy: boolean;
}

/**
 * Resolves props into JSON with deferred values.
 *
 * @param schema gives the type of a token's value, so that Terraform converts it as it would for an attribute of that
 *   type
 * @param construct whose props they are, for errors of lazy values
 * @param context has lazy values produced; without it they stay deferred values
 */
export function resolveProps(
  props: unknown,
  schema: z.ZodType,
  construct?: Construct,
  context?: IResolveContext,
): ResolvedProps {
  const resolver = new PropsResolver(construct, context);
  const json = resolver.resolve(props, schema, []) ?? null;
  const { dependencies, problems, hasLazy } = resolver;
  return { json, dependencies, problems, hasLazy };
}

class PropsResolver {
  readonly dependencies = new Set<TerraformResource>();
  readonly problems: Problem[] = [];
  hasLazy = false;
  /** The lists and objects that contain the value being resolved. */
  private readonly ancestors = new Set<object>();
  /** Whether the value being resolved is what a lazy value has produced. */
  private isProduced = false;

  constructor(
    private readonly construct: Construct | undefined,
    private readonly context: IResolveContext | undefined,
  ) {}

  /** Resolves a value; undefined where nothing was given, or the value was refused. */
  resolve(value: unknown, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Json | undefined {
    switch (typeof value) {
      case "undefined":
        return undefined;
      case "boolean":
        return value;
      case "string":
        return hasToken(value) ? this.text(value, schema, path) : this.literalText(value, path);
      case "number":
        return this.number(value, schema, path);
      case "object": {
        if (value === null) return null;
        const token = tokenOf(value);
        if (token !== undefined) return this.token(token, schema, path);
        return this.inside(value, path, () =>
          Array.isArray(value) ? this.list(value, schema, path) : this.object(value, schema, path),
        );
      }
      default:
        return this.refuse(path, "a JSON value");
    }
  }

  /**
   * Resolves a value for Terraform.
   *
   * @throws UsageError when the value was refused
   */
  private certain(value: unknown, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Json {
    const resolved = this.resolve(value, schema, path) ?? null;
    const [problem] = this.problems;
    // in the first pass it may be too early for a lazy value: aspects have not run yet
    if (problem === undefined || this.context?.preparing) return resolved;
    throw new UsageError(`${this.construct?.node.path}: ${problemText(problem, value, true)}`);
  }

  /** Resolves a list or an object, unless it contains itself. */
  private inside(value: object, path: readonly PropertyKey[], resolve: () => Json | undefined): Json | undefined {
    if (this.ancestors.has(value)) return this.refuse(path, "a value that does not contain itself");
    this.ancestors.add(value);
    const resolved = resolve();
    this.ancestors.delete(value);
    return resolved;
  }

  private number(value: number, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Json | undefined {
    if (!Number.isFinite(value)) return this.refuse(path, "a finite number");
    if (value > HIGHEST_TOKEN) return value;
    const token = numberToken(value);
    if (token !== undefined) return this.token(token, schema, path);
    if (Token.isUnresolved(value))
      return this.refuse(path, "a number outside the range that cdktf reserves for tokens (near -8e298)");
    const ofList = elementProblem(value);
    if (ofList === undefined) return value;
    return this.report({ path, ...ofList });
  }

  private list(
    list: readonly unknown[],
    schema: z.ZodType | undefined,
    path: readonly PropertyKey[],
  ): Json | undefined {
    if (list.some((element) => listToken([element]) !== undefined))
      return this.report({ path, ...mixed("list", "Fn.concat([list, others])") });
    return Array.from(list, (element, index) => {
      const elementSchema = schema && stepInto(schema, index);
      const resolved = this.resolve(element, elementSchema, [...path, index]);
      return element === undefined ? this.refuse([...path, index], "a value") : resolved;
    }) as Json;
  }

  private object(object: object, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Json | undefined {
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      return this.refuse(path, "a plain JSON object");
    if (Token.isUnresolved(object)) return this.report({ path, ...mixed("map", "Fn.merge([map, others])") });
    const entries = Object.entries(object).flatMap(([key, inner]): [string, Json][] => {
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

  private literalText(text: string, path: readonly PropertyKey[]): string | undefined {
    const altered = alteredToken(text);
    if (altered !== undefined) this.problems.push({ path, ...altered });
    return text.isWellFormed() ? text : this.refuse(path, "well-formed Unicode: the text holds half a surrogate pair");
  }

  /** Resolves text that contains tokens. */
  private text(text: string, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Json | undefined {
    const fragments = fragmentsOf(text);
    const [only] = fragments;
    const resolved =
      fragments.length === 1 && typeof only === "object"
        ? this.token(only, schema, path)
        : joined(fragments.flatMap((fragment): readonly Part[] => this.part(fragment, path)));
    return resolved !== undefined && this.allowsSecret(resolved, schema, path) ? resolved : undefined;
  }

  private part(fragment: string | IResolvable, path: readonly PropertyKey[]): readonly Part[] {
    if (typeof fragment === "string") {
      this.literalText(fragment, path);
      return [fragment];
    }
    const value = this.token(fragment, undefined, path);
    if (value instanceof Deferred) return value.parts.map(asText);
    if (typeof value === "object") this.report({ path, given: describeKind(value), allowed: "text" });
    return value === undefined ? [] : [String(value)];
  }

  private token(token: IResolvable, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Json | undefined {
    // once the stack is synthesised, only an expression of Terraform's can still order the deploy
    if (isReference(token) && !this.isProduced) return this.refer(token);
    const variable = environmentVariableOf(token);
    if (variable !== undefined) return this.secret(variable, path);
    if (isLazy(token)) return this.lazy(token, schema, path);
    return this.hidesSecret(token, path) ? undefined : new Deferred([terraformValue(token, schema)]);
  }

  private lazy(lazy: IResolvable, schema: z.ZodType | undefined, path: readonly PropertyKey[]): Json | undefined {
    const { construct, context } = this;
    if (context === undefined) {
      this.hasLazy = true;
      const expression = new LazyExpression((each) =>
        new PropsResolver(construct ?? each.scope, each).certain(lazy, schema, path),
      );
      return new Deferred([terraformValue(expression, schema)]);
    }
    const outer = this.isProduced;
    this.isProduced = true;
    const resolved = this.inside(lazy, path, () => {
      const value = produced(lazy, context);
      if (value === undefined)
        return this.report({
          path,
          given: "a Lazy that produces undefined",
          allowed: "a value; where there is none, leave the field out",
        });
      return converted(this.resolve(value, schema, path), schema);
    });
    this.isProduced = outer;
    return resolved;
  }

  private secret(variable: string, path: readonly PropertyKey[]): Deferred | undefined {
    if (!this.isProduced) return new Deferred([{ environment: variable }]);
    const allowed = `fromEnvironment("${variable}") cannot be what a Lazy produces; use it alone or within a template string`;
    return this.report({ path, allowed, isWhole: true });
  }

  /** Refuses a secret where no text is allowed: the deploy could only fail. */
  private allowsSecret(resolved: Json, schema: z.ZodType | undefined, path: readonly PropertyKey[]): boolean {
    const secret = resolved instanceof Deferred ? resolved.parts.find((part) => isEnvironment(part)) : undefined;
    if (secret === undefined || schema === undefined || acceptsText(schema)) return true;
    const given = `fromEnvironment("${secret.environment}"), which is text`;
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

  private refer(reference: Reference): Json {
    this.dependencies.add(reference.resource);
    return reference.value;
  }

  private refuse(path: readonly PropertyKey[], allowed: string): undefined {
    return this.report({ path, allowed });
  }

  private report(problem: Problem): undefined {
    this.problems.push(problem);
    return undefined;
  }
}

/** The problem of a list or a map that code has put together with the token of another. */
function mixed(collection: "list" | "map", join: string): Omit<Problem, "path"> {
  return {
    given: `a ${collection} token together with others`,
    allowed: `a ${collection} token alone, or a ${collection} without one; to join them, use ${join}`,
  };
}
