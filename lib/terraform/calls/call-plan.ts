import { acceptedFields, missingFields, type Resource } from "../../api/resource";
import { type DeferredFields, DeferredValue } from "../props/deferred-value";
import type { Call, Calls } from "./build-request";

/** How a thing lives in Terraform: which calls it has and when they are made. */
export type CallPlan = RecordPlan | UpsertPlan;

/** A thing that is made once and, where the interface can, changed afterwards. */
export interface RecordPlan {
  readonly form: "record";
  /** DeferredFields that tell the thing from others. */
  readonly identity: readonly string[];
  readonly create: Call;
  /** DeferredFields that no call of the kind can change. */
  readonly fixed: readonly string[];
  /** DeferredFields that the kind's update takes; none where the interface has no update. */
  readonly changeable: readonly string[];
  /** DeferredFields that are missing for the update. */
  readonly missing: readonly string[];
  /** The update, where the interface has one and nothing is missing for it. */
  readonly update?: Call;
  /** Whether the first deploy updates as well, for fields that the create does not take. */
  readonly updatesAtOnce: boolean;
}

/** A thing whose one call can be repeated with every change. */
export interface UpsertPlan {
  readonly form: "upsert";
  readonly action: "upsert" | "dryRun" | "create";
  readonly call: Call;
}

/**
 * The calls that deploys may make in a callPlan.
 *
 * @param adopt whether the thing exists already: no create
 */
export function callsOfPlan(callPlan: CallPlan, adopt = false): Calls {
  if (callPlan.form === "upsert") return { [callPlan.action]: callPlan.call };
  return {
    ...(adopt ? {} : { create: callPlan.create }),
    ...(callPlan.update === undefined ? {} : { update: callPlan.update }),
  };
}

/** The fields that only the update takes, where some are given that it cannot be made for. */
export interface FieldsWithoutCall {
  readonly fields: readonly string[];
  readonly missing: readonly string[];
}

/**
 * The callPlan of a thing with these fields.
 *
 * @param byContent whether the identity comes from the content: a thing that exists already is then the one wanted
 */
export function planCalls(resource: Resource, fields: DeferredFields, byContent = false): CallPlan {
  if (resource.upsert !== undefined) {
    const endpoint = resource.upsert.find(({ body }) => missingFields(body, fields).length === 0);
    if (endpoint === undefined) throw new TypeError(`no call of ${resource.kind} fits any fields`);
    return { form: "upsert", action: fields.dryRun === true ? "dryRun" : "upsert", call: { endpoint } };
  }
  const { create, update } = resource;
  if (create === undefined) throw new TypeError(`${resource.kind} has neither a create nor a put`);
  if (fields.dryRun === true) return { form: "upsert", action: "dryRun", call: { endpoint: create } };
  const existing = byContent ? "success" : resource.mayDuplicate && "duplicate";
  const created: Call = existing ? { endpoint: create, existing } : { endpoint: create };
  // an identity that only Terraform knows cannot be in the address, so that each new content replaces the resource
  if (byContent && resource.identity.some((field) => fields[field] instanceof DeferredValue)) {
    return { form: "upsert", action: "create", call: created };
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

/** DeferredFields given that only one call takes, and what that call is missing; undefined when every field has its call. */
export function fieldsWithoutCall(resource: Resource, fields: DeferredFields): FieldsWithoutCall | undefined {
  const callPlan = planCalls(resource, fields);
  const chosen = callPlan.form === "upsert" ? callPlan.call : callPlan.create;
  const takers = [
    chosen.endpoint,
    ...(callPlan.form === "record" && callPlan.update ? [callPlan.update.endpoint] : []),
  ];
  const path = new Set(takers.flatMap(({ parameters }) => Object.values(parameters)));
  const stranded = Object.keys(fields).filter(
    (field) => !path.has(field) && !takers.some(({ body }) => field in body.shape),
  );
  if (stranded.length === 0) return undefined;
  const wanted = [...(resource.upsert ?? []), ...(resource.update ? [resource.update] : [])].find(({ body }) =>
    stranded.every((field) => field in body.shape),
  );
  return { fields: stranded, missing: wanted === undefined ? [] : missingFields(wanted.body, fields) };
}
