import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type IResolvable, propertyAccess, type TerraformStack, TerraformVariable, Token } from "cdktf";
import type { Deployment } from "../support/deployment";

/** Terraform variables of a stack, by name. The first synth has to be over before Terraform can read their values. */
export type Variables = Readonly<Record<string, unknown>>;

/** Gives Terraform the values of variables, in a file that it reads by itself. */
export function setVariables({ workspace }: Pick<Deployment, "workspace">, values: Variables): void {
  mkdirSync(workspace.stackDirectory, { recursive: true });
  // Terraform loses a quote after some characters of other scripts
  const json = JSON.stringify(values).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  writeFileSync(join(workspace.stackDirectory, "values.auto.tfvars.json"), json);
}

/** A value with tokens in it, what Terraform has to know for them, and what then arrives. */
export interface Tokenised {
  readonly value: unknown;
  readonly known: readonly unknown[];
  readonly arriving: unknown;
}

/** Decides where a token takes the place of a value. */
export type Choice = (value: unknown, depth: number) => boolean;

/** Every text, number, truth value and null. */
export const leaves: Choice = (value) => typeof value !== "object" || value === null;

/** Every field as a whole. */
export const wholeFields: Choice = (_, depth) => depth === 1;

/**
 * A value with tokens for parts of it: elements of one Terraform variable.
 *
 * @param variable its value is what is known
 */
export function tokenised(given: unknown, isToken: Choice, variable: TerraformVariable): Tokenised {
  const known: unknown[] = [];
  const { value, arriving } = walk(given, 0);
  return { value, known, arriving };

  function walk(part: unknown, depth: number): { readonly value: unknown; readonly arriving: unknown } {
    if (isToken(part, depth)) {
      const expression = propertyAccess(variable.value, [String(known.push(part) - 1)]);
      return { value: tokenFor(part, expression), arriving: normalised(part) };
    }
    if (typeof part !== "object" || part === null) return { value: part, arriving: part };
    const walked = Object.entries(part).map(([key, inner]) => ({ key, ...walk(inner, depth + 1) }));
    const rebuilt = (side: "value" | "arriving") =>
      Array.isArray(part)
        ? walked.map((each) => each[side])
        : Object.fromEntries(walked.map((each) => [each.key, each[side]]));
    return { value: rebuilt("value"), arriving: rebuilt("arriving") };
  }
}

/** A variable of any type. */
export function anyVariable(
  stack: TerraformStack,
  name: string,
  { sensitive }: { readonly sensitive?: boolean } = {},
): TerraformVariable {
  return new TerraformVariable(stack, name, { type: "any", sensitive });
}

/** The token that the props' types ask for in the place of a value. */
function tokenFor(value: unknown, expression: IResolvable): unknown {
  if (typeof value === "string") return Token.asString(expression);
  return typeof value === "number" ? Token.asNumber(expression) : expression;
}

/** JSON as it comes out of Terraform, which normalises text. */
export function normalised(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).normalize("NFC"));
}
