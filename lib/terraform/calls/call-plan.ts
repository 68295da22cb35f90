import { acceptedFields, missingFields, type Resource } from "../../api/resource";
import { type DeferredFields, DeferredValue } from "../props/deferred-value";
import type { Call, Calls } from "./build-request";

/** Which calls an entity needs. Which of them a deploy makes, Terraform decides by its state: see `entityResources`. */
export type CallPlan = RecordPlan | UpsertPlan;

/** The calls of an entity that is created once and, where the interface has an update, updated afterwards. */
export interface RecordPlan {
  readonly form: "record";
  /** Fields that distinguish the entity from others. */
  readonly identity: readonly string[];
  readonly create: Call;
  /** Fields that no call of the kind can change. */
  readonly immutable: readonly string[];
  /** Fields that the kind's update accepts; none where the interface has no update. */
  readonly mutable: readonly string[];
  /** Fields that the update requires and that are not given. */
  readonly missing: readonly string[];
  /** The update, where the interface has one and nothing is missing for it. */
  readonly update?: Call;
  /** Whether the first deploy also sends the update, for fields that the create does not accept. */
  readonly updatesOnFirstDeploy: boolean;
}

/** The one call of an entity, sent again with every change. */
export interface UpsertPlan {
  readonly form: "upsert";
  readonly action: "upsert" | "dryRun" | "create";
  readonly call: Call;
}

/**
 * The calls that deploys may send by a plan.
 *
 * @param adopt whether the entity exists already: no create
 */
export function callsOfPlan(callPlan: CallPlan, adopt = false): Calls {
  if (callPlan.form === "upsert") return { [callPlan.action]: callPlan.call };
  return {
    ...(adopt ? {} : { create: callPlan.create }),
    ...(callPlan.update === undefined ? {} : { update: callPlan.update }),
  };
}

/** The fields of an adopted entity that no call can change: the answer to an update may show that the service has others. */
export function comparedFields(callPlan: CallPlan): readonly string[] | undefined {
  return callPlan.form === "record" && callPlan.update !== undefined ? callPlan.immutable : undefined;
}

/**
 * Plans the calls of an entity with these fields.
 *
 * @param byContent whether the identity comes from the content: an entity that exists already is then a success
 */
export function planCalls(resource: Resource, fields: DeferredFields, byContent = false): CallPlan {
  if (resource.upsert !== undefined) {
    const endpoint = resource.upsert.find(({ body }) => missingFields(body, fields).length === 0);
    if (endpoint === undefined) throw new TypeError(`no upsert of ${resource.kind} fits the given fields`);
    return { form: "upsert", action: fields.dryRun === true ? "dryRun" : "upsert", call: { endpoint } };
  }
  const { create, update } = resource;
  if (create === undefined) throw new TypeError(`${resource.kind} has neither a create nor an upsert`);
  if (fields.dryRun === true) return { form: "upsert", action: "dryRun", call: { endpoint: create } };
  const existing = byContent ? "success" : resource.mayDuplicate && "duplicate";
  const createCall: Call = existing ? { endpoint: create, existing } : { endpoint: create };
  // the resource name cannot hold an identity that only Terraform knows, so new content has to replace the resource
  if (byContent && resource.identity.some((field) => fields[field] instanceof DeferredValue)) {
    return { form: "upsert", action: "create", call: createCall };
  }
  const mutable = update === undefined ? [] : acceptedFields(update.body);
  const missing = update === undefined ? [] : missingFields(update.body, fields);
  const notImmutable = [...mutable, ...resource.identity];
  return {
    form: "record",
    identity: resource.identity,
    create: createCall,
    immutable: acceptedFields(create.body).filter((field) => !notImmutable.includes(field)),
    mutable,
    missing,
    ...(update === undefined || missing.length > 0 ? {} : { update: { endpoint: update } }),
    updatesOnFirstDeploy: mutable.some((field) => fields[field] !== undefined && !(field in create.body.shape)),
  };
}

/** Fields that no planned call accepts, and what is missing for the call that would accept them. */
export interface FieldsWithoutCall {
  readonly fields: readonly string[];
  readonly missing: readonly string[];
}

/** Finds the given fields that no planned call accepts; undefined when there are none. */
export function fieldsWithoutCall(resource: Resource, fields: DeferredFields): FieldsWithoutCall | undefined {
  const callPlan = planCalls(resource, fields);
  const planned = Object.values(callsOfPlan(callPlan)).map(({ endpoint }) => endpoint);
  const inPath = new Set(planned.flatMap(({ parameters }) => Object.values(parameters)));
  const unsent = Object.keys(fields).filter(
    (field) => !inPath.has(field) && !planned.some(({ body }) => field in body.shape),
  );
  if (unsent.length === 0) return undefined;
  const accepting = [...(resource.upsert ?? []), ...(resource.update ? [resource.update] : [])].find(({ body }) =>
    unsent.every((field) => field in body.shape),
  );
  return { fields: unsent, missing: accepting === undefined ? [] : missingFields(accepting.body, fields) };
}
