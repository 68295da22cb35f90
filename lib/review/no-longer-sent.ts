import type { FieldChange } from "./model";
import { get, type Values } from "./value";

interface Step {
  readonly before: Values;
  readonly after: Values;
}

/** The changes of an update, with a mark on each whole field that has left the code. */
export function markedUnsent(fields: readonly FieldChange[], step: Step): FieldChange[] {
  return fields.map((field) => (isNoLongerSent(step, field.path) ? { ...field, noLongerSent: true } : field));
}

/** Whether a whole field has left the code. A call leaves it out then, and the API does not say what that does. */
function isNoLongerSent({ before, after }: Step, field: string): boolean {
  return get(before, field) !== undefined && get(after, field) === undefined;
}
