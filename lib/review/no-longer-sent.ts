import type { FieldChange } from "./model";
import type { BeforeAfter } from "./risks/finding";
import { get } from "./value";

/** The changes of an update, with a mark on each whole field that has left the code. */
export function markedUnsent(fields: readonly FieldChange[], step: BeforeAfter): FieldChange[] {
  return fields.map((field) => (isNoLongerSent(step, field.path) ? { ...field, noLongerSent: true } : field));
}

/** Whether a whole field has left the code. A call leaves it out then, and the API does not say what that does. */
function isNoLongerSent({ before, after }: BeforeAfter, field: string): boolean {
  return get(before, field) !== undefined && get(after, field) === undefined;
}
