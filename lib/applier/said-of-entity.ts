import { labelOf } from "../api/resource";
import { pathFields } from "../entity/step";
import { nameOf, type Request } from "../protocol/request-file";
import type { Outcome } from "./send";

/** What an answer says of the entity that its call is about. `id taken` is `exists` in words about its id. */
export type Said = "exists" | "id taken" | "not found" | "something else";

/** The part of a request that identifies its entity. */
type Subject = Pick<Request, "kind" | "identity" | "fields" | "steps">;

/** How much of a statement is read, in characters. */
const LONGEST_STATEMENT = 1_000;

const EXISTS = /\balready (?:exists?|in use|used|(?:been )?taken)\b/;
const NOT_FOUND = /\bnot found\b|\bdoes not exist\b/;

/** Words that say no more than the status of an answer. */
const STATUS_WORDS =
  /^(?:http|error|status|code|statuscode|message|title|conflict|not|found|bad|request|null|true|false|success|ok|data|400|404|409)$/;

/** Words that name nothing. */
const FILLING = /^(?:an?|the|this|that|such|with|it|is|was|has|resource|entity|error|code)$/;

/** Stand for the id of the entity, and for the other texts that identify it. */
const ID_MARK = "\ue000";
const OTHER_MARK = "\ue001";

/**
 * Judges the words of an answer. The API defines none of what exists or does not. So only the status alone counts, or a
 * statement that names the entity and nothing else, or an error about its id. Anything else is an error that shows the
 * words: a mistake in the other direction would change or duplicate somebody's entity.
 *
 * | status | words | |
 * |---|---|---|
 * | 409, 404 | none but those of the status | exists, not found |
 * | 409, 400 | "already exists" or the like, in an error about the id | id taken |
 * | 409, 400 | the same, in a message about the entity alone | exists; id taken where it names the id |
 * | 404 | "not found" or "does not exist", about the entity alone | not found |
 *
 * @param request with its deferred values filled in
 */
export function saidOfEntity(outcome: Outcome, request: Subject): Said {
  if (outcome.kind !== "answered" || ![400, 404, 409].includes(outcome.status)) return "something else";
  const { status, message, errors, fields, text } = outcome;
  const statement = message === "" && errors.length === 0 ? text : message;
  const isSilent = saysNothing(statement);
  if (isSilent && errors.length === 0) {
    return status === 409 ? "exists" : status === 404 ? "not found" : "something else";
  }
  const ids = idsOf(request);
  const phrase = status === 404 ? NOT_FOUND : EXISTS;
  const found = status === 404 ? "not found" : "id taken";
  const isOfId = (field?: string) => ids.fields.includes(fieldAt(field));
  const matches = errors.filter((error, index) => isOfId(fields[index]) && phrase.test(sentenceOf(error)));
  if (matches.length > 0 && (status !== 404 || matches.length === errors.length)) return found;
  const [only = ""] = errors;
  const isAlone = isSilent && errors.length === 1 && fields[0] === undefined;
  const about = errors.length > 0 && !isAlone ? undefined : namedIn(isAlone ? only : statement, phrase, request, ids);
  if (about === undefined) return "something else";
  return status === 404 ? (about === "nothing" ? "something else" : found) : about === "id" ? found : "exists";
}

/** Whether a statement says no more than the status of its answer. */
function saysNothing(statement: string): boolean {
  return plainWords(statement).every((word) => STATUS_WORDS.test(word));
}

/** What a statement with a phrase names: undefined where it names anything but the entity, or lacks the phrase. */
function namedIn(
  statement: string,
  phrase: RegExp,
  request: Subject,
  ids: ReturnType<typeof idsOf>,
): "id" | "kind" | "nothing" | undefined {
  const marked = ids.texts.reduce((rest, [own, mark]) => rest.replace(standAlone(own), mark), readPart(statement));
  // problem details begin with the words of the status
  const sentence = sentenceOf(marked).replace(/^ ?(?:conflict|not found): /, "");
  if (!phrase.test(sentence)) return undefined;
  const kind = plainWords(labelOf(request.kind));
  const words = plainWords(sentence.replace(phrase, " ")).filter((word) => !FILLING.test(word));
  const isOfId = (word: string) => word === ID_MARK || ids.words.includes(word);
  if (!words.every((word) => isOfId(word) || word === OTHER_MARK || kind.includes(word))) return undefined;
  // "prompt with id support_bot" is about another id
  if (words.includes(ID_MARK) || (words.some(isOfId) && !words.includes(OTHER_MARK))) return "id";
  return words.length > 0 ? "kind" : "nothing";
}

/** How a request identifies its entity: the fields and the words that mean its id, and the texts with their marks. */
function idsOf(subject: Subject) {
  const { kind, identity, fields, steps } = subject;
  const { kindOf } = require("./check-fields") as typeof import("./check-fields");
  const name = nameOf(subject);
  const idField = identity.at(-1) ?? "id";
  const given = (field: string) => (typeof fields[field] === "string" ? fields[field] : undefined);
  const id = given(idField) ?? (identity.length === 1 ? (name ?? undefined) : undefined);
  const same = kindOf(kind).fields.filter((field) => id !== undefined && given(field) === id);
  const others = steps
    .flatMap(pathFields)
    .map(given)
    .filter((value) => value !== id);
  const texts = [[name, ID_MARK], [id, ID_MARK], ...others.map((text) => [text, OTHER_MARK])] as const;
  const isNamed = [idField, ...same].includes("name");
  return {
    fields: [idField, ...same],
    words: ["id", "identifier", ...(isNamed ? ["name", "named"] : [])],
    texts: texts
      .flatMap(([text, mark]) => (typeof text === "string" && text !== "" ? [[text, String(mark)] as const] : []))
      .sort(([one], [other]) => other.length - one.length),
  };
}

/** The field of an error's place: `id` of `body.id`. A place inside a field is not that field. */
function fieldAt(place = ""): string {
  return place.replace(/^[#/$.]*(?:(?:body|data|request|payload)[/.])?/, "");
}

function readPart(text: string): string {
  return text.slice(0, LONGEST_STATEMENT).replace(/<[^<>]*>/g, " ");
}

/** A text in lower case, with `ALREADY_EXISTS`, `not-found` and `ResourceNotFound` taken apart. */
function sentenceOf(text: string): string {
  return readPart(text)
    .replace(/([a-z])(?=[A-Z])/g, "$1 ")
    .replace(/[\s_-]+/g, " ")
    .toLowerCase()
    .replace(/\bname id\b/g, "id");
}

function plainWords(text: string): string[] {
  return sentenceOf(text).match(/[\ue000\ue001]|[\p{L}\p{N}/]+/gu) ?? [];
}

/** Matches a text where it is not part of a longer word, path or number. */
function standAlone(text: string): RegExp {
  const escaped = text.slice(0, LONGEST_STATEMENT).replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_./-])${escaped}(?![\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}])`, "giu");
}
