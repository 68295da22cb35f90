import type { Answer } from "./send";

/** What an answer says, as far as it can be read. */
export interface Reading {
  /** The service's sentence, or "" when it gave none. */
  readonly message: string;
  /** What the service found wrong, one line for each. */
  readonly errors: readonly string[];
  /** Whether the body is empty or a JSON object, as the interface has it. */
  readonly isReadable: boolean;
}

/** Reads an answer of any shape: `{message, data}`, a bare record, a list of errors, plain text or nothing. */
export function readAnswer({ text }: Pick<Answer, "text">): Reading {
  if (text.trim() === "") return { message: "", errors: [], isReadable: true };
  const body = parse(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { message: typeof body === "string" ? body : text, errors: [], isReadable: false };
  }
  const { message, error, errors } = body as Record<string, unknown>;
  return { message: sentence(message) || sentence(error), errors: lines(errors), isReadable: true };
}

/** Whether a refusal says that the thing exists already. */
export function saysExists(status: number, reading: Reading): boolean {
  if (status === 409) return true;
  const said = [reading.message, ...reading.errors].join(" ");
  return status === 400 && /already\s+(exists|in\s+use|taken)|duplicate/i.test(said);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sentence(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null && "message" in value ? sentence(value.message) : "";
}

function lines(errors: unknown): string[] {
  if (typeof errors === "string") return [errors];
  if (!Array.isArray(errors)) return [];
  return errors.map((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return String(entry);
    const { property, path, field, errorMessage, message } = entry as Record<string, unknown>;
    const place = [property, path, field].find((candidate) => typeof candidate === "string");
    const said = [errorMessage, message].find((candidate) => typeof candidate === "string");
    if (said === undefined) return JSON.stringify(entry);
    return place === undefined ? String(said) : `${place}: ${said}`;
  });
}
