import { Fn, type IResolvable, Token } from "cdktf";
import { acceptsText, unwrap } from "../../api/field-types";
import { type PlacelessProblem, problemsOf } from "../../api/problems";
import { HIGHEST_TOKEN, JsonWalk, type Spot } from "../../declare/json-walk";
import { LOOP } from "../../declare/meta-arguments";
import { describeKind } from "../../text/words";
import { isEnvironment, joined, Opaque, type Part, type Value } from "../../value/value";
import { TerraformValue } from "../language/terraform-value";
import { fragmentsOf, hasToken, numberToken, tokenOf } from "./framework-tokens";
import { iteratorIn, secretInFunction } from "./inside-token";

/** Walks through what code gives, in which any value may be a token, or have some in it. */
export abstract class TokenWalk extends JsonWalk {
  constructor() {
    super(STRAY_TOKEN);
  }

  /** What a token stands for. */
  protected abstract token(token: IResolvable, spot: Spot): Value | undefined;

  protected override text(text: string, spot: Spot): Value | undefined {
    if (!hasToken(text)) return super.text(text, spot);
    const fragments = fragmentsOf(text);
    const [only] = fragments;
    const resolved =
      fragments.length === 1 && typeof only === "object"
        ? this.token(only, spot)
        : joined(fragments.flatMap((fragment): readonly Part[] => this.part(fragment, spot)));
    const problem = secretNotAsText(resolved, spot);
    if (problem !== undefined) this.refuse(spot, problem);
    return resolved;
  }

  protected override number(number: number, spot: Spot): Value | undefined {
    const token = number < HIGHEST_TOKEN && Number.isFinite(number) ? numberToken(number) : undefined;
    return token === undefined ? super.number(number, spot) : this.token(token, spot);
  }

  protected override structure(value: object, spot: Spot): Value | undefined {
    const token = tokenOf(value);
    return token === undefined ? super.structure(value, spot) : this.token(token, spot);
  }

  protected override checkKey(key: string, spot: Spot): void {
    if (Token.isUnresolved(key)) this.refuse(spot, "a key that is known at synth");
    else super.checkKey(key, spot);
  }

  /** The value of an expression of Terraform's, converted as Terraform would for an attribute of the type there. */
  protected expression(token: IResolvable, spot: Spot): Opaque {
    const secret = secretInFunction(token);
    if (secret !== undefined) return this.misused(secret, "an argument of a Terraform function", spot);
    const iterator = iteratorIn(token);
    if (iterator !== undefined) this.refuse(spot, { allowed: `${iterator} has no value here; ${LOOP}`, isWhole: true });
    return Opaque.deferred([terraformValue(token, spot)]);
  }

  /** Refuses a secret where it cannot stand. */
  protected misused(variable: string, place: string, spot: Spot): Opaque {
    const allowed = `fromEnvironment("${variable}") cannot be ${place}; use it alone or within a template string`;
    this.refuse(spot, { allowed, isWhole: true });
    return Opaque.hidden();
  }

  /** A piece of text. */
  private part(fragment: string | IResolvable, spot: Spot): readonly Part[] {
    if (typeof fragment === "string") {
      this.checkText(fragment, spot);
      return [fragment];
    }
    const value = this.token(fragment, { path: spot.path, schema: undefined });
    if (value instanceof Opaque) return value.parts.map(asText);
    if (typeof value === "object") this.refuse(spot, { given: describeKind(value), allowed: "text" });
    return value === undefined ? [] : [String(value)];
  }
}

/** The value of a token, converted to the type of its place. */
export function terraformValue(token: unknown, { schema }: Spot): TerraformValue {
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

function asText(part: Part): Part {
  return part instanceof TerraformValue && !part.isText ? new TerraformValue(Fn.tostring(part.terraform), true) : part;
}

/** The problem of a secret where no text is allowed: the deploy could only fail. */
function secretNotAsText(value: Value | undefined, { schema }: Spot): PlacelessProblem | undefined {
  const secret = value instanceof Opaque ? value.parts.find(isEnvironment) : undefined;
  if (secret === undefined || schema === undefined || acceptsText(schema)) return undefined;
  const allowed = problemsOf(unwrap(schema), "")[0]?.allowed ?? "no text";
  return { given: `fromEnvironment("${secret.environment}"), which is text`, allowed };
}

const STRAY_TOKEN: PlacelessProblem = {
  allowed:
    "contains what code has made of a token, which stands for a value that is not known yet: pass tokens unchanged, let " +
    "Terraform change their values (Fn.upper, Fn.element, Fn.join, Fn.concat, Fn.merge), and change a secret where it is stored",
  isWhole: true,
};
