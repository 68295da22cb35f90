import type { Answer } from "./send";

/** Most problems of one answer that are read. */
const MOST_ERRORS = 20;

/** What an answer says, as far as it can be read. */
export interface Reading {
  /** The service's sentence, or "" when it gave none. */
  readonly message: string;
  /** What the service found wrong, one line for each. */
  readonly errors: readonly string[];
  /** The field that each of them is about, where it says so. */
  readonly fields: readonly (string | undefined)[];
  /** Whether the body is empty or a JSON object, as the interface has it; or the beginning of an object. */
  readonly isReadable: boolean;
}

/** Reads an answer of any shape: `{message, data}`, a bare record, a list of errors, plain text or nothing. */
export function readAnswer({ text, isWhole }: Pick<Answer, "text" | "isWhole">): Reading {
  const start = text.trimStart();
  if (start === "") return { message: "", errors: [], fields: [], isReadable: isWhole };
  const body = parse(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    // a thing with much in it may be answered with more than is read
    if (!isWhole && start.startsWith("{")) return { message: "", errors: [], fields: [], isReadable: true };
    return { message: typeof body === "string" ? body : text, errors: [], fields: [], isReadable: false };
  }
  const { message, error, errors } = body as Record<string, unknown>;
  const read = entriesOf(errors);
  return {
    message: sentence(message) || sentence(error),
    errors: read.map(({ text }) => text),
    fields: read.map(({ field }) => field),
    isReadable: true,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text, or that of a message inside: no deeper, since nobody knows how deep an answer goes. */
function sentence(value: unknown): string {
  if (typeof value === "object" && value !== null && "message" in value) return textOf(value.message);
  return textOf(value);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

interface Entry {
  readonly field?: string;
  readonly text: string;
}

function entriesOf(errors: unknown): Entry[] {
  if (typeof errors === "string") return [{ text: errors }];
  if (!Array.isArray(errors)) return [];
  const read = errors.slice(0, MOST_ERRORS).map(entryOf);
  return errors.length > read.length ? [...read, { text: `and ${errors.length - read.length} more` }] : read;
}

function entryOf(entry: unknown): Entry {
  if (typeof entry !== "object" || entry === null) return { text: String(entry) };
  const { property, path, field, errorMessage, message } = entry as Record<string, unknown>;
  const place = [property, path, field].find((candidate) => typeof candidate === "string");
  const said = [errorMessage, message].find((candidate) => typeof candidate === "string");
  if (said === undefined) return { text: jsonOf(entry) };
  return place === undefined ? { text: said } : { field: place, text: `${place}: ${said}` };
}

function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    // nested too deep
    return "an error that cannot be shown";
  }
}
