import { type IResolvable, type IResolveContext, Token } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import { isSecretAt } from "../../api/field-types";
import { type PlacelessProblem, problemsOf, problemText, valueAt } from "../../api/problems";
import { isOpaqueAt } from "../../declare/declaration";
import type { Spot } from "../../declare/json-walk";
import { Opaque, type Value } from "../../value/value";
import { hcl } from "../language/hcl";
import { OwnToken } from "../language/own-tokens";
import { deferredTemplate, jsonTemplate, TerraformValue } from "../language/terraform-value";
import { UsageError } from "../synth-errors";
import { tokenOf } from "./framework-tokens";
import { environmentVariableOf } from "./from-environment";
import { TokenWalk } from "./token-walk";

/**
 * Whether a token stands for a value and not for an expression of Terraform's: a `Lazy` of the framework, a subclass of
 * its `LazyBase`, or what `Token.asAny` makes of a value.
 */
export function isLazy(token: IResolvable): boolean {
  if ("resolveLazy" in token) return true;
  if (Object.getPrototypeOf(token) !== TOKEN_OF_VALUE) return false;
  const { value } = token as IResolvable & { readonly value?: unknown };
  // such text is how the framework's users write an expression
  return value !== undefined && !(typeof value === "string" && /[$%]\{/.test(value));
}

const TOKEN_OF_VALUE: unknown = Object.getPrototypeOf(Token.asAny(null));

/** A Terraform expression for what a lazy value produces when the stack is synthesised. */
export class LazyExpression extends OwnToken {
  private atSynth: LazyResult | undefined;

  /**
   * @param spot where the value stands in the props
   * @param schema of the props
   * @param construct whose props they are, for the error
   */
  constructor(
    private readonly lazy: IResolvable,
    private readonly spot: Spot,
    private readonly schema: z.ZodType,
    private readonly construct: Construct | undefined,
  ) {
    super();
  }

  /** What is wrong with what it produces for a construct. */
  problemsIn(scope: Construct): string[] {
    const context = { preparing: false, scope, registerPostProcessor: () => {}, resolve: (value: unknown) => value };
    return [...this.resultAtSynth(context).problems];
  }

  /** @throws UsageError when something is wrong with it, and the stack's validations were left out */
  resolve(context: IResolveContext): unknown {
    // while the framework prepares, nothing is kept or refused
    if (context.preparing) return expressionOf(this.result(context).value);
    const { value, problems } = this.resultAtSynth(context);
    if (problems.length > 0)
      throw new UsageError(`${(this.construct ?? context.scope).node.path}: ${problems.join("; ")}`, "props");
    return expressionOf(value);
  }

  /** What it produces at synth: validation and each use have the same. */
  private resultAtSynth(context: IResolveContext): LazyResult {
    this.atSynth ??= this.result(context);
    return this.atSynth;
  }

  private result(context: IResolveContext): LazyResult {
    const { lazy, spot } = this;
    const walk = new ProducedWalk(context);
    const value = walk.resolve(lazy, spot) ?? null;
    if (walk.problems.length > 0) {
      const problems = walk.problems.map((problem) => problemText({ given: "a Lazy", ...problem }, lazy, true));
      return { value: null, problems };
    }
    const ofRules = spot.schema === undefined ? [] : problemsOf(spot.schema, value, (path) => isOpaqueAt(value, path));
    const problems = ofRules.map((problem) => {
      const path = [...spot.path, ...problem.path];
      return problemText({ ...problem, path }, valueAt(value, problem.path), isSecretAt(this.schema, path));
    });
    return { value, problems };
  }
}

/** What a lazy value produces as JSON, without secrets, and what is wrong with it, a line for each problem. */
interface LazyResult {
  readonly value: Value;
  readonly problems: readonly string[];
}

/** Walks through what a lazy value produces. A reference is an expression now: the order of the deploy is decided. */
class ProducedWalk extends TokenWalk {
  constructor(private readonly context: IResolveContext) {
    super();
  }

  protected override token(token: IResolvable, spot: Spot): Value | undefined {
    const variable = environmentVariableOf(token);
    if (variable !== undefined) return this.misused(variable, "what a Lazy produces", spot);
    if (!isLazy(token)) return this.expression(token, spot);
    if (!this.enter(token, spot)) return undefined;
    const value = produce(token, this.context);
    if (value === undefined) this.refuse(spot, PRODUCES_NOTHING);
    const resolved = this.resolve(value, spot);
    this.leave(token);
    return resolved;
  }
}

const PRODUCES_NOTHING: PlacelessProblem = {
  given: "a Lazy that produces undefined",
  allowed: "a value; where there is none, leave the field out",
};

/** What a lazy value produces: any value, which may have tokens in it. Of a lazy value in a lazy value, the inner one's. */
function produce(lazy: IResolvable, context: IResolveContext): unknown {
  return lazy.resolve({
    ...context,
    // tokens stay tokens: nothing tells the text of a resolved one from text that is meant as it is
    resolve: (value: unknown) => {
      const token = tokenOf(value);
      return token !== undefined && isLazy(token) ? produce(token, context) : value;
    },
  });
}

/** A value as Terraform's language has it: text or a token, else what Terraform decodes from JSON. */
function expressionOf(json: Value): unknown {
  if (typeof json === "string") return hcl`${json}`.code;
  if (!(json instanceof Opaque)) return hcl`jsondecode(${jsonTemplate(json)})`.code;
  const [only] = json.parts;
  return json.parts.length === 1 && only instanceof TerraformValue
    ? only.terraform
    : hcl`${deferredTemplate(json)}`.code;
}
