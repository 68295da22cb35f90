import type { RequestFile } from "../protocol/request-file";
import type { Outcome } from "./attempt";
import type { Reading } from "./read-answer";

/** The part of a request that identifies its entity. */
type Subject = Pick<RequestFile, "name" | "calls">;

/**
 * Whether an answer to a create says that the entity exists already. The interface does not define that answer, so it
 * may be a 409, or a 400 with words to that effect. Words about another field mean something else, such as a display name
 * that is in use.
 *
 * Where the id is derived from the content, "exists" counts as success, and a mistake would hide a failed create. There
 * the words have to be about the id.
 *
 * @param request with its deferred values filled in
 */
export function saysExists(outcome: Outcome, request: Subject): boolean {
  if (outcome.kind !== "answered") return false;
  if (outcome.status === 409) return true;
  if (outcome.status !== 400) return false;
  const words = wordsAbout(outcome, request);
  if (words === undefined || !EXISTS.test(words)) return false;
  return request.calls.create?.existing !== "success" || isAboutId(outcome, words, request);
}

/**
 * Whether an answer says that the entity does not exist: 404, or 400 with words to that effect about the entity.
 *
 * @param request with its deferred values filled in
 */
export function saysNotFound(outcome: Outcome, request: Subject): boolean {
  if (outcome.kind !== "answered") return false;
  if (outcome.status === 404) return true;
  if (outcome.status !== 400) return false;
  const words = wordsAbout(outcome, request);
  return words !== undefined && NOT_FOUND.test(words);
}

const EXISTS = /already\s+(been\s+)?(exists?|(in\s+)?use|used|taken)\b|duplicate\s+(id|key|name)\b/i;
const NOT_FOUND = /\bnot\s+(be\s+)?found\b|\b(does\s+not|doesn't)\s+exist\b|\bno\s+such\b/i;

/** What an answer says, without what it says about other fields; undefined when nothing is left. */
function wordsAbout({ message, errors, fields }: Reading, request: Subject): string | undefined {
  const about = errors.filter((_, index) => {
    const field = fields[index];
    return field === undefined || isIdentity(field, request);
  });
  return errors.length > 0 && about.length === 0 ? undefined : [message, ...about].join(" ");
}

/** Whether a field identifies the entity, as far as is known. */
function isIdentity(field: string, { name, calls }: Subject): boolean {
  const value = Object.values(calls)[0]?.body[field.replace(/^.*\./, "")];
  return value === undefined || `/${name}`.endsWith(`/${String(value)}`);
}

function isAboutId({ fields }: Reading, words: string, { calls }: Subject): boolean {
  const id = calls.create?.body.id;
  return (
    fields.some((field) => field !== undefined && /(^|\.)id$/i.test(field)) ||
    words.includes(String(id)) ||
    /\bid\b/i.test(words)
  );
}
