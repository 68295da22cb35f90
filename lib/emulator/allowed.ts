import { validateHeaderName, validateHeaderValue } from "node:http";
import type * as z from "zod";
import { problemsOf, problemText, valueAt } from "../api/problems";

/**
 * What fits a schema, with its defaults. By itself, so that the public types know no schema.
 *
 * @param what what the value is, as the message calls it
 * @throws TypeError that lists every problem
 */
export function allowedValue<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const problems = problemsOf(schema, value);
  if (problems.length === 0) return schema.parse(value);
  const lines = problems.map((problem) =>
    problemText({ ...problem, path: [what, ...problem.path] }, valueAt(value, problem.path), false),
  );
  throw new TypeError(lines.join("\n"));
}

/** Whether HTTP can carry a header. */
export function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
