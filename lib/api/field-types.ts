import * as z from "zod";
import { inWords } from "./describe";

/** Rules that zod does not tell of, as JSON Schema has them. */
export interface JsonRules {
  readonly type?: "integer";
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: "date";
}

// the mark lets a bundler leave this out where it is not used
const jsonRules = /* @__PURE__ */ z.registry<JsonRules>();

/** Tells what a schema checks by code of ours, for those who make a JSON Schema of it. */
export function withJsonRules<S extends z.ZodType>(schema: S, told: JsonRules): S {
  jsonRules.add(schema, told as never);
  return schema;
}

/** What was told of a schema, and of those that it refines. */
export function jsonRulesOf(schema: z.ZodType): JsonRules {
  return jsonRules.get(schema) ?? {};
}

/** The number of Unicode code points in a text. Every length in the API counts these. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A string of `minimum` to `maximum` code points, both inclusive. */
export function textOfLength(minimum: number, maximum: number) {
  const schema = z.string().superRefine((text, context) => {
    const length = codePoints(text);
    if (length < minimum) {
      context.addIssue({ code: "too_small", minimum, inclusive: true, origin: "string", input: text });
    } else if (length > maximum) {
      context.addIssue({ code: "too_big", maximum, inclusive: true, origin: "string", input: text });
    }
  });
  return withJsonRules(schema, { ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });
}

/**
 * Restricts a text to some characters.
 *
 * @param characters single characters, and ranges such as `a-z`. Both the rule and its message are made from them
 */
export function onlyOf(schema: z.ZodString, ...characters: readonly string[]) {
  const set = characters.map((each) => (each.length === 1 ? each.replace(/[-.]/, "\\$&") : each));
  const pattern = new RegExp(`^[${set.join("")}]*$`);
  const names = characters.map((each) => (each === " " ? "space" : each));
  const restricted = schema.refine((text) => pattern.test(text), `text of ${inWords(names)}`);
  return withJsonRules(restricted, { pattern: pattern.source });
}

/** A whole number, `int64` in the API. zod's own `int` ends at 2^53, and its `multipleOf` rounds. */
export function wholeNumber() {
  const schema = z
    .number()
    .refine(Number.isInteger, "a whole number")
    .refine((value) => Math.abs(value) < 2 ** 63, "a 64-bit whole number");
  return withJsonRules(schema, { type: "integer" });
}

/** A whole number of days or units, greater than 1. */
export function countAboveOne() {
  return wholeNumber().gt(1);
}

/** A UTC hour, 0 to 23, or null. */
export function hourOfDay() {
  return wholeNumber().min(0).max(23).nullable();
}

/** What the API calls "object" without naming its fields: any JSON object. */
export function anyObject() {
  return z.record(z.string(), z.unknown());
}
