import type { Answer } from "./send";

/** Most problems of one answer that are read. */
const MOST_ERRORS = 20;

/** What an answer says, as far as it can be read. */
export interface Reading {
  /** The service's sentence, or "" when it gave none. */
  readonly message: string;
  /** What the service found wrong, one line for each. */
  readonly errors: readonly string[];
  /** Whether the body is empty or a JSON object, as the interface has it; or the beginning of an object. */
  readonly isReadable: boolean;
}

/** Reads an answer of any shape: `{message, data}`, a bare record, a list of errors, plain text or nothing. */
export function readAnswer({ text, isWhole }: Pick<Answer, "text" | "isWhole">): Reading {
  const start = text.trimStart();
  if (start === "") return { message: "", errors: [], isReadable: isWhole };
  const body = parse(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    // a thing with much in it may be answered with more than is read
    if (!isWhole && start.startsWith("{")) return { message: "", errors: [], isReadable: true };
    return { message: typeof body === "string" ? body : text, errors: [], isReadable: false };
  }
  const { message, error, errors } = body as Record<string, unknown>;
  return { message: sentence(message) || sentence(error), errors: lines(errors), isReadable: true };
}

/** Whether a refusal says that the thing exists already. */
export function saysExists(status: number, reading: Pick<Reading, "message" | "errors">): boolean {
  if (status === 409) return true;
  const said = [reading.message, ...reading.errors].join(" ");
  return (
    status === 400 && /already\s+(been\s+)?(exists?|(in\s+)?use|used|taken)\b|duplicate\s+(id|key|name)\b/i.test(said)
  );
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

function lines(errors: unknown): string[] {
  if (typeof errors === "string") return [errors];
  if (!Array.isArray(errors)) return [];
  const read = errors.slice(0, MOST_ERRORS).map(line);
  return errors.length > read.length ? [...read, `and ${errors.length - read.length} more`] : read;
}

function line(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return String(entry);
  const { property, path, field, errorMessage, message } = entry as Record<string, unknown>;
  const place = [property, path, field].find((candidate) => typeof candidate === "string");
  const said = [errorMessage, message].find((candidate) => typeof candidate === "string");
  if (said === undefined) return jsonOf(entry);
  return place === undefined ? String(said) : `${place}: ${said}`;
}

function jsonOf(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    // nested too deep
    return "an error that cannot be shown";
  }
}
