import type * as z from "zod";
import { normalBaseUrl } from "../api/base-url";
import { withSecretHeaders } from "../api/prompt-version-schema";
import { SERVICE_TRIGGER } from "../entity/resource-name";
import { stepFor } from "../entity/steps";
import { type DeclaredService, declaredService } from "../protocol/declared-service";
import type { Request } from "../protocol/request-file";
import { type Diff, diff, exactly, leavesOf } from "../value/diff";
import { parseJson } from "../value/json";
import type { Fields, Value } from "../value/value";
import { at, holdsOpaque, isFields, isSame, isTooLong, isUnknown, Opaque, replaceOpaque } from "../value/value";
import { type EntityResources, marksAt, plannedTriggers, type Side, shownTrigger } from "./triggers";

/** What was sent last, as the state has it; what was too long for that is whole where it is declared still. */
export function fieldsBefore(entity: EntityResources): Fields {
  return withoutSecrets(withDeclared(mergedFields(entity, "before"), entity));
}

/** Fields with what an entity declares in the place of texts that were too long for the state, where it declares the same. */
export function withDeclared(fields: Fields, entity: EntityResources): Fields {
  const long = Object.keys(fields).filter((name) => isTooLong(fields[name]));
  if (long.length === 0 || entity.request === undefined) return fields;
  const planned = mergedFields(entity, "after");
  const after = fieldsAfter(entity);
  const same = long.filter((name) => isSame(planned[name], fields[name])).map((name) => [name, after[name]]);
  return { ...fields, ...Object.fromEntries(same) };
}

/** What is declared, as the plan has it; what the plan does not show whole is as the request file has it. */
export function fieldsAfter(entity: EntityResources): Fields {
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

/** A value of a plan; or the declared one, where the plan shows less. Of what is too long, a part would not do. */
function completed(planned: Value | undefined, declared: Value | undefined): Value | undefined {
  const isWhole = !(planned instanceof Opaque) || planned.why === "secret" || declared === undefined;
  return isWhole || (isTooLong(planned) && holdsOpaque(declared, isUnknown)) ? planned : declared;
}

/** What the resources hold; where both have a field, the revision was sent later. */
function mergedFields({ type, kind, record, revision }: EntityResources, side: Side): Fields {
  const holders = [revision, record]
    .filter((planned) => planned !== undefined && planned.change[side] !== null)
    .map((planned) => plannedTriggers(type, planned, side));
  const fields = Object.entries<z.ZodType>(kind.fields.shape).flatMap(([name, schema]) => {
    for (const triggers of holders) {
      const shown = shownTrigger(triggers, name, schema);
      if (shown !== undefined) return [[name, shown] as const];
    }
    return [];
  });
  return Object.fromEntries(fields);
}

/** What the code declares; of what Terraform has a part in, nothing tells. */
export function requestValues({ fields }: Request): Fields {
  if (!holdsOpaque(fields, ({ fromTerraform }) => fromTerraform)) return fields;
  return replaceOpaque(fields, (deferred) => (deferred.fromTerraform ? Opaque.unknown() : deferred)) as Fields;
}

/** The fields without the values of headers that authenticate: they may stand literally in the code. */
function withoutSecrets(fields: Fields): Fields {
  return withSecretHeaders(fields, (header) => {
    const { value } = header;
    return typeof value === "string" ? { ...header, value: Opaque.hidden(value) } : header;
  });
}

/** The service that an entity is declared at; where it has left the code, that at which it was created. */
export function serviceOfEntity(entity: EntityResources): DeclaredService | undefined {
  const { request } = entity;
  if (request === undefined) return keptService(entity, "before");
  const address = typeof request.service.baseUrl === "object" ? keptService(entity, "after")?.baseUrl : undefined;
  return { ...(address === undefined ? {} : { baseUrl: normalBaseUrl(address) }), ...declaredService(request) };
}

/** What a resource of an entity keeps of its service; undefined where it is hidden, or only the deploy knows it. */
function keptService({ type, record, keeper }: EntityResources, side: Side): DeclaredService | undefined {
  const { values = {}, sensitive } = plannedTriggers(type, keeper ?? record, side);
  const isShown = Object.hasOwn(values, SERVICE_TRIGGER) && marksAt(sensitive, SERVICE_TRIGGER) === false;
  const kept = isShown ? values[SERVICE_TRIGGER] : undefined;
  const name: unknown = typeof kept === "string" ? parseJson(kept) : kept;
  const { baseUrl, apiKeyVariable } = isFields(name) ? name : {};
  if (typeof apiKeyVariable !== "string") return undefined;
  return { ...(typeof baseUrl === "string" ? { baseUrl } : {}), apiKeyVariable };
}

/** One value that changes: the smallest that does. */
export interface FieldChange extends Diff {
  /** The update leaves the whole field out: whether the service keeps or clears it, the API does not say. */
  readonly isUnsent?: true;
}

/** What differs between two sets of fields, down to the smallest value, in the order of these names. */
export function differencesOf(before: Fields, after: Fields, names: readonly string[]): FieldChange[] {
  return names.flatMap((name) => leavesOf(diff(at(before, name), at(after, name), exactly, null, [name])));
}

/** The changes of an update, with a mark on each whole field that has left the code. */
export function markedUnsent(fields: readonly FieldChange[]): FieldChange[] {
  return fields.map((field) =>
    field.path.length === 1 && field.after === undefined ? { ...field, isUnsent: true } : field,
  );
}
