import { isFields, isList, type Value } from "../value/value";
import type { Words } from "./document";
import { isUnread, linesOf, opaqueTexts } from "./value-text";

/** A value as people read it: nothing is no text, what is hidden is seen to be, and a list of objects has a line for each. */
export function valueWords(value: Value): Words {
  if (value === null) return { nothing: "none" };
  if (isUnread(value)) return { tag: opaqueTexts[value.why] };
  if (isList(value) && value.length > 0 && value.every(isFields)) {
    return { lines: linesOf(value).map((line) => ({ own: line })) };
  }
  return { value };
}
