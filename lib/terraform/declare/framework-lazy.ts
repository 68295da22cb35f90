import { type IResolvable, type IResolveContext, Token } from "cdktf";
import { Deferred, type Json } from "../../entity/deferred-value";
import { TerraformValue } from "../language/terraform-value";
import { deferredTemplate, jsonTemplate, toExpression } from "../language/trigger-text";
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

/** A Terraform expression for what a lazy value produces when the stack is synthesised. */
export class LazyExpression implements IResolvable {
  readonly creationStack: string[] = [];

  /** @param produce gives the value, without secrets */
  constructor(private readonly produce: (context: IResolveContext) => Json) {}

  resolve(context: IResolveContext): unknown {
    return expressionOf(this.produce(context));
  }

  toString(): string {
    return Token.asString(this);
  }

  toJSON(): string {
    return "produced when the stack is synthesised";
  }
}

/** A value as Terraform's language has it: text or a token, else what Terraform decodes from JSON. */
function expressionOf(json: Json): unknown {
  if (typeof json === "string") return toExpression([json]);
  if (!(json instanceof Deferred)) return `jsondecode(${toExpression(jsonTemplate(json))})`;
  const [only] = json.parts;
  return json.parts.length === 1 && only instanceof TerraformValue
    ? only.terraform
    : toExpression(deferredTemplate(json));
}
