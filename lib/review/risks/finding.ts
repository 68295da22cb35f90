import type { RiskName } from "../../protocol/risk-names";
import { type Fields, get, isObject, isUnknown, same, type Value } from "../value";

/** A risk, before it is known whether the construct acknowledges it. */
export interface Finding {
  readonly name: RiskName;
  readonly text: string;
}

/** What was sent last, and what is declared. */
export interface Step {
  readonly before: Fields;
  readonly after: Fields;
}

/** Whether an experiment runs with these fields. */
export function isActive(fields: Fields): boolean {
  return get(fields, "status") === "active";
}

/** The text of a field of an object; undefined for anything else. */
export function textAt(value: Value | undefined, key: string): string | undefined {
  const inner = isObject(value) ? get(value, key) : undefined;
  return typeof inner === "string" ? inner : undefined;
}

/** Whether a value is known to be another. What was not given and null are the same to the service. */
export function isOther(before: Value | undefined, after: Value | undefined): boolean {
  return !isUnknown(before) && !isUnknown(after) && !same(before ?? null, after ?? null);
}
