import type { IResolvable, IResolveContext, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import { isSecretAt } from "../../api/field-markers";
import { type PlacelessProblem, type Problem, problemsOf, problemText, valueAt } from "../../api/problems";
import { describeKind } from "../../text/describe";
import { joined } from "../../value/parts";
import { Opaque, type Part, type Value } from "../../value/value";
import { asText, converted, terraformValue } from "./conversion";
import { isLazy, LazyExpression, type Produced, produced } from "./framework-lazy";
import { environmentVariableOf } from "./from-environment";
import { tokensIn } from "./known-props";
import { isReference } from "./reference";
import { secretInFunction, secretMisused, secretNotAsText } from "./secret-problems";
import { fragmentsOf } from "./token-text";
import { JsonWalk, type Spot } from "./walk-json";

/** Props as JSON with deferred values, and what has to be deployed before them. */
export interface ResolvedProps {
  /** The values; fields that were undefined are left out. */
  readonly json: Value;
  /** Resources that the props refer to. */
  readonly dependencies: ReadonlySet<TerraformResource>;
  /** Problems of values that JSON cannot hold. */
  readonly problems: readonly Problem[];
}

/**
 * Resolves props into JSON with deferred values. A lazy value becomes one, and is produced and checked when the stack is
 * synthesised.
 *
 * @param schema gives the type of a token's value, so that Terraform converts it as it would for an attribute of that
 *   type
 * @param construct whose props they are, for errors of lazy values
 */
export function resolveProps(props: unknown, schema: z.ZodType, construct?: Construct): ResolvedProps {
  const resolver = new PropsResolver(schema, construct);
  const json = resolver.resolve(props, { path: [], schema }) ?? null;
  const { dependencies, problems } = resolver;
  return { json, dependencies, problems };
}

/** Says what the tokens in props stand for. */
class PropsResolver extends JsonWalk {
  readonly dependencies = new Set<TerraformResource>();
  /** Whether the value being resolved is what a lazy value has produced. */
  private isProduced = false;

  /** @param context has lazy values produced; without it they stay deferred values */
  constructor(
    private readonly schema: z.ZodType,
    private readonly construct: Construct | undefined,
    private readonly context?: IResolveContext,
  ) {
    super();
  }

  protected override text(text: string, spot: Spot): Value | undefined {
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
    if (value instanceof Opaque) return value.parts.map(asText);
    if (typeof value === "object") this.refuse(spot, { given: describeKind(value), allowed: "text" });
    return value === undefined ? [] : [String(value)];
  }

  protected override token(token: IResolvable, spot: Spot): Value | undefined {
    // once the stack is synthesised, only an expression of Terraform's can still order the deploy
    if (isReference(token) && !this.isProduced) {
      this.dependencies.add(token.resource);
      return token.value;
    }
    const variable = environmentVariableOf(token);
    if (variable !== undefined) {
      if (!this.isProduced) return Opaque.ofParts([{ environment: variable }]);
      return this.refuse(spot, secretMisused(variable, "what a Lazy produces"));
    }
    if (isLazy(token)) return this.context ? this.produced(token, spot, this.context) : this.postponed(token, spot);
    const hidden = secretInFunction(token);
    return hidden === undefined
      ? Opaque.ofParts([terraformValue(token, spot.schema)])
      : this.refuse(spot, secretMisused(hidden, "an argument of a Terraform function"));
  }

  /** An expression for what a lazy value will produce, whose problems the construct tells. */
  private postponed(lazy: IResolvable, spot: Spot): Value {
    const { construct } = this;
    const expression = new LazyExpression((context) => this.producedAtSynth(lazy, spot, context), construct);
    construct?.node.addValidation({ validate: () => expression.problemsIn(construct) });
    return Opaque.ofParts([terraformValue(expression, spot.schema)]);
  }

  private producedAtSynth(lazy: IResolvable, spot: Spot, context: IResolveContext): Produced {
    const resolver = new PropsResolver(this.schema, this.construct, context);
    const value = resolver.resolve(lazy, spot) ?? null;
    if (resolver.problems.length > 0)
      return {
        value,
        problems: resolver.problems.map((problem) => problemText({ given: "a Lazy", ...problem }, lazy, true)),
      };
    const ofRules = spot.schema === undefined ? [] : problemsOf(spot.schema, value, tokensIn(value));
    const problems = ofRules.map((problem) => {
      const path = [...spot.path, ...problem.path];
      return problemText({ ...problem, path }, valueAt(value, problem.path), isSecretAt(this.schema, path));
    });
    return { value, problems };
  }

  private produced(lazy: IResolvable, spot: Spot, context: IResolveContext): Value | undefined {
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
