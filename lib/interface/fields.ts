import { z } from "zod";

/** The number of Unicode code points in a text: the unit of every length in the interface. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** A string of `minimum` to `maximum` code points, both inclusive. */
export function textOfLength(minimum: number, maximum: number) {
  return z.string().superRefine((text, context) => {
    const length = codePoints(text);
    if (length < minimum) {
      context.addIssue({ code: "too_small", minimum, inclusive: true, origin: "string", input: text });
    } else if (length > maximum) {
      context.addIssue({ code: "too_big", maximum, inclusive: true, origin: "string", input: text });
    }
  });
}

/** A whole number of days or units that has to be greater than 1 (`int64` in the interface). */
export function countAboveOne() {
  return z.number().multipleOf(1).gt(1);
}

/** A UTC hour, 0 to 23, or null. */
export function hourOfDay() {
  return z.number().multipleOf(1).min(0).max(23).nullable();
}

/** What the interface calls "object" without naming its fields: any JSON object. */
export function anyObject() {
  return z.record(z.string(), z.unknown());
}
