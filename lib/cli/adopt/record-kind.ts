import type { Resource } from "../../api/resource";
import { resources } from "../../api/resources";
import { unwrap } from "../../api/schema-walk";
import { lackingIdentity, PROMPT, type RecordFields } from "./identity";

/** Fields of the API's response tables that no body has: only the service sets them. */
const ANSWERED: Readonly<Record<string, readonly string[]>> = {
  experiment: [
    "experimentType",
    "startTime",
    "endTime",
    "decisionTime",
    "healthChecks",
    "healthCheckStatus",
    "inlineTargetingRulesJSON",
  ],
  segment: ["isEnabled", "count"],
  prompt_version: ["workflow_body"],
};

/** More of them, which a record of any kind may have: they tell no kind. */
const BOOKKEEPING: readonly string[] = [
  "lastModifierID",
  "lastModifiedTime",
  "lastModifierName",
  "lastModifierEmail",
  "createdTime",
  "creatorName",
  "holdoutIDs",
];

/** Whether the field is one that only the service sets, in answers about a kind. */
export function isAnsweredOnly(kind: string, field: string): boolean {
  return BOOKKEEPING.includes(field) || isAnswered(kind, field);
}

/** The kinds that have a field of the record, as it is there, that no other kind has. */
export function certainKinds(fields: RecordFields): Resource[] {
  const knowing = Object.entries(fields).map((field) => resources.filter((resource) => knows(resource, field)));
  const telling = knowing.flatMap((those) => (those.length === 1 ? those : []));
  return resources.filter((resource) => telling.includes(resource));
}

/** The kinds that a record may be of, where no field tells it: those that know most of its fields. */
export function possibleKinds(fields: RecordFields): Resource[] {
  const counted = resources
    .filter((resource) => lackingIdentity(resource, fields).every((field) => field === PROMPT))
    .map((resource) => ({ resource, known: Object.entries(fields).filter((field) => knows(resource, field)).length }));
  const most = Math.max(...counted.map(({ known }) => known));
  return counted.filter(({ known }) => known === most).map(({ resource }) => resource);
}

/** Whether a kind has the field; one of a few words only if the word is one of them. */
function knows({ kind, fields }: Resource, [name, value]: readonly [string, unknown]): boolean {
  if (isAnswered(kind, name)) return true;
  if (!Object.hasOwn(fields.shape, name)) return false;
  const schema = fields.shape[name] as Parameters<typeof unwrap>[0];
  return unwrap(schema).def.type !== "enum" || schema.safeParse(value).success;
}

function isAnswered(kind: string, field: string): boolean {
  return ANSWERED[kind]?.includes(field) ?? false;
}
