import * as z from "zod";
import { type Strict, warningNames } from "./warning-names";
import type { Warning } from "./warnings";

/** What the prop `strict` takes. */
export const strictSetting = z.union([
  z.boolean(),
  z.array(z.enum(warningNames)).readonly(),
]) satisfies z.ZodType<Strict>;

/**
 * The warnings that are errors, as synth lists them.
 *
 * @param strict what the construct and its service ask for: each adds to the other
 */
export function strictProblems(warnings: readonly Warning[], strict: readonly (Strict | undefined)[]): string[] {
  return warnings
    .filter(({ name }) => strict.some((asked) => (Array.isArray(asked) ? asked.includes(name) : asked === true)))
    .map(({ name, text }) => `${text} [an error because of strict; to accept it: acknowledge: ["${name}"]]`);
}
