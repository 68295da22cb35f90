import type { RiskName } from "../../protocol/risk-names";
import { isNoLongerSent, noLongerSentText } from "../no-longer-sent";
import { get, isObjectValue, isUnknown, same, type Value, type Values } from "../value";

/** A risk, before it is known whether the construct acknowledges it. */
export interface Finding {
  readonly name: RiskName;
  readonly text: string;
}

/** What was sent last, and what is declared. */
export interface BeforeAfter {
  readonly before: Values;
  readonly after: Values;
}

/** Whether an experiment runs with these fields. */
export function isActive(fields: Values): boolean {
  return get(fields, "status") === "active";
}

/** The text of a field of an object; undefined for anything else. */
export function textAt(value: Value | undefined, key: string): string | undefined {
  const inner = isObjectValue(value) ? get(value, key) : undefined;
  return typeof inner === "string" ? inner : undefined;
}

/** Whether a value is known to be another. What was not given and null are the same to the service. */
export function isOther(before: Value | undefined, after: Value | undefined): boolean {
  return !isUnknown(before) && !isUnknown(after) && !same(before ?? null, after ?? null);
}

/**
 * What happened to these fields, in a sentence. It claims no change of those that left the code.
 *
 * @param changed says what a change of the others means
 * @param matters says why it matters where none of them changed
 */
export function changedText(
  step: BeforeAfter,
  fields: readonly string[],
  changed: (fields: string) => string,
  matters: string,
): string {
  const unsent = fields.filter((field) => isNoLongerSent(step, field));
  const others = fields.filter((field) => !unsent.includes(field));
  if (unsent.length === 0) return changed(others.join(", "));
  if (others.length === 0) return `${noLongerSentText(unsent)}, ${matters}`;
  return `${changed(others.join(", "))}; ${noLongerSentText(unsent)}`;
}
