import type { Value } from "../value/value";

/** Whether a value is no text, or one of blanks alone; not where only the deploy knows it. */
export function isBlank(value: Value | undefined): boolean {
  return (value ?? null) === null || (typeof value === "string" && value.trim() === "");
}
