import type * as z from "zod";
import { isSecretAt } from "../api/field-types";
import { type Endpoint, type Kind, missingFields } from "../api/kind";
import { problemsOf, problemText, valueAt } from "../api/problems";
import { isAnsweredOnly, lackingIdentity, type RecordFields } from "../records/record-identity";
import { undeclaredFate, undeclaredRun } from "../records/undeclared-run";
import { labelOf, pathText } from "../text/names";
import { cdkCommand } from "../text/shell";
import { quoted, visible } from "../text/visible";
import { isFields } from "../value/value";

/** An entity that can be adopted, and what there is to say about it. */
export interface Adoption {
  readonly kind: Kind;
  /** The values that tell the entity, without those that it may lack. */
  readonly identity: readonly string[];
  /** What the construct declares. */
  readonly fields: RecordFields;
  /** Fields that the construct or its update needs and the record does not tell. */
  readonly toFillIn: readonly string[];
  /** What a reader has to know, one line each. */
  readonly notes: readonly string[];
}

/**
 * Makes of a record what the API accepts. What no call can send, such as `1e999`, synth refuses.
 *
 * @returns why it cannot be adopted, where it cannot
 */
export function adoptionOf(kind: Kind, record: RecordFields): Adoption | { readonly problem: string } {
  const { accepted, unknown, refused } = acceptedFieldsOf(record, kind.fields);
  const lacking = lackingIdentity(kind, accepted);
  if (lacking.length > 0) {
    const reasons = refused.length === 0 ? "" : ` (${refused.join("; ")})`;
    return { problem: `the ${labelOf(kind.name)} lacks ${lacking.join(", ")}${reasons}` };
  }
  const isTaken = takenBy(kind, accepted);
  const entries = Object.entries(accepted);
  const toFillIn = fieldsToFillIn(kind, accepted);
  const missing = missingFrom(kind.upsert?.[0], accepted);
  const undeclared = undeclaredRun(kind, record);
  return {
    kind,
    identity: kind.identity.flatMap((field) => (accepted[field] === undefined ? [] : [String(accepted[field])])),
    fields: Object.fromEntries(entries.filter(([field]) => isTaken(field))),
    toFillIn,
    notes: [
      ...note(
        "left out, no field of the API",
        unknown.filter((name) => !isAnsweredOnly(kind, name) && !undeclared.some(({ field }) => field === name)),
      ),
      ...refused.map((text) => `left out, not as the API has it: ${text}`),
      ...note(
        "left out, as no call can send it",
        entries.map(([field]) => field).filter((field) => !isTaken(field)),
      ),
      ...note(
        `left out, no field declares it, and ${undeclaredFate(undeclared)}`,
        undeclared.map(({ text }) => text),
      ),
      ...note("groups without an id, which nothing can name", groupsWithoutId(accepted)),
      ...note("lacks for the full call", missing, "; deploys send what is here by PATCH"),
      ...note(`to fill in, or ${cdkCommand("synth")} refuses it`, toFillIn),
    ],
  };
}

function groupsWithoutId({ groups }: RecordFields): string[] {
  const all: readonly unknown[] = Array.isArray(groups) ? groups : [];
  return all
    .filter(isFields)
    .filter(({ id }) => typeof id !== "string")
    .map(({ name }) => (typeof name === "string" ? quoted(name) : "one without a name"));
}

function note(text: string, fields: readonly string[], end = ""): string[] {
  return fields.length === 0 ? [] : [`${text}: ${fields.join(", ")}${end}`];
}

function fieldsToFillIn({ fields, update }: Kind, accepted: RecordFields): string[] {
  const missing = [...missingFields(fields, accepted), ...missingFrom(update, accepted)];
  return Object.keys(fields.shape).filter((field) => missing.includes(field));
}

/** Tells of each field whether a call takes it, once what is missing has been filled in. */
function takenBy({ identity, create, update, upsert = [] }: Kind, accepted: RecordFields): (field: string) => boolean {
  // of calls that do the same, a deploy makes the first that is possible
  const made = [create, update, upsert.find((endpoint) => missingFrom(endpoint, accepted).length === 0)];
  return (field) =>
    identity.includes(field) || made.some((endpoint) => endpoint !== undefined && field in endpoint.body.shape);
}

function missingFrom(endpoint: Endpoint | undefined, fields: RecordFields): string[] {
  return endpoint === undefined ? [] : missingFields(endpoint.body, fields);
}

/** What a construct accepts of a record, and what it does not. */
interface AcceptedFields {
  readonly accepted: RecordFields;
  /** Paths of fields that the schema has none of: `groups[].colour`. */
  readonly unknown: readonly string[];
  /** One text for each problem of the rest: `duration: given 1; allowed: more than 1`. */
  readonly refused: readonly string[];
}

/**
 * Leaves out what the API does not accept: fields that the schema does not have, nulls where it has no null, and every
 * field that has another problem somewhere inside, since sending a part of it could mean something else.
 *
 * @param schema of a construct's fields; what it requires may be missing
 */
function acceptedFieldsOf(record: RecordFields, schema: z.ZodType): AcceptedFields {
  const all = problemsOf(schema, record);
  const out = all.filter(({ path, unknown }) => unknown || valueAt(record, path) === null);
  const fields = without(record, new Set(out.map(({ path }) => pathText(path)))) as RecordFields;
  const problems = problemsOf(schema, fields).filter(({ path }) => valueAt(fields, path.slice(0, 1)) !== undefined);
  const isRefused = (field: string) => problems.some(({ path }) => path[0] === field);
  const unknown = all.filter((problem) => problem.unknown).map(({ path }) => pathText(path));
  return {
    accepted: Object.fromEntries(Object.entries(fields).filter(([field]) => !isRefused(field))),
    unknown: [...new Set(unknown.map((path) => path.replaceAll(/\[\d+\]/g, "[]")))],
    refused: problems.map((problem) =>
      visible(problemText(problem, valueAt(fields, problem.path), isSecretAt(schema, problem.path))),
    ),
  };
}

/** A value without the fields at some paths. A null in a list stays: without it, what comes after it would move. */
function without(value: unknown, paths: ReadonlySet<string>, at: readonly PropertyKey[] = []): unknown {
  if (Array.isArray(value)) return value.map((each, index) => without(each, paths, [...at, index]));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !paths.has(pathText([...at, key])));
  // fromEntries defines own properties, so that a key "__proto__" stays a key
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(inner, paths, [...at, key])]));
}
