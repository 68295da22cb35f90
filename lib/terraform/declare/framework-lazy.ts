import { type IResolvable, type IResolveContext, Token } from "cdktf";
import type { Construct } from "constructs";
import { Opaque, type Value } from "../../value/value";
import { hcl } from "../language/hcl";
import { TerraformValue } from "../language/terraform-value";
import { deferredTemplate, jsonTemplate } from "../language/trigger-text";
import { UsageError } from "../synth-errors";
import { tokenOf } from "./token-text";

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

/** What a lazy value produces: any value, which may have tokens in it. */
export function produced(lazy: IResolvable, context: IResolveContext): unknown {
  return lazy.resolve({
    ...context,
    // tokens stay tokens: nothing tells the text of a resolved one from text that is meant as it is
    resolve: (value: unknown) => {
      const token = tokenOf(value);
      return token !== undefined && isLazy(token) ? produced(token, context) : value;
    },
  });
}

/** What a lazy value produces as JSON, without secrets, and what is wrong with it, a line for each problem. */
export interface Produced {
  readonly value: Value;
  readonly problems: readonly string[];
}

/** A Terraform expression for what a lazy value produces when the stack is synthesised. */
export class LazyExpression implements IResolvable {
  readonly creationStack: string[] = [];
  private atSynth: Produced | undefined;

  /** @param construct whose field has the value, for the error */
  constructor(
    private readonly produce: (context: IResolveContext) => Produced,
    private readonly construct?: Construct,
  ) {}

  /** What is wrong with what it produces for a construct. */
  problemsIn(scope: Construct): string[] {
    const context = { preparing: false, scope, registerPostProcessor: () => {}, resolve: (value: unknown) => value };
    return [...this.producedOnce(context).problems];
  }

  /** @throws UsageError when something is wrong with it, and the stack's validations were left out */
  resolve(context: IResolveContext): unknown {
    // it may be too early for a lazy value: aspects have not run yet
    if (context.preparing) return expressionOf(this.produce(context).value);
    const { value, problems } = this.producedOnce(context);
    if (problems.length > 0)
      throw new UsageError(`${(this.construct ?? context.scope).node.path}: ${problems.join("; ")}`);
    return expressionOf(value);
  }

  private producedOnce(context: IResolveContext): Produced {
    this.atSynth ??= this.produce(context);
    return this.atSynth;
  }

  toString(): string {
    return Token.asString(this);
  }

  toJSON(): string {
    return "produced when the stack is synthesised";
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
