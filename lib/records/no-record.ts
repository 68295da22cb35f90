import { kinds } from "../api/kinds";
import { terraformJson } from "../text/terraform-text";
import { inWords } from "../text/words";
import { isFields } from "../value/value";
import { certainKinds, type RecordFields } from "./record-identity";

/** Longest text of a service that a message shows. */
const LONGEST_TEXT = 200;

/**
 * What a value is that has no record's identity, where its fields tell: a refusal that was saved as an export, or records in
 * an envelope of its own. Undefined where they do not.
 *
 * @param at where it stands in its text, as jq writes it: ".data", ".[]"
 */
export function whyNoRecord(value: RecordFields, at: string): string | undefined {
  const other = terraformJson(value);
  if (other !== undefined) return `it is ${other}, and no record`;
  const refusal = refusalIn(value);
  if (refusal !== undefined) return `it is no record but a refusal of the service: ${refusal}; fetch it again`;
  if (value.data === null) return "it has no record: its data is null";
  if (Object.keys(value).length === 0) return "it is an object without a field";
  const inside = envelopedIn(value, at);
  if (inside !== undefined) return inside;
  const says = textsOf(value);
  return says === "" || certainKinds(value).length > 0
    ? undefined
    : `it has no record, and says: ${says}; fetch it again`;
}

/** What records stand in that is no envelope of the interface, and how they are taken out of it. */
function envelopedIn(value: RecordFields, at: string): string | undefined {
  const names = Object.keys(value).filter((name) => !isKnownField(name));
  const lists = names.filter((name) => isListOfObjects(value[name]));
  const records = names.filter((name) => isFields(value[name]) && certainKinds(value[name]).length === 1);
  const [first = "", ...others] = lists.length > 0 ? lists : records;
  if (first === "") return undefined;
  const isMap = lists.length === 0 && others.length > 0;
  const quotedNames = inWords(
    [first, ...others].map((name) => JSON.stringify(name)),
    isMap ? "and" : "or",
  );
  const inner = isMap ? `${at}[]` : `${at}${/^[a-z_]\w*$/i.test(first) ? `.${first}` : `[${JSON.stringify(first)}]`}`;
  const path = inner.startsWith("[") ? `.${inner}` : inner;
  const what = isMap ? "a list of what they hold" : lists.length > 0 ? "that list alone" : "what it holds";
  // a list may have elements of other shapes
  const filter = path.includes("[]") ? `'[${path} // empty]'` : /^[\w.]+$/.test(path) ? path : `'${path}'`;
  return `it is no record, and may hold some in ${quotedNames}; give ${what}, as \`jq ${filter}\` prints it`;
}

/** Statuses of responses that are no success. */
const FAILED = /^(error|fail(ed|ure)?|[45]\d\d)$/i;

/** What a refusal says: "401 Invalid API key". */
function refusalIn(value: RecordFields): string | undefined {
  const { error, errors } = value;
  const status = [value.status, value.statusCode, value.code].find(
    (each) => (typeof each === "number" || typeof each === "string") && FAILED.test(String(each)),
  );
  const isError = [error, errors].some((each) => each === true || Object.keys(Object(each)).length > 0);
  const isFailed = value.success === false || value.ok === false;
  if (status === undefined && !isError && !isFailed) return undefined;
  return [status, textsOf(value)].filter((each) => each !== undefined && each !== "").join(" ");
}

/** What a response says for people. */
function textsOf({ message, title, detail, reason, error, errors }: RecordFields): string {
  const texts = [message, title, detail, reason, error, errors].flatMap(textsIn);
  return [...new Set(texts)].join(" ").slice(0, LONGEST_TEXT);
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
