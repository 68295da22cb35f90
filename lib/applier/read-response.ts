import { jsonText, parseJson } from "../value/json";
import { type Fields, isFields } from "../value/value";

/** Most errors that are read from one response. */
const MOST_ERRORS = 20;

/** The body of a response. */
export interface ResponseText {
  readonly text: string;
  /** False when the text is only the beginning of a longer one. */
  readonly isComplete: boolean;
}

/** Something that a service found wrong. */
export interface ServiceError {
  /** The field that it is about, where the service says so. */
  readonly field?: string;
  /** One line, with the field's name. */
  readonly text: string;
}

/** What a response says, as far as it can be read. */
export interface Reading {
  /** The message of the service, or "" when it gave none. */
  readonly message: string;
  /** What the service found wrong. */
  readonly errors: readonly ServiceError[];
  /** The record in the response: its `data`, or all of it. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Whether the body is empty, a JSON object, or the beginning of one. */
  readonly isReadable: boolean;
  /** Whether the body says that the call failed, whatever its status. */
  readonly saysFailure: boolean;
  /** Whether the body has a place for the record, and nothing in it. */
  readonly showsNothing: boolean;
}

const EMPTY_READING: Reading = {
  message: "",
  errors: [],
  record: {},
  isReadable: true,
  saysFailure: false,
  showsNothing: false,
};

/**
 * Reads a response of any shape: `{message, data}`, a bare record, a list of errors, problem details (RFC 9457), plain
 * text or nothing.
 *
 * @param isRecord whether a body has the record of the entity that the call is about
 */
export function readResponse(
  { text, isComplete }: ResponseText,
  isRecord: (body: Fields) => boolean = () => false,
): Reading {
  // a byte order mark counts as white space here
  const start = text.trimStart();
  if (start === "") return { ...EMPTY_READING, isReadable: isComplete };
  const body = parseJson(start);
  if (!isFields(body)) {
    // the response about a large entity may be longer than what is read
    if (!isComplete && start.startsWith("{")) return EMPTY_READING;
    return { ...EMPTY_READING, message: typeof body === "string" ? body : text, isReadable: false };
  }
  const { message, error, title, detail, errors, data } = body;
  return {
    message: messageIn(message) || messageIn(error) || [title, detail].map(textOrNothing).filter(Boolean).join(": "),
    errors: limited([...errorsIn(errors), ...(Array.isArray(message) ? errorsIn(message) : [])]),
    record: isFields(data) ? data : body,
    isReadable: true,
    saysFailure: saysFailure(body, isRecord),
    showsNothing: data !== undefined && !isSomething(data),
  };
}

/** Words for a call that failed, in lower case. */
const FAILED = new Set(["error", "fail", "failed", "failure"]);

/**
 * Whether a body says that the call failed. `success: false` says so even beside the record, which may be as it was before;
 * other signs do where the body does not have the record. What stands inside a record is not looked at.
 */
function saysFailure(body: Fields, isRecord: (body: Fields) => boolean): boolean {
  if (body.success === false) return true;
  const [data = {}] = [body.data].filter(isFields);
  // GraphQL has the result under the name of the operation
  const [result, ...others] = Object.values(data);
  const parts = [body, data, ...(others.length === 0 && isFields(result) ? [result] : [])];
  return parts.some(hasFailure) && !isRecord(body);
}

function hasFailure(part: Fields): boolean {
  const { error, errors, errorMessage, exception, fault } = part;
  const { success, ok, failed, status, result, type, statusCode, code } = part;
  return (
    [error, errors, errorMessage, exception, fault].some(isSomething) ||
    [success, ok].some(isFalse) ||
    failed === true ||
    [status, result, type].some((word) => typeof word === "string" && FAILED.has(word.toLowerCase())) ||
    [status, statusCode, code].some(isErrorStatus)
  );
}

/** Also as other languages write it: `"False"`, 0. */
function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === "string" && /^(?:false|0)$/i.test(value));
}

/** Whether a value is an HTTP status of an error, as a number or a text. */
function isErrorStatus(value: unknown): boolean {
  return (typeof value === "number" || typeof value === "string") && /^[45]\d\d$/.test(String(value));
}

function isSomething(value: unknown): boolean {
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

/** A text, or the text of the message inside an object. Looks no deeper, because a response may be nested without end. */
function messageIn(value: unknown): string {
  return textOrNothing(isFields(value) ? value.message : value);
}

function textOrNothing(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function limited(errors: readonly ServiceError[]): readonly ServiceError[] {
  const more = errors.length - MOST_ERRORS;
  return more > 0 ? [...errors.slice(0, MOST_ERRORS), { text: `and ${more} more` }] : errors;
}

function errorsIn(errors: unknown): ServiceError[] {
  if (typeof errors === "string") return [{ text: errors }];
  return Array.isArray(errors) ? errors.map(errorOf) : [];
}

function errorOf(entry: unknown): ServiceError {
  if (typeof entry !== "object" || entry === null) return { text: String(entry) };
  const { property, path, field, errorMessage, message } = entry as Record<string, unknown>;
  const place = [property, path, field].find((candidate) => typeof candidate === "string");
  const text = [errorMessage, message].find((candidate) => typeof candidate === "string");
  if (text === undefined) return { text: jsonText(entry) ?? "an error that cannot be shown" };
  return place === undefined ? { text } : { field: place, text: `${place}: ${text}` };
}
