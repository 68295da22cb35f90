import { resources } from "../../interface";
import { acceptedFields, type Resource } from "../../interface/resource";

/** Fields of the interface's response tables that no body has: only the service sets them. */
const ANSWERED: Readonly<Record<string, readonly string[]>> = {
  experiment: [
    "lastModifierID",
    "lastModifiedTime",
    "lastModifierName",
    "lastModifierEmail",
    "createdTime",
    "creatorName",
    "holdoutIDs",
    "experimentType",
    "startTime",
    "endTime",
    "decisionTime",
    "healthChecks",
    "healthCheckStatus",
    "inlineTargetingRulesJSON",
  ],
  segment: ["isEnabled", "lastModifierName", "lastModifierID", "count"],
  prompt_version: ["workflow_body"],
};

/** Whether the interface shows the field in answers about a kind, and in no body. */
export function isAnsweredOnly(kind: string, field: string): boolean {
  return ANSWERED[kind]?.includes(field) ?? false;
}

/**
 * The kind of a record, told by the fields that only one kind has: the kind that has most of them. Undefined when no
 * kind has, or two have as many.
 */
export function kindOf(fields: Readonly<Record<string, unknown>>): Resource | undefined {
  const counted = resources
    .map((resource) => ({ resource, tells: Object.keys(fields).filter((field) => tells(resource, field)).length }))
    .sort((a, b) => b.tells - a.tells);
  const [first, second] = counted;
  return first === undefined || first.tells === (second?.tells ?? 0) ? undefined : first.resource;
}

/** The kinds, as `--kind` names them. */
export const kindNames: readonly string[] = resources.map(({ kind }) => kind);

/** Whether the field is one of this kind and of no other. */
function tells(resource: Resource, field: string): boolean {
  const having = resources.filter((each) => knownFields(each).includes(field));
  return having.length === 1 && having[0] === resource;
}

function knownFields(resource: Resource): readonly string[] {
  return [...acceptedFields(resource.fields), ...(ANSWERED[resource.kind] ?? [])];
}
