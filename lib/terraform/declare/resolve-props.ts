import type { IResolvable, IResolveContext, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import { describeKind } from "../../api/describe";
import { type PlacelessProblem, type Problem, problemText } from "../../api/problems";
import { Deferred, type Json, joined, type Part } from "../../entity/deferred-value";
import { UsageError } from "../synth-errors";
import { asText, converted, terraformValue } from "./conversion";
import { isLazy, LazyExpression, produced } from "./framework-lazy";
import { environmentVariableOf } from "./from-environment";
import { isReference } from "./reference";
import { secretInFunction, secretMisused, secretNotAsText } from "./secret-problems";
import { fragmentsOf } from "./token-text";
import { JsonWalk, type Spot } from "./walk-json";

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
  const json = resolver.resolve(props, { path: [], schema }) ?? null;
  const { dependencies, problems, hasLazy } = resolver;
  return { json, dependencies, problems, hasLazy };
}

/** Says what the tokens in props stand for. */
class PropsResolver extends JsonWalk {
  readonly dependencies = new Set<TerraformResource>();
  hasLazy = false;
  /** Whether the value being resolved is what a lazy value has produced. */
  private isProduced = false;

  constructor(
    private readonly construct: Construct | undefined,
    private readonly context: IResolveContext | undefined,
  ) {
    super();
  }

  protected override text(text: string, spot: Spot): Json | undefined {
    const fragments = fragmentsOf(text);
    const [only] = fragments;
    const resolved =
      fragments.length === 1 && typeof only === "object"
        ? this.token(only, spot)
        : joined(fragments.flatMap((fragment): readonly Part[] => this.part(fragment, spot)));
    const problem = secretNotAsText(resolved, spot.schema);
    return problem === undefined ? resolved : this.refuse(spot, problem);
  }

  private part(fragment: string | IResolvable, spot: Spot): readonly Part[] {
    if (typeof fragment === "string") {
      this.literalText(fragment, spot);
      return [fragment];
    }
    const value = this.token(fragment, { path: spot.path, schema: undefined });
    if (value instanceof Deferred) return value.parts.map(asText);
    if (typeof value === "object") this.refuse(spot, { given: describeKind(value), allowed: "text" });
    return value === undefined ? [] : [String(value)];
  }

  protected override token(token: IResolvable, spot: Spot): Json | undefined {
    // once the stack is synthesised, only an expression of Terraform's can still order the deploy
    if (isReference(token) && !this.isProduced) {
      this.dependencies.add(token.resource);
      return token.value;
    }
    const variable = environmentVariableOf(token);
    if (variable !== undefined) {
      if (!this.isProduced) return new Deferred([{ environment: variable }]);
      return this.refuse(spot, secretMisused(variable, "what a Lazy produces"));
    }
    if (isLazy(token)) return this.context ? this.produced(token, spot, this.context) : this.postponed(token, spot);
    const hidden = secretInFunction(token);
    return hidden === undefined
      ? new Deferred([terraformValue(token, spot.schema)])
      : this.refuse(spot, secretMisused(hidden, "an argument of a Terraform function"));
  }

  /** An expression for what a lazy value will produce. */
  private postponed(lazy: IResolvable, spot: Spot): Json {
    this.hasLazy = true;
    const expression = new LazyExpression((context) => {
      const construct = this.construct ?? context.scope;
      const resolver = new PropsResolver(construct, context);
      const resolved = resolver.resolve(lazy, spot) ?? null;
      const [problem] = resolver.problems;
      // in the first pass it may be too early for a lazy value: aspects have not run yet
      if (problem === undefined || context.preparing) return resolved;
      throw new UsageError(`${construct.node.path}: ${problemText(problem, lazy, true)}`);
    });
    return new Deferred([terraformValue(expression, spot.schema)]);
  }

  private produced(lazy: IResolvable, spot: Spot, context: IResolveContext): Json | undefined {
    const outer = this.isProduced;
    this.isProduced = true;
    const resolved = this.inside(lazy, spot, () => {
      const value = produced(lazy, context);
      return value === undefined
        ? this.refuse(spot, PRODUCES_NOTHING)
        : converted(this.resolve(value, spot), spot.schema);
    });
    this.isProduced = outer;
    return resolved;
  }
}

const PRODUCES_NOTHING: PlacelessProblem = {
  given: "a Lazy that produces undefined",
  allowed: "a value; where there is none, leave the field out",
};
