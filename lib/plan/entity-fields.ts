import type * as z from "zod";
import { withSecretHeaders } from "../api/prompt-version-schema";
import { stepFor } from "../entity/step";
import type { Request } from "../protocol/request-file";
import {
  type Fields,
  holdsOpaque,
  isSame,
  isTooLong,
  isUnknown,
  Opaque,
  replaceOpaque,
  type Value,
} from "../value/value";
import type { PlannedResource } from "./plan";
import { type PlannedEntity, plannedTriggers } from "./planned-entity";
import { decodedTrigger, marksAt, withheld } from "./trigger-value";

/** What was sent last, as the state has it; what was too long for that is whole where it is declared still. */
export function fieldsBefore(entity: PlannedEntity): Fields {
  const before = mergedFields(entity, "before");
  return withoutSecrets(withDeclared(before, entity));
}

/** Fields with what an entity declares in the place of texts that were too long for the state, where it declares the same. */
export function withDeclared(fields: Fields, entity: PlannedEntity): Fields {
  const long = Object.keys(fields).filter((name) => isTooLong(fields[name]));
  if (long.length === 0 || entity.request === undefined) return fields;
  const planned = mergedFields(entity, "after");
  const after = fieldsAfter(entity);
  const same = long.filter((name) => isSame(planned[name], fields[name])).map((name) => [name, after[name]]);
  return { ...fields, ...Object.fromEntries(same) };
}

/** What is declared, as the plan has it; what the plan does not show whole is as the request file has it. */
export function fieldsAfter(entity: PlannedEntity): Fields {
  const { request, revision } = entity;
  const inPlan = mergedFields(entity, "after");
  if (request === undefined) return withoutSecrets(inPlan);
  const declared = requestValues(request);
  // a create sends what the revision would hold, also where the plan leaves that out (-target)
  const lacksRevision = revision === undefined && stepFor(request, "create") !== undefined;
  const planned = lacksRevision ? { ...declared, ...inPlan } : inPlan;
  const complete = Object.entries(planned).map(([name, value]) => [name, completed(value, declared[name])]);
  return withoutSecrets(Object.fromEntries(complete) as Fields);
}

/** Whether a plan shows a value in part, or only that it is there. */
function isIncomplete(planned: Value | undefined): boolean {
  return planned instanceof Opaque && planned.why !== "secret";
}

/** A value of a plan, or the declared one where that tells more. Of what is too long, a part would not do. */
function completed(planned: Value | undefined, declared: Value | undefined): Value | undefined {
  if (!isIncomplete(planned) || declared === undefined) return planned;
  return isTooLong(planned) && holdsOpaque(declared, isUnknown) ? planned : declared;
}

function mergedFields(entity: PlannedEntity, side: "before" | "after"): Fields {
  const { record, revision } = entity;
  return { ...(record && plannedFields(entity, record, side)), ...(revision && plannedFields(entity, revision, side)) };
}

function plannedFields({ type, kind }: PlannedEntity, planned: PlannedResource, side: "before" | "after"): Fields {
  if (planned.change[side] === null) return {};
  const { values = {}, sensitive, unknown } = plannedTriggers(type, planned, side);
  const fields = Object.entries(kind.fields.shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => {
    const value = Object.hasOwn(values, name) ? decodedTrigger(values[name], schema) : undefined;
    // where all triggers are unknown, nothing tells which fields there are
    const isUnknownField = unknown === true ? false : marksAt(unknown, name);
    return [name, withheld(value, marksAt(sensitive, name), isUnknownField)];
  });
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as Fields;
}

/** What the code declares; of what Terraform has a part in, nothing tells. */
export function requestValues({ fields }: Request): Fields {
  return replaceOpaque(fields, (deferred) => (deferred.fromTerraform ? new Opaque("deploy") : deferred)) as Fields;
}

/** The fields without the values of headers that authenticate: they may stand literally in the code. */
function withoutSecrets(fields: Fields): Fields {
  return withSecretHeaders(fields, (header) => {
    const { value } = header;
    return typeof value === "string" ? { ...header, value: new Opaque("secret", [], { content: value }) } : header;
  });
}
