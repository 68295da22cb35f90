import { type IResolvable, Token } from "cdktf";
import { Construct } from "constructs";
import type * as z from "zod";
import { type PlacelessProblem, problemsOf } from "../../api/problems";
import { unwrap } from "../../api/schema-walk";
import { isEnvironment, Opaque, type Value } from "../../value/value";
import { acceptsText } from "./conversion";
import { environmentVariableOf } from "./from-environment";
import { fragmentsOf, hasToken, numberToken, tokenOf } from "./token-text";

/**
 * Finds the variable of a secret inside a token, as an argument of a Terraform function; undefined when there is none.
 * Resolving the token would show it too, but parts of the token may not exist before synthesis.
 */
export function secretInFunction(value: unknown, seen: Set<unknown> = new Set()): string | undefined {
  switch (typeof value) {
    case "string":
      return hasToken(value) ? anyInside(fragmentsOf(value).filter(isToken), seen) : undefined;
    case "number":
      return Token.isUnresolved(value) ? secretInFunction(numberToken(value), seen) : undefined;
    case "object": {
      // a token may know its construct, which is not an argument
      if (value === null || seen.has(value) || Construct.isConstruct(value)) return undefined;
      seen.add(value);
      const token = Token.isUnresolved(value) ? tokenOf(value) : undefined;
      if (token !== undefined && token !== value) return secretInFunction(token, seen);
      return (token && environmentVariableOf(token)) ?? anyInside(Object.values(value), seen);
    }
    default:
      return undefined;
  }
}

function anyInside(values: readonly unknown[], seen: Set<unknown>): string | undefined {
  for (const value of values) {
    const found = secretInFunction(value, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isToken(fragment: string | IResolvable): fragment is IResolvable {
  return typeof fragment !== "string";
}

/** The problem of a secret where it cannot stand. */
export function secretMisused(variable: string, place: string): PlacelessProblem {
  const allowed = `fromEnvironment("${variable}") cannot be ${place}; use it alone or within a template string`;
  return { allowed, isWhole: true };
}

/** The problem of a secret where no text is allowed: the deploy could only fail. */
export function secretNotAsText(value: Value | undefined, schema: z.ZodType | undefined): PlacelessProblem | undefined {
  const secret = value instanceof Opaque ? value.parts.find(isEnvironment) : undefined;
  if (secret === undefined || schema === undefined || acceptsText(schema)) return undefined;
  const allowed = problemsOf(unwrap(schema), "")[0]?.allowed ?? "no text";
  return { given: `fromEnvironment("${secret.environment}"), which is text`, allowed };
}
