import { inWords } from "../api/describe";
import { get, type Values } from "./value";

/** Whether a whole field has left the code. A call leaves it out then, and the API does not say what that does. */
export function isNoLongerSent(
  { before, after }: { readonly before: Values; readonly after: Values },
  field: string,
): boolean {
  return get(before, field) !== undefined && get(after, field) === undefined;
}

/** What is known of fields that left the code, as a part of a sentence. */
export function noLongerSentText(fields: readonly string[]): string {
  const [are, them] = fields.length === 1 ? ["is", "it"] : ["are", "them"];
  return `${inWords(fields)} ${are} no longer sent: the service may keep or clear ${them}`;
}
