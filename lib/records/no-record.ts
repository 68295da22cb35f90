import { kinds } from "../api/kinds";
import { inWords } from "../text/words";
import { isFields } from "../value/value";
import type { RecordFields } from "./record-identity";

/** Longest text of a service that a message shows. */
const LONGEST_TEXT = 200;

/**
 * What a value is that has no record's identity, where its fields tell: a refusal that was saved as an export, or a list in
 * an envelope of its own. Undefined where they do not.
 */
export function whyNoRecord(value: RecordFields): string | undefined {
  const refusal = refusalIn(value);
  if (refusal !== undefined) return `it is no record but a refusal of the service: ${refusal}; fetch it again`;
  if (value.data === null) return "it has no record: its data is null";
  const lists = Object.keys(value).filter((name) => isListOfObjects(value[name]) && !isKnownField(name));
  if (lists.length === 0) return undefined;
  return `it is no record, and may hold some in ${inWords(
    lists.map((name) => JSON.stringify(name)),
    "or",
  )}; give that list alone, as \`jq .${lists[0]}\` prints it`;
}

/** What a refusal says: "401 Invalid API key". */
function refusalIn(value: RecordFields): string | undefined {
  const { error, errors } = value;
  const status = [value.status, value.statusCode, value.code].find((each) => typeof each === "number" && each >= 400);
  const isError = [error, errors].some((each) => each === true || Object.keys(Object(each)).length > 0);
  const isFailed = value.success === false || value.ok === false;
  if (status === undefined && !isError && !isFailed) return undefined;
  const texts = [value.message, value.title, value.detail, error, errors].flatMap(textsIn);
  return [...(status === undefined ? [] : [String(status)]), ...new Set(texts)].join(" ").slice(0, LONGEST_TEXT);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isFields(value) ? textsIn((value as RecordFields).message) : [];
}

/** Whether a record of some kind has a field of this name: then its list is a part of the record. */
function isKnownField(name: string): boolean {
  return kinds.some(({ fields, answered }) => Object.hasOwn(fields.shape, name) || answered.includes(name));
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}
