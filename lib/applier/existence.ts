import type { RequestFile } from "../protocol/request-file";
import type { Outcome } from "./outcome";
import type { Reading } from "./read-answer";

/** What a request says about the entity that an answer may be about. */
type About = Pick<RequestFile, "name" | "calls">;

/**
 * Whether an answer to a create says that the entity exists already. The interface does not say how: 409, or 400 with
 * words to that effect. Words about another field are about something else, such as a display name that is in use.
 *
 * An entity whose id comes from its content is the one that is wanted when it exists, so that a mistake would hide a
 * failed create: there, the words have to speak of the id.
 *
 * @param request filled
 */
export function saysExists(outcome: Outcome, request: About): boolean {
  if (outcome.kind !== "answered") return false;
  if (outcome.status === 409) return true;
  if (outcome.status !== 400) return false;
  const words = wordsAbout(outcome, request);
  if (words === undefined || !EXISTS.test(words)) return false;
  return request.calls.create?.existing !== "success" || speaksOfId(outcome, words, request);
}

/**
 * Whether an answer says that the entity does not exist: 404, or 400 with words to that effect about the entity.
 *
 * @param request filled
 */
export function saysNotFound(outcome: Outcome, request: About): boolean {
  if (outcome.kind !== "answered") return false;
  if (outcome.status === 404) return true;
  if (outcome.status !== 400) return false;
  const words = wordsAbout(outcome, request);
  return words !== undefined && NOT_FOUND.test(words);
}

const EXISTS = /already\s+(been\s+)?(exists?|(in\s+)?use|used|taken)\b|duplicate\s+(id|key|name)\b/i;
const NOT_FOUND = /\bnot\s+(be\s+)?found\b|\b(does\s+not|doesn't)\s+exist\b|\bno\s+such\b/i;

/** What an answer says without its words about other fields; undefined when it has no others. */
function wordsAbout({ message, errors, fields }: Reading, request: About): string | undefined {
  const about = errors.filter((_, index) => {
    const field = fields[index];
    return field === undefined || isIdentity(field, request);
  });
  return errors.length > 0 && about.length === 0 ? undefined : [message, ...about].join(" ");
}

/** Whether a field is what the entity is called by, as far as is known. */
function isIdentity(field: string, { name, calls }: About): boolean {
  const value = Object.values(calls)[0]?.body[field.replace(/^.*\./, "")];
  return value === undefined || `/${name}`.endsWith(`/${String(value)}`);
}

function speaksOfId({ fields }: Reading, words: string, { calls }: About): boolean {
  const id = calls.create?.body.id;
  return (
    fields.some((field) => field !== undefined && /(^|\.)id$/i.test(field)) ||
    words.includes(String(id)) ||
    /\bid\b/i.test(words)
  );
}
