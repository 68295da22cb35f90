import { acceptedFields, missingFields, type Resource } from "../interface/resource";
import { type Fields, Hole } from "./hole";
import type { Call, Calls } from "./request";

/** How a thing lives in Terraform: which calls it has and when they are made. */
export type Life = RecordLife | PutLife;

/** A thing that is made once and, where the interface can, changed afterwards. */
export interface RecordLife {
  readonly form: "record";
  /** Fields that tell the thing from others. */
  readonly identity: readonly string[];
  readonly create: Call;
  /** Fields that no call of the kind can change. */
  readonly fixed: readonly string[];
  /** Fields that the kind's update takes; none where the interface has no update. */
  readonly changeable: readonly string[];
  /** Fields that are missing for the update. */
  readonly missing: readonly string[];
  /** The update, where the interface has one and nothing is missing for it. */
  readonly update?: Call;
  /** Whether the first deploy updates as well, for fields that the create does not take. */
  readonly updatesAtOnce: boolean;
}

/** A thing whose one call can be repeated with every change. */
export interface PutLife {
  readonly form: "put";
  readonly action: "put" | "validate" | "create";
  readonly call: Call;
}

/**
 * The calls that deploys may make in a life.
 *
 * @param adopt whether the thing exists already: no create
 */
export function callsIn(life: Life, adopt = false): Calls {
  if (life.form === "put") return { [life.action]: life.call };
  return {
    ...(adopt ? {} : { create: life.create }),
    ...(life.update === undefined ? {} : { update: life.update }),
  };
}

/** The fields that only the update takes, where some are given that it cannot be made for. */
export interface Stranded {
  readonly fields: readonly string[];
  readonly missing: readonly string[];
}

/**
 * The life of a thing with these fields.
 *
 * @param byContent whether the identity comes from the content: a thing that exists already is then the one wanted
 */
export function lifeOf(resource: Resource, fields: Fields, byContent = false): Life {
  if (resource.put !== undefined) {
    const endpoint = resource.put.find(({ body }) => missingFields(body, fields).length === 0);
    if (endpoint === undefined) throw new TypeError(`no call of ${resource.kind} fits any fields`);
    return { form: "put", action: fields.dryRun === true ? "validate" : "put", call: { endpoint } };
  }
  const { create, update } = resource;
  if (create === undefined) throw new TypeError(`${resource.kind} has neither a create nor a put`);
  if (fields.dryRun === true) return { form: "put", action: "validate", call: { endpoint: create } };
  const existing = byContent ? "accept" : resource.mayDuplicate && "duplicate";
  const created: Call = existing ? { endpoint: create, existing } : { endpoint: create };
  // an identity that only Terraform knows cannot be in the address, so that each new content replaces the resource
  if (byContent && resource.identity.some((field) => fields[field] instanceof Hole)) {
    return { form: "put", action: "create", call: created };
  }
  const changeable = update === undefined ? [] : acceptedFields(update.body);
  const missing = update === undefined ? [] : missingFields(update.body, fields);
  const told = [...changeable, ...resource.identity];
  return {
    form: "record",
    identity: resource.identity,
    create: created,
    fixed: acceptedFields(create.body).filter((field) => !told.includes(field)),
    changeable,
    missing,
    ...(update === undefined || missing.length > 0 ? {} : { update: { endpoint: update } }),
    updatesAtOnce: changeable.some((field) => fields[field] !== undefined && !(field in create.body.shape)),
  };
}

/** Fields given that only one call takes, and what that call is missing; undefined when every field has its call. */
export function strandedOf(resource: Resource, fields: Fields): Stranded | undefined {
  const life = lifeOf(resource, fields);
  const chosen = life.form === "put" ? life.call : life.create;
  const takers = [chosen.endpoint, ...(life.form === "record" && life.update ? [life.update.endpoint] : [])];
  const path = new Set(takers.flatMap(({ parameters }) => Object.values(parameters)));
  const stranded = Object.keys(fields).filter(
    (field) => !path.has(field) && !takers.some(({ body }) => field in body.shape),
  );
  if (stranded.length === 0) return undefined;
  const wanted = [...(resource.put ?? []), ...(resource.update ? [resource.update] : [])].find(({ body }) =>
    stranded.every((field) => field in body.shape),
  );
  return { fields: stranded, missing: wanted === undefined ? [] : missingFields(wanted.body, fields) };
}
