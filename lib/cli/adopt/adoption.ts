import { bodyOf, type Endpoint, fitsNoPath, labelOf, missingFields, type Resource } from "../../interface/resource";
import { cleaned } from "./clean";
import { isAnsweredOnly } from "./kind";
import { usableOf } from "./usable";

/** Fields of a record or of a construct. */
export type Fields = Readonly<Record<string, unknown>>;

/** A thing that can be adopted, and what there is to say about it. */
export interface Adoption {
  readonly resource: Resource;
  /** What the construct declares. */
  readonly fields: Fields;
  /** What a reader has to know, one line each. */
  readonly remarks: readonly string[];
}

/** Why a thing cannot be adopted. */
export interface Hindrance {
  readonly problem: string;
}

/** Makes of a record what a construct accepts and its calls can send. */
export function adoptionOf(resource: Resource, record: Fields): Adoption | Hindrance {
  const { value, unknown } = cleaned(record, resource.fields);
  const named = withName(resource, value as Fields);
  const { usable, refused } = usableOf(resource.fields, named);
  const lacking = [...missingFields(resource.fields, usable), ...lackingIdentity(resource, usable)];
  if (lacking.length > 0) {
    const reasons = refused.length === 0 ? "" : ` (${refused.join("; ")})`;
    return { problem: `the ${labelOf(resource.kind)} lacks ${[...new Set(lacking)].join(", ")}${reasons}` };
  }
  const { fields, stranded, missing } = sendable(resource, usable);
  const foreign = unknown.filter((field) => !isAnsweredOnly(resource.kind, field));
  return {
    resource,
    fields,
    remarks: [
      ...(named === value ? [] : [NAME_REMARK + (missing === undefined || missing.length > 0 ? "" : NAME_IS_SENT)]),
      ...(foreign.length === 0 ? [] : [`left out, no field of the interface: ${foreign.join(", ")}`]),
      ...refused.map((text) => `left out, not as the interface has it: ${text}`),
      ...(stranded.length === 0 ? [] : [`left out, as no call can send it: ${stranded.join(", ")}`]),
      ...(missing === undefined || missing.length === 0 ? [] : [lackText(resource, missing)]),
    ],
  };
}

const NAME_REMARK = "the record has no name, so its id stands there: put the real one";
const NAME_IS_SENT = ", or the first deploy changes it";

/** The fields that tell a thing and that the record does not have, or has as no path can hold them. */
export function lackingIdentity(resource: Resource, fields: Fields): string[] {
  return resource.identity.filter((field) => {
    const value = fields[field];
    return value === undefined || value === null ? !MAY_LACK.has(field) : fitsNoPath(value);
  });
}

/** Nothing shows that an ingestion source has to have a name. */
const MAY_LACK: ReadonlySet<string> = new Set(["source_name"]);

/** The answer to an update has no name, but every construct asks for one that the create requires. */
function withName(resource: Resource, fields: Fields): Fields {
  const isLacking = missingFields(resource.fields, fields).includes("name") && typeof fields.id === "string";
  return isLacking ? bodyOf(resource.fields, { ...fields, name: fields.id }) : fields;
}

/**
 * Leaves out what no call takes that these fields make possible.
 *
 * @returns also what the full call is missing, or undefined when the kind has none to make
 */
function sendable({ identity, create, update, put = [] }: Resource, fields: Fields) {
  const missingFor = ({ body }: Endpoint) => missingFields(body, fields);
  const isPossible = (endpoint: Endpoint | undefined) => endpoint !== undefined && missingFor(endpoint).length === 0;
  // of calls that do the same, a deploy makes the first that is possible
  const made = [create, isPossible(update) ? update : undefined, put.find(isPossible)];
  const isTaken = (field: string) =>
    identity.includes(field) || made.some((endpoint) => endpoint !== undefined && field in endpoint.body.shape);
  const full = update ?? put[0];
  const entries = Object.entries(fields);
  return {
    fields: Object.fromEntries(entries.filter(([field]) => isTaken(field))),
    stranded: entries.map(([field]) => field).filter((field) => !isTaken(field)),
    missing: full && missingFor(full),
  };
}

function lackText({ update }: Resource, missing: readonly string[]): string {
  return update === undefined
    ? `lacks for the full call: ${missing.join(", ")}; deploys send what is here by PATCH`
    : `lacks for an update: ${missing.join(", ")}; until these are here, no deploy changes it`;
}
