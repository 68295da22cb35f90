import { type Endpoint, labelOf, missingFields, type Resource } from "../../api/resource";
import { lackingIdentity, type RecordFields } from "../../records/record-identity";
import { isAnsweredOnly } from "../../records/record-kind";
import { acceptedFieldsOf } from "./accepted-fields";

/** An entity that can be adopted, and what there is to say about it. */
export interface Adoption {
  readonly resource: Resource;
  /** The values that tell the entity, without those that it may lack. */
  readonly identity: readonly string[];
  /** What the construct declares. */
  readonly fields: RecordFields;
  /** Fields that the construct or its update needs and the record does not tell. */
  readonly toFillIn: readonly string[];
  /** What a reader has to know, one line each. */
  readonly remarks: readonly string[];
}

/**
 * Makes of a record what the API accepts. What no call can send, such as `1e999`, synth refuses.
 *
 * @returns why it cannot be adopted, where it cannot
 */
export function adoptionOf(resource: Resource, record: RecordFields): Adoption | { readonly problem: string } {
  const { accepted, unknown, nulls, refused } = acceptedFieldsOf(record, resource.fields);
  const lacking = lackingIdentity(resource, accepted);
  if (lacking.length > 0) {
    const reasons = refused.length === 0 ? "" : ` (${refused.join("; ")})`;
    return { problem: `the ${labelOf(resource.kind)} lacks ${lacking.join(", ")}${reasons}` };
  }
  const isTaken = takenBy(resource, accepted);
  const entries = Object.entries(accepted);
  const toFillIn = fieldsToFillIn(resource, accepted);
  const missing = missingFrom(resource.upsert?.[0], accepted);
  return {
    resource,
    identity: resource.identity.flatMap((field) => (accepted[field] === undefined ? [] : [String(accepted[field])])),
    fields: Object.fromEntries(entries.filter(([field]) => isTaken(field))),
    toFillIn,
    remarks: [
      ...remark(
        "left out, no field of the API",
        unknown.filter((field) => !isAnsweredOnly(resource, field)),
      ),
      ...remark("left out, null where the API has none", nulls),
      ...refused.map((text) => `left out, not as the API has it: ${text}`),
      ...remark(
        "left out, as no call can send it",
        entries.map(([field]) => field).filter((field) => !isTaken(field)),
      ),
      ...remark("lacks for the full call", missing, "; deploys send what is here by PATCH"),
      ...remark("to fill in, or cdktf synth refuses it", toFillIn),
    ],
  };
}

function remark(text: string, fields: readonly string[], end = ""): string[] {
  return fields.length === 0 ? [] : [`${text}: ${fields.join(", ")}${end}`];
}

function fieldsToFillIn({ fields, update }: Resource, accepted: RecordFields): string[] {
  const missing = [...missingFields(fields, accepted), ...missingFrom(update, accepted)];
  return Object.keys(fields.shape).filter((field) => missing.includes(field));
}

/** Tells of each field whether a call takes it, once what is missing has been filled in. */
function takenBy(
  { identity, create, update, upsert = [] }: Resource,
  accepted: RecordFields,
): (field: string) => boolean {
  // of calls that do the same, a deploy makes the first that is possible
  const made = [create, update, upsert.find((endpoint) => missingFrom(endpoint, accepted).length === 0)];
  return (field) =>
    identity.includes(field) || made.some((endpoint) => endpoint !== undefined && field in endpoint.body.shape);
}

function missingFrom(endpoint: Endpoint | undefined, fields: RecordFields): string[] {
  return endpoint === undefined ? [] : missingFields(endpoint.body, fields);
}
