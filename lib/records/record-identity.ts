import { unwrap } from "../api/field-types";
import { allowedIdentity, type Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { segment } from "../api/segment-schema";
import { jsonText } from "../value/json";
import { isFields } from "../value/value";

/** Fields of a record of the service, or of a construct that adopts it. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** The one identifying field that no response has. */
export const PROMPT = "promptID";

/** Nothing shows that an ingestion source has to have a name. */
const MAY_LACK: ReadonlySet<string> = new Set(["source_name"]);

/** The identifying fields that a record lacks, or holds with a value that identifies nothing. */
export function lackingIdentity(kind: Kind, fields: RecordFields): string[] {
  return kind.identity.filter((field) => {
    const value = fields[field];
    if (value === undefined || value === null) return !MAY_LACK.has(field);
    return typeof value === "object" || allowedIdentity(kind, field, value) !== undefined;
  });
}

/** What tells an entity from all others of its service, as text. */
export function recordedEntityKey({ name, identity }: Kind, fields: RecordFields): string {
  const texts = identity.map((field) => {
    const value = fields[field] ?? "";
    // an object may have a field toString
    return isFields(value) || Array.isArray(value) ? jsonText(value) : String(value).normalize("NFC");
  });
  return JSON.stringify([name, ...texts]);
}

/** Fields that only one kind declares, and records of others have as well: they tell no kind. */
const OF_ANY_KIND: ReadonlySet<string> = new Set(["targetApps"]);

/** Fields of responses that a record of any kind may have: they tell no kind. */
const BOOKKEEPING: readonly string[] = [
  "lastModifierID",
  "lastModifiedTime",
  "lastModifierName",
  "lastModifierEmail",
  "createdTime",
  "creatorName",
  "holdoutIDs",
];

/** Whether the field is one that only the service sets, in responses about a kind. */
export function isAnsweredOnly({ answered }: Kind, field: string): boolean {
  return BOOKKEEPING.includes(field) || answered.includes(field);
}

/**
 * The kinds that a record is certainly of: those that know one of its fields (of an enum, its value, too) that no other kind
 * knows. A single such field of another kind may be one that the service has added, so it decides nothing where others do.
 */
export function certainKinds(fields: RecordFields): Kind[] {
  const telling = toldKinds(fields).filter((kind) => !lacksItsType(kind, fields));
  const possible = kinds.filter((kind) => telling.includes(kind));
  const surest = possible.filter((kind) => telling.filter((other) => other !== kind).length <= 1);
  return surest.length === 1 ? surest : possible;
}

/** For each field that one kind alone knows, that kind. */
function toldKinds(fields: RecordFields): Kind[] {
  return withoutThoseOfAny(fields).flatMap((field) => {
    const knowing = kinds.filter((kind) => knows(kind, field));
    return knowing.length === 1 ? knowing : [];
  });
}

/** The kinds that a record may be of, where no field tells it: those that know most of its fields. */
export function possibleKinds(fields: RecordFields): Kind[] {
  const told = toldKinds(fields);
  const counted = kinds
    .filter((kind) => isIdentified(kind, fields) && !(told.includes(kind) && lacksItsType(kind, fields)))
    .map((kind) => ({ kind, known: withoutThoseOfAny(fields).filter((field) => knows(kind, field)).length }));
  const most = Math.max(...counted.map(({ known }) => known));
  return counted.filter(({ known }) => known === most).map(({ kind }) => kind);
}

function withoutThoseOfAny(fields: RecordFields): [string, unknown][] {
  return Object.entries(fields).filter(([name]) => !OF_ANY_KIND.has(name));
}

/** Whether a record is no segment, whatever else tells it: a gate or a config has no type of segments, and is like one in all else. */
function lacksItsType({ name, fields: { shape } }: Kind, { type }: RecordFields): boolean {
  return name === segment.name && shape.type?.safeParse(type).success !== true;
}

/** Whether a record has what tells an entity of the kind, as far as a record can. */
function isIdentified(kind: Kind, fields: RecordFields): boolean {
  return lackingIdentity(kind, fields).every((field) => field === PROMPT);
}

/** Whether a kind has the field; one of a few words only if the word is one of them. */
function knows({ answered, fields }: Kind, [name, value]: readonly [string, unknown]): boolean {
  if (answered.includes(name)) return true;
  if (!Object.hasOwn(fields.shape, name)) return false;
  const schema = fields.shape[name] as Parameters<typeof unwrap>[0];
  return unwrap(schema).def.type !== "enum" || schema.safeParse(value).success;
}
