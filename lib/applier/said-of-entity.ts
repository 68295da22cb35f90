import { labelOf } from "../api/resource";
import { pathFields } from "../entity/step";
import { nameOf, type Request } from "../protocol/request-file";
import type { Answered, Outcome } from "./send";
import { apart, LONGEST_STATEMENT, plainWords, setOf, standAlone, wordsInText } from "./words-in-text";

/** What an answer says of the entity that its call is about. `id taken` is `exists` in words about its id. */
export type Said = "exists" | "id taken" | "not found" | "something else";

/** The part of a request that identifies its entity. */
type Subject = Pick<Request, "kind" | "identity" | "fields" | "steps">;

/**
 * Judges the words of an answer: whether they are about the entity's existence, its absence, or something else, such as a
 * lock, a review, a display name, or a table that is missing. The API defines no such answer. So 409 may mean
 * "exists", 404 "not found", and 400 either, and each counts only where its words, if it has any, are about the entity. An
 * unknown word in such a sentence makes it one about something else: a mistake there is an error that shows the words,
 * and a mistake in the other direction would change or duplicate somebody's entity.
 *
 * @param request with its deferred values filled in
 */
export function saidOfEntity(outcome: Outcome, request: Subject): Said {
  if (outcome.kind !== "answered" || ![400, 404, 409].includes(outcome.status)) return "something else";
  const { status } = outcome;
  const statements = statementsOf(outcome);
  if (statements.every(saysNothing)) {
    return status === 409 ? "exists" : status === 404 ? "not found" : "something else";
  }
  const vocabulary = vocabularyOf(request);
  if (status !== 404) {
    const found = statements.flatMap((statement) => clausesOf(statement, isExists, vocabulary));
    if (found.some(({ isOfId }) => isOfId)) return "id taken";
    if (found.some(({ isOfEntity }) => isOfEntity)) return "exists";
  }
  if (status === 409) return "something else";
  const missed = statements.flatMap((statement) => clausesOf(statement, isNotFound, vocabulary));
  return missed.length > 0 && missed.every(({ isOfEntity }) => isOfEntity) ? "not found" : "something else";
}

const EXISTS =
  /\balready (?:been )?(?:exists?|in use|used|taken|created|registered|ha(?:s|ve)|such|one|an?)\b|\b(?:exists|duplicate(?! request)|is taken|(?:must be|not) unique|used already)\b/;
const NOT_FOUND =
  /\bnot (?:be )?found\b|\b(?:does not|doesn['’]t|no longer) exists?\b|\bno such\b|\bno\b.*\bfound\b|\b(?:cannot|can['’]t|could not|couldn['’]t|unable to) find\b/;

const isNotFound = (clause: string) => NOT_FOUND.test(clause);
// "no such experiment exists" does not prove one
const isExists = (clause: string) => EXISTS.test(clause) && !isNotFound(clause);

/** Words that say no more than the status of an answer. */
const STATUS_WORDS = setOf(
  "http error status code statuscode message title conflict not found bad request null true false success ok data 400 404 409",
);

/** Words that change nothing in what a sentence is about. */
const FILLING = setOf(`
  a an the this that these those your it its we you there such any no none not one or and but of for with without by to at on
  in from as is was were are be been being has have had do does did doesn't doesn’t already again yet longer
  exist exists in use used using taken find found duplicate unique same different other another existing archived deleted
  given specified requested provided following matching must please choose pick try could couldn't couldn’t cannot can
  can't can’t unable create created creating update updated updating save saved add added register registered
  failed fail failure error invalid bad request validation conflict because since so
  resource entity entry object record item http status code 400 404 409`);

/** A place that a sentence may name beside the entity. */
const PLACE =
  /\b(?:in|within|of|for) (?:(?:this|the|your) )?(?:project|company|account|workspace|organi[sz]ation|environment|system)\b.*/;

/** Stand for the id of the entity, and for the other texts that identify it. */
const ID_MARK = "\ue000";
const OTHER_MARK = "\ue001";
const MARKS: ReadonlySet<string> = new Set([ID_MARK, OTHER_MARK]);

interface Statement {
  readonly text: string;
  /** The field that it is about, where the answer says so. */
  readonly field?: string;
}

function statementsOf({ message, errors, fields, text }: Answered): Statement[] {
  if (message === "" && errors.length === 0) return [{ text: text.slice(0, LONGEST_STATEMENT) }];
  const details = errors.map((error, index): Statement => {
    const field = fields[index];
    return { field, text: field === undefined ? error : error.slice(field.length + 1) };
  });
  return [{ text: message }, ...details].map(({ text, ...rest }) => ({
    ...rest,
    text: text.slice(0, LONGEST_STATEMENT),
  }));
}

/** Whether a statement says no more than the status of its answer. */
function saysNothing({ text, field }: Statement): boolean {
  return field === undefined && plainWords(text).every((word) => STATUS_WORDS.has(word));
}

/** How a request names its entity. */
interface Vocabulary {
  /** Words for the kind and for the fields that identify it. */
  readonly words: ReadonlySet<string>;
  /** Those of them that mean the id. */
  readonly idWords: ReadonlySet<string>;
  readonly isIdField: (field: string) => boolean;
  /** Whether a field belongs to the kind, and does not identify its entities. */
  readonly isOtherField: (field: string) => boolean;
  /** Texts and what stands for them, the longest first. */
  readonly texts: readonly (readonly [text: string, stand: string])[];
}

function vocabularyOf(subject: Subject): Vocabulary {
  const { kind, identity, fields, steps } = subject;
  const { kindOf } = require("./check-fields") as typeof import("./check-fields");
  const ofKind = kindOf(kind).fields;
  const name = nameOf(subject);
  const idField = identity.at(-1) ?? "id";
  const given = (field: string) => (typeof fields[field] === "string" ? fields[field] : undefined);
  const id = given(idField) ?? (identity.length === 1 ? name : undefined);
  const isId = (field: string) => field === idField || (id !== undefined && given(field) === id);
  const others = steps
    .flatMap(pathFields)
    .map(given)
    .filter((value) => value !== id);
  const stands = [[name, ID_MARK], [id, ID_MARK], ...others.map((text) => [text, OTHER_MARK])] as const;
  const ids = [idField, ...ofKind.filter(isId)].flatMap(plainWords);
  const isNamed = ids.includes("name");
  return {
    words: setOf([...plainWords(labelOf(kind)), ...identity.flatMap(plainWords), ...ids].join(" ")),
    idWords: setOf(`id identifier ${isNamed ? "name named" : ""}`),
    isIdField: isId,
    isOtherField: (field) => ofKind.includes(field) && !identity.includes(field) && !isId(field),
    texts: stands
      .flatMap(([text, stand]) => (typeof text === "string" && text !== "" ? [[text, String(stand)] as const] : []))
      .sort(([one], [other]) => other.length - one.length),
  };
}

interface Clause {
  readonly isOfEntity: boolean;
  readonly isOfId: boolean;
}

/** What the clauses of a statement are about, of those that are asked for. */
function clausesOf(
  { text, field }: Statement,
  isAskedFor: (clause: string) => boolean,
  vocabulary: Vocabulary,
): Clause[] {
  const { words, idWords, isIdField, isOtherField } = vocabulary;
  const normal = normalOf(text, vocabulary);
  const root = field?.replace(/^[#/$.]*(?:(?:body|data|request|payload)[/.])?/, "");
  const isOfOther = root !== undefined && isOtherField(root.replace(/[[./].*$/s, ""));
  const isOfIdField = root !== undefined && isIdField(root);
  // "choose another name" speaks of a display name, where the name does not identify the entity
  const isOfName = !words.has("name") && /\b(?:names?|named|called)\b/.test(normal);
  return normal
    .split(/[.;!?,](?= |$)/)
    .filter(isAskedFor)
    .map((clause): Clause => {
      const parts = wordsInText(clause.replace(PLACE, ""));
      const isKnown = parts.every((word) =>
        [FILLING, words, idWords, MARKS].some((known) => known.has(word) || known.has(word.replace(/s$/, ""))),
      );
      const isOfEntity = isOfIdField || (isKnown && !isOfName && !isOfOther);
      const saysId = parts.some(
        (word, index) => word === ID_MARK || (idWords.has(word) && parts[index + 1] !== OTHER_MARK),
      );
      return { isOfEntity, isOfId: isOfIdField || (isOfEntity && saysId) };
    });
}

/** A text as a sentence in lower case, with stands in place of the entity's own texts, and codes taken apart. */
function normalOf(text: string, { texts }: Vocabulary): string {
  const replaced = texts.reduce(
    (rest, [own, stand]) => rest.replace(standAlone(own), stand),
    text.replace(/<[^<>]*>/g, ". "),
  );
  return apart(replaced).replace(/\bname id\b/g, "id");
}
