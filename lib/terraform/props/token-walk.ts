import { Fn, type IResolvable, Token, Tokenization } from "cdktf";
import { Construct } from "constructs";
import { acceptsText, unwrap } from "../../api/field-types";
import { type PlacelessProblem, problemsOf } from "../../api/problems";
import { HIGHEST_TOKEN, JsonWalk, type Spot } from "../../declare/json-walk";
import { LOOP } from "../../declare/meta-arguments";
import { describeKind } from "../../text/words";
import { isEnvironment, joined, Opaque, type Part, type Value } from "../../value/value";
import { TerraformValue } from "../language/terraform-value";
import { environmentVariableOf } from "./deferred-values";

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

/** Whether a text contains a token. */
function hasToken(text: string): boolean {
  return (
    Token.isUnresolved(text) || (text.includes("e+298") && numbersIn(text).some((piece) => typeof piece !== "string"))
  );
}

/** Splits text at its tokens. */
function fragmentsOf(text: string): (string | IResolvable)[] {
  const fragments: (string | IResolvable)[] = [];
  let rest = text;
  for (const token of Tokenization.reverseString(text).tokens) {
    const marker = Token.asString(token);
    const start = rest.indexOf(marker);
    fragments.push(...numbersIn(rest.slice(0, start)), token);
    rest = rest.slice(start + marker.length);
  }
  fragments.push(...numbersIn(rest));
  return fragments;
}

/** The token that a number encodes; undefined for a number that only looks like one. */
function numberToken(value: number): IResolvable | undefined {
  return givenOut(() => Tokenization.reverseNumber(value));
}

/** The token that a value is or encodes, as text, number, list or map; undefined for any other value. */
export function tokenOf(value: unknown): IResolvable | undefined {
  switch (typeof value) {
    case "string": {
      const [only, ...others] = hasToken(value) ? fragmentsOf(value) : [];
      return typeof only === "object" && others.length === 0 ? only : undefined;
    }
    case "number":
      return numberToken(value);
    case "object":
      if (value === null || Tokenization.isResolvable(value)) return value ?? undefined;
      if (!Token.isUnresolved(value)) return undefined;
      return Array.isArray(value) ? listToken(value) : Tokenization.reverseMap(value as Record<string, unknown>);
    default:
      return undefined;
  }
}

/** The token that a list encodes by its only element; undefined for any other list. */
function listToken(list: readonly unknown[]): IResolvable | undefined {
  const [only] = list;
  if (list.length !== 1) return undefined;
  if (typeof only === "number" && only < HIGHEST_TOKEN) return givenOut(() => Tokenization.reverseNumberList([only]));
  // the framework takes longer to find that there is none
  return typeof only === "string" && only.startsWith("#{")
    ? givenOut(() => Tokenization.reverseList([only]))
    : undefined;
}

/** A token that cdktf may not have given out: it throws for text and numbers that only look like one. */
function givenOut(find: () => IResolvable | undefined): IResolvable | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** Splits text at number tokens: numbers of a reserved range that a template literal has turned into digits. */
function numbersIn(text: string): (string | IResolvable)[] {
  return text
    .split(/(-8\.\d+e\+298)/)
    .filter((piece) => piece !== "")
    .map((piece) => (NUMBER_TOKEN.test(piece) ? (numberToken(Number(piece)) ?? piece) : piece));
}

const NUMBER_TOKEN = /^-8\.\d+e\+298$/;

/**
 * Finds the variable of a secret inside a token, as an argument of a Terraform function; undefined when there is none.
 * Resolving the token would show it too, but parts of the token may not exist before synthesis.
 */
export function secretInFunction(value: unknown): string | undefined {
  return foundIn(value, (part) => (Tokenization.isResolvable(part) ? environmentVariableOf(part) : undefined));
}

/** How the framework's iterators call the lazy tokens that become each of these. */
const ITERATOR_HINTS = new Map<unknown, string>([
  ["<iterator value>", "each.value"],
  ["<iterator key>", "each.key"],
]);

/** Finds what only a resource with `for_each` or `count` knows, inside a token: `each.value`; undefined when there is none. */
function iteratorIn(value: unknown): string | undefined {
  return foundIn(value, (part) => {
    const { identifier, options } = part as {
      readonly identifier?: unknown;
      readonly options?: { displayHint?: unknown };
    };
    if (typeof identifier === "string" && /^(each|count|self)\./.test(identifier)) return identifier;
    return ITERATOR_HINTS.get(options?.displayHint);
  });
}

/** Asks all that a token is made of. */
function foundIn(
  value: unknown,
  ask: (part: object) => string | undefined,
  seen: Set<unknown> = new Set(),
): string | undefined {
  if (typeof value === "string") {
    const tokens = hasToken(value) ? fragmentsOf(value).filter((fragment) => typeof fragment !== "string") : [];
    return firstFoundIn(tokens, ask, seen);
  }
  // a token may know its construct, which is not an argument
  if (Construct.isConstruct(value)) return undefined;
  const token = tokenOf(value);
  if (token !== undefined && token !== value) return foundIn(token, ask, seen);
  if (typeof value !== "object" || value === null || seen.has(value)) return undefined;
  seen.add(value);
  return ask(value) ?? firstFoundIn(Object.values(value), ask, seen);
}

function firstFoundIn(
  values: readonly unknown[],
  ask: (part: object) => string | undefined,
  seen: Set<unknown>,
): string | undefined {
  for (const value of values) {
    const found = foundIn(value, ask, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
