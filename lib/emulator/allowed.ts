import type * as z from "zod";
import { describeValue } from "../api/describe";
import { pathText } from "../api/field-path";
import { problemsOf, valueAt } from "../api/problems";

/**
 * Refuses what does not fit a schema.
 *
 * @param what what the value is, as the message calls it
 * @throws TypeError that lists every problem
 */
export function assertAllowed<T>(schema: z.ZodType<T>, value: unknown, what: string): asserts value is T {
  const problems = problemsOf(schema, value);
  if (problems.length === 0) return;
  const list = problems.map(({ path, allowed, unknown }) => {
    const where = [what, pathText(path)].filter((part) => part !== "").join(".");
    return unknown
      ? `${where}: ${allowed}`
      : `${where}: given ${describeValue(valueAt(value, path))}; allowed: ${allowed}`;
  });
  throw new TypeError(list.join("\n"));
}
