import type * as z from "zod";
import { normalBaseUrl } from "../api/base-url";
import type { Kind } from "../api/kind";
import { withSecretHeaders } from "../api/prompt-version-schema";
import { SERVICE_TRIGGER } from "../entity/resource-name";
import { stepFor } from "../entity/steps";
import { type DeclaredService, declaredService } from "../protocol/declared-service";
import type { Request } from "../protocol/request-file";
import { type Diff, diff, exactly, leavesOf } from "../value/diff";
import { parseJson } from "../value/json";
import type { Fields, Value } from "../value/value";
import { at, holdsOpaque, isFields, isSame, isTooLong, isUnknown, Opaque, replaceOpaque } from "../value/value";
import type { PlannedResource } from "./plan";
import { marksAt, type Side, shownTrigger, type TriggerType, triggersOf } from "./triggers";

/** The resources of an entity, and its request where it is declared. */
export interface EntityResources {
  /** The Terraform name of its record. */
  readonly name: string;
  readonly type: TriggerType;
  readonly kind: Kind;
  /** Whether it is only tried out: there is no such entity in the service. */
  readonly isDryRun: boolean;
  /** What the plan does with "it exists", or with the one resource of a kind that needs no more. */
  readonly record?: PlannedResource | undefined;
  /** What the plan does with "it looks like this now". */
  readonly revision?: PlannedResource | undefined;
  /** What keeps the service of an entity whose record is replaced with every change. */
  readonly keeper?: PlannedResource | undefined;
  readonly request?: Request | undefined;
}

/** The fields of an entity, before and after a plan. */
export interface EntityFields {
  /** What was sent last, as the state has it; what was too long for that is whole where it is declared still. */
  readonly before: Fields;
  /** What is declared, as the plan has it. */
  readonly planned: Fields;
  /** The same; what the plan does not show whole is as the request file has it. */
  readonly after: Fields;
}

export function entityFields(entity: EntityResources): EntityFields {
  const planned = withoutSecrets(mergedFields(entity, "after"));
  const after = withoutSecrets(completeFields(planned, entity));
  const last = withoutSecrets(mergedFields(entity, "before"));
  return { before: asDeclared(last, { planned, after }, isTooLong), planned, after };
}

/** What was sent last, with what is declared in the place of what a state shortens or hides, where both are the same. */
export function asDeclared(
  last: Fields,
  { planned, after }: Pick<EntityFields, "planned" | "after">,
  isLess = (value: Value | undefined) => value instanceof Opaque,
): Fields {
  const isKept = (name: string) => [planned, after].some((declared) => isSame(last[name], declared[name]));
  const less = Object.keys(last).filter((name) => isLess(last[name]) && isKept(name));
  return less.length === 0 ? last : { ...last, ...Object.fromEntries(less.map((name) => [name, after[name]])) };
}

function completeFields(planned: Fields, { request, revision }: EntityResources): Fields {
  if (request === undefined) return planned;
  const declared = requestValues(request);
  // a create sends what the revision would hold, also where the plan leaves that out (-target)
  const lacksRevision = revision === undefined && stepFor(request, "create") !== undefined;
  const fields = Object.entries(lacksRevision ? { ...declared, ...planned } : planned);
  return Object.fromEntries(fields.map(([name, value]) => [name, completed(value, declared[name])]));
}

/** A value of a plan; or the declared one, where the plan shows less. Of what is too long, a part would not do. */
function completed(planned: Value | undefined, declared: Value | undefined): Value | undefined {
  const isWhole = !(planned instanceof Opaque) || planned.why === "secret" || declared === undefined;
  return isWhole || (isTooLong(planned) && holdsOpaque(declared, isUnknown)) ? planned : declared;
}

/** What the resources hold; where both have a field, the revision was sent later. */
function mergedFields({ kind, record, revision }: EntityResources, side: Side): Fields {
  const holders = [revision, record].flatMap((resource) => triggersOf(resource, side) ?? []);
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
function keptService({ record, keeper }: EntityResources, side: Side): DeclaredService | undefined {
  const triggers = triggersOf(keeper ?? record, side);
  const isHidden = marksAt(triggers?.sensitive, SERVICE_TRIGGER) !== false;
  const kept = isHidden ? undefined : triggers?.values[SERVICE_TRIGGER];
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
