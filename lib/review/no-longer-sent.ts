import { get, type Values } from "./value";

/** Whether a whole field has left the code. A call leaves it out then, and the API does not say what that does. */
export function isNoLongerSent(
  { before, after }: { readonly before: Values; readonly after: Values },
  field: string,
): boolean {
  return get(before, field) !== undefined && get(after, field) === undefined;
}
