import { STATUS_CODES } from "node:http";
import { pathFields } from "../entity/steps";
import { nameOf, type Request } from "../protocol/request-file";
import { labelOf } from "../text/names";
import type { ServiceError } from "./read-response";
import type { Outcome, ServiceResponse } from "./send";

/** Whether the service has the entity of a call, by its response. `id taken`: it exists, as words about its id say. */
export type Existence = "exists" | "id taken" | "not found" | "unclear";

/** What a statement is about: the id of the entity, the entity by other names, or nothing that it names. */
type About = "id" | "entity" | "nothing";

/** How a response with some status is read. */
interface StatusReading extends Readonly<Record<About, Existence>> {
  /** Without words, or with the words of the status alone. */
  readonly silent: Existence;
  /** What a statement has to say, in lower case; then it counts by what it is about. */
  readonly phrase: RegExp;
}

const TAKEN_PHRASE = /\balready (?:exists?|in use|used|(?:been )?taken)\b/;
const MISSING_PHRASE = /\bnot found\b|\bdoes not exist\b/;

const SAYS_TAKEN = {
  phrase: TAKEN_PHRASE,
  id: "id taken",
  entity: "exists",
  nothing: "exists",
} as const;

const statusReadings: Readonly<Record<number, StatusReading | undefined>> = {
  400: { ...SAYS_TAKEN, silent: "unclear" },
  409: { ...SAYS_TAKEN, silent: "exists" },
  404: {
    phrase: MISSING_PHRASE,
    silent: "not found",
    id: "not found",
    entity: "not found",
    nothing: "unclear",
  },
};

/** The part of a request that identifies its entity. */
type Identified = Pick<Request, "kind" | "identity" | "fields" | "steps">;

/**
 * What a response says, by its status and words. The API defines none of what exists or does not. So what counts is the status
 * alone, a statement that names the entity and nothing else, or an error about its id. Anything else is an error that shows
 * the words: a mistake in the other direction would change or duplicate somebody's entity.
 *
 * @param request with its deferred values filled in
 */
export function existenceBy(outcome: Outcome, request: Identified): Existence {
  const reading = outcome.kind === "response" ? statusReadings[outcome.status] : undefined;
  if (outcome.kind !== "response" || reading === undefined) return "unclear";
  const subject = subjectOf(outcome, reading.phrase, request);
  return subject === undefined ? "unclear" : reading[subject];
}

/** Statuses of what is not there, whatever the words are about. */
const MISSING_STATUSES = [404, 410];

/**
 * Whether the end of an update speaks against an entity of this stack: what proved its create does so no more. Other statuses
 * and words do, too, than those of "not found", by which something may be created.
 */
export function mayBeGone(outcome: Outcome, request: Identified): boolean {
  if (outcome.kind !== "response") return false;
  const { status, saysFailure, showsNothing, text, message, errors } = outcome;
  if (status < 300 && !saysFailure) return showsNothing;
  if (MISSING_STATUSES.includes(status)) return true;
  if (!says(MISSING_PHRASE, sentenceOf(readPart(text)))) return false;
  // of words at a place that nobody knows, what they are about is not known either
  const isUnread = message === "" && errors.length === 0;
  return isUnread || subjectOf(outcome, MISSING_PHRASE, request) !== undefined;
}

/** What a response with some phrase is about; undefined where that is something else, or more than one thing. */
function subjectOf(response: ServiceResponse, phrase: RegExp, request: Identified): About | "silent" | undefined {
  const { errors, statements } = statementsIn(response);
  const [only] = statements;
  if (only === undefined) return "silent";

  const names = namesIn(request);
  const errorsOfId = errors.filter(
    ({ field, text }) => names.idFields.includes(fieldAt(field)) && says(phrase, sentenceOf(text)),
  );
  // what is named beside the id may be what is not found
  const isAlone =
    errorsOfId.length === errors.length &&
    statements.every((each) => aboutIn(withoutField(each), phrase, names) !== undefined);
  if (errorsOfId.length > 0 && (phrase === TAKEN_PHRASE || isAlone)) return "id";

  // several statements, or one about another field, may be about another entity
  if (statements.length > 1 || only.field !== undefined) return undefined;
  return aboutIn(only.text, phrase, names);
}

/** Whether a response says no more than its status does: for what people do next. What exists is read by fewer words. */
export function isSilent(response: ServiceResponse): boolean {
  // 422 has two names
  const ofStatus = plainWords(`${response.status} ${STATUS_CODES[response.status] ?? ""} content`);
  const saysMore = (word: string) => !STATUS_WORDS.test(word) && !ofStatus.includes(word);
  return !statementsIn(response).statements.some(({ text }) => plainWords(text).some(saysMore));
}

/** What a response says, with its errors among it. */
function statementsIn({ message, errors, text }: ServiceResponse) {
  const read = errors.map((error) => ({ ...error, text: readPart(error.text) }));
  const words = readPart(message === "" && errors.length === 0 ? text : message);
  const statements: readonly ServiceError[] = saysNothing(words) ? read : [{ text: words }, ...read];
  return { errors: read, statements };
}

/** The text of an error, which begins with its field. */
function withoutField({ field, text }: ServiceError): string {
  return field === undefined ? text : text.slice(`${field}: `.length);
}

/** Whether a sentence has a phrase. One that says both that something is there and that it is not says neither. */
function says(phrase: RegExp, sentence: string): boolean {
  return [TAKEN_PHRASE, MISSING_PHRASE].every((each) => each.test(sentence) === (each === phrase));
}

/** Words that say no more than the status of a response. */
const STATUS_WORDS =
  /^(?:http|error|status|code|statuscode|message|title|conflict|not|found|bad|request|null|true|false|success|ok|data|400|404|409)$/;

function saysNothing(words: string): boolean {
  return plainWords(words).every((word) => STATUS_WORDS.test(word));
}

/** By what a statement may name an entity. */
interface EntityNames {
  /** Fields that have the id. */
  readonly idFields: readonly string[];
  /** Words that stand for the id. */
  readonly idWords: readonly string[];
  readonly kindWords: readonly string[];
  /** Texts of the entity, each with the mark that takes its place, and the longer first: it may hold the shorter. */
  readonly texts: readonly (readonly [text: string, mark: string])[];
}

/** Take the place of the id of the entity, and of the other texts that its path has. */
const ID_MARK = "\ue000";
const OTHER_MARK = "\ue001";

function namesIn(request: Identified): EntityNames {
  const { kind, identity, fields, steps } = request;
  const textOf = (field: string) => (typeof fields[field] === "string" ? fields[field] : "");
  const idField = identity.at(-1) ?? "id";
  const id = textOf(idField);
  const idFields = [idField, ...Object.keys(fields).filter((field) => id !== "" && textOf(field) === id)];
  // of two entries with one text, the later counts
  const texts = new Map<string, string>([
    ...steps.flatMap(pathFields).map((field) => [textOf(field), OTHER_MARK] as const),
    [id, ID_MARK],
    [nameOf(request) ?? "", ID_MARK],
  ]);
  texts.delete("");
  return {
    idFields,
    idWords: ["id", "identifier", ...(idFields.includes("name") ? ["name", "named"] : [])],
    kindWords: plainWords(labelOf(kind)),
    texts: [...texts].sort(([one], [other]) => other.length - one.length),
  };
}

/** Words that name nothing. */
const FILLING = /^(?:an?|the|this|that|such|with|it|is|was|has|resource|entity|error|code)$/;

/** What a statement is about; undefined where it names anything but the entity, or lacks the phrase. */
function aboutIn(statement: string, phrase: RegExp, names: EntityNames): About | undefined {
  const marked = names.texts.reduce((rest, [text, mark]) => rest.replace(standAlone(text), mark), statement);
  const sentence = sentenceOf(marked);
  // problem details begin with the words of the status
  const rest = sentence.replace(/^ ?(?:conflict|not found): /, "");
  if (!says(phrase, sentence) || !phrase.test(rest)) return undefined;

  const words = plainWords(rest.replace(phrase, " ")).filter((word) => !FILLING.test(word));
  const known = [ID_MARK, OTHER_MARK, ...names.idWords, ...names.kindWords];
  if (words.some((word) => !known.includes(word))) return undefined;
  if (words.includes(ID_MARK)) return "id";
  // "prompt with id support_bot" is about another id
  if (words.some((word) => names.idWords.includes(word)) && !words.includes(OTHER_MARK)) return "id";
  return words.length > 0 ? "entity" : "nothing";
}

/** The field of an error's place: `id` of `body.id`. A place inside a field is not that field. */
function fieldAt(place = ""): string {
  return place.replace(/^[#/$.]*(?:(?:body|data|request|payload)[/.])?/, "");
}

/** How much of a statement is read, in characters. */
const LONGEST_STATEMENT = 1_000;

/** The part of a response's text that is read, without tags of HTML. */
function readPart(text: string): string {
  return text.slice(0, LONGEST_STATEMENT).replace(/<[^<>]*>/g, " ");
}

/** A text in lower case, with `ALREADY_EXISTS`, `not-found` and `ResourceNotFound` taken apart. */
function sentenceOf(text: string): string {
  return text
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
  const escaped = text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}_./-])${escaped}(?![\\p{L}\\p{N}_/-]|\\.[\\p{L}\\p{N}])`, "giu");
}
