import { type IResolvable, type IResolveContext, Token } from "cdktf";
import type { Construct } from "constructs";
import type * as z from "zod";
import { isSecretAt } from "../../api/field-markers";
import { type PlacelessProblem, problemsOf, problemText, valueAt } from "../../api/problems";
import { unwrap } from "../../api/schema-walk";
import type { Spot } from "../../declare/json-walk";
import { isOpaqueAt } from "../../declare/judge";
import { Opaque, type Value } from "../../value/value";
import { hcl } from "../language/hcl";
import { TerraformValue } from "../language/terraform-value";
import { deferredTemplate, jsonTemplate } from "../language/trigger-text";
import { UsageError } from "../synth-errors";
import { environmentVariableOf } from "./from-environment";
import { TokenWalk } from "./token-walk";
import { tokenOf } from "./tokens";

/**
 * Whether a token stands for a value and not for an expression of Terraform's: a `Lazy` of the framework, a subclass of
 * its `LazyBase`, or what `Token.asAny` makes of a value.
 */
export function isLazy(token: IResolvable): boolean {
  return "resolveLazy" in token || isHolder(token);
}

function isHolder(token: IResolvable): boolean {
  if (Object.getPrototypeOf(token) !== HOLDER) return false;
  const { value } = token as IResolvable & { readonly value?: unknown };
  // such text is how the framework's users write an expression
  return value !== undefined && !(typeof value === "string" && /[$%]\{/.test(value));
}

const HOLDER: unknown = Object.getPrototypeOf(Token.asAny(null));

/** What a lazy value produces as JSON, without secrets, and what is wrong with it, a line for each problem. */
interface Produced {
  readonly value: Value;
  readonly problems: readonly string[];
}

/** A Terraform expression for what a lazy value produces when the stack is synthesised. */
export class LazyExpression implements IResolvable {
  readonly creationStack: string[] = [];
  private atSynth: Produced | undefined;

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
  ) {}

  /** What is wrong with what it produces for a construct. */
  problemsIn(scope: Construct): string[] {
    const context = { preparing: false, scope, registerPostProcessor: () => {}, resolve: (value: unknown) => value };
    return [...this.producedOnce(context).problems];
  }

  /** @throws UsageError when something is wrong with it, and the stack's validations were left out */
  resolve(context: IResolveContext): unknown {
    // it may be too early for a lazy value: aspects have not run yet
    if (context.preparing) return expressionOf(this.produced(context).value);
    const { value, problems } = this.producedOnce(context);
    if (problems.length > 0)
      throw new UsageError(`${(this.construct ?? context.scope).node.path}: ${problems.join("; ")}`);
    return expressionOf(value);
  }

  private producedOnce(context: IResolveContext): Produced {
    this.atSynth ??= this.produced(context);
    return this.atSynth;
  }

  private produced(context: IResolveContext): Produced {
    const { lazy, spot } = this;
    const walk = new ProducedWalk(context);
    const value = walk.resolve(lazy, spot) ?? null;
    if (walk.problems.length > 0) {
      const problems = walk.problems.map((problem) =>
        problemText(
          { ...problem, given: problem.given === PRODUCES_NOTHING.given ? problem.given : "a Lazy" },
          lazy,
          true,
        ),
      );
      return { value: null, problems };
    }
    const ofRules = spot.schema === undefined ? [] : problemsOf(spot.schema, value, (path) => isOpaqueAt(value, path));
    const problems = ofRules.map((problem) => {
      const path = [...spot.path, ...problem.path];
      return problemText({ ...problem, path }, valueAt(value, problem.path), isSecretAt(this.schema, path));
    });
    return { value, problems };
  }

  toString(): string {
    return Token.asString(this);
  }

  toJSON(): string {
    return "produced when the stack is synthesised";
  }
}

/** Says what a lazy value, and those in it, produce. */
class ProducedWalk extends TokenWalk {
  constructor(private readonly context: IResolveContext) {
    super();
  }

  /** A reference, too, is an expression now: the order of the deploy is decided. */
  protected override token(token: IResolvable, spot: Spot): Value | undefined {
    const variable = environmentVariableOf(token);
    if (variable !== undefined) return this.misused(variable, "what a Lazy produces", spot);
    return isLazy(token) ? this.produced(token, spot) : this.expression(token, spot);
  }

  private produced(lazy: IResolvable, spot: Spot): Value | undefined {
    if (!this.enter(lazy, spot)) return undefined;
    const value = produced(lazy, this.context);
    if (value === undefined) this.refuse(spot, PRODUCES_NOTHING);
    const resolved = this.resolve(value, spot);
    this.leave(lazy);
    return converted(resolved, spot);
  }
}

/** What a lazy value produces: any value, which may have tokens in it. */
function produced(lazy: IResolvable, context: IResolveContext): unknown {
  return lazy.resolve({
    ...context,
    // tokens stay tokens: nothing tells the text of a resolved one from text that is meant as it is
    resolve: (value: unknown) => {
      const token = tokenOf(value);
      return token !== undefined && isLazy(token) ? produced(token, context) : value;
    },
  });
}

/** A value of the type of its place, where Terraform would convert it to that. */
function converted(value: Value | undefined, { schema }: Spot): Value | undefined {
  switch (schema && unwrap(schema).def.type) {
    case "string":
    case "enum":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    case "number":
      return typeof value === "string" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
    case "boolean":
      return value === "true" || value === "false" ? value === "true" : value;
    default:
      return value;
  }
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

const PRODUCES_NOTHING: PlacelessProblem = {
  given: "a Lazy that produces undefined",
  allowed: "a value; where there is none, leave the field out",
};
