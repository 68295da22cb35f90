import * as z from "zod";
import { inWords } from "../text/words";

/** The number of Unicode code points in a text. Every length in the API counts these. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A string of `minimum` to `maximum` code points, both inclusive. */
export function textOfLength(minimum: number, maximum: number) {
  return z
    .string()
    .superRefine((text, context) => {
      const length = codePoints(text);
      if (length < minimum) {
        context.addIssue({ code: "too_small", minimum, inclusive: true, origin: "string", input: text });
      } else if (length > maximum) {
        context.addIssue({ code: "too_big", maximum, inclusive: true, origin: "string", input: text });
      }
    })
    .meta({ ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });
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
  return schema.refine((text) => pattern.test(text), `text of ${inWords(names)}`).meta({ pattern: pattern.source });
}

/** A whole number, `int64` in the API. zod's own `int` ends at 2^53, and its `multipleOf` rounds. */
export function wholeNumber() {
  return z
    .number()
    .refine(Number.isInteger, "a whole number")
    .refine((value) => Math.abs(value) < 2 ** 63, "a 64-bit whole number")
    .meta({ type: "integer" });
}

/** A whole number of days or units, greater than 1. */
export function countAboveOne() {
  return wholeNumber()
    .gt(1)
    .meta({ exclusiveMaximum: 2 ** 63 });
}

/** A UTC hour, 0 to 23, or null. */
export function hourOfDay() {
  return wholeNumber().min(0).max(23).nullable();
}

/** What the API calls "object" without naming its fields: any JSON object. */
export function anyObject() {
  return z.record(z.string(), z.unknown());
}

/** An object inside a field. Nothing shows which of its fields the API requires, so none is. */
export function nestedObject<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).partial();
}
