import { acceptedFields, withParameters } from "../api/resource";
import { endpointOf } from "../protocol/endpoint-of";
import { type PlannedCall, plannedCalls } from "../protocol/planned-calls";
import type { Action, RequestFile } from "../protocol/request-file";
import { differencesOf } from "./differences";
import type { Entity } from "./entity";
import { fieldsAfter, fieldsBefore } from "./entity-fields";
import type { ChangeAction, FieldChange, ReviewedCall } from "./model";
import { isNoLongerSent } from "./no-longer-sent";
import type { PlannedResource } from "./plan";
import { type Fields, get, same } from "./value";

/** What a plan does about an entity, before it is put into words. */
export interface PlannedChange {
  readonly action: ChangeAction;
  readonly entity: Entity;
  readonly name: string | null;
  /** Actions of the calls that are made, in their order. */
  readonly calls: readonly Action[];
  /** What was sent last to this entity, as far as is known. */
  readonly before: Fields;
  readonly after: Fields;
  readonly fields: readonly FieldChange[];
}

/** What a plan does about an entity; undefined where it does nothing. */
export function plannedChange(entity: Entity): PlannedChange | undefined {
  if (entity.request === undefined || isGone(entity)) return released(entity);
  const { request } = entity;
  const calls = callsOf(entity, request);
  const isAdopted = isMade(entity.record) && entity.record?.change.before === null && isAdopt(request);
  if (calls.length === 0 && !isAdopted) return undefined;

  const before = isAnother(entity) ? {} : fieldsBefore(entity);
  const after = fieldsAfter(entity);
  const differences = differencesOf(before, after, acceptedFields(entity.resource.fields));
  const action = isAdopted ? "adopt" : actionOf(entity, request, differences.length > 0);
  const isUpdated = calls.includes("update") || calls.includes("upsert");
  // what failed may have arrived or not: all that is sent may be new
  const isAllNew = action === "retry" || action === "adopt" || isFirstRevision(entity);
  return {
    action,
    entity,
    name: nameOf(entity, after),
    calls,
    // what could not be made is not there to be changed
    before: isTainted(entity.record) && request.calls.upsert === undefined ? {} : before,
    after,
    fields: isAllNew
      ? differencesOf({}, after, acceptedFields(entity.resource.fields))
      : differences.map((field) =>
          isUpdated && isNoLongerSent({ before, after }, field.path) ? { ...field, noLongerSent: true } : field,
        ),
  };
}

/** The former entity, where the record of another takes its place: an identity that only Terraform knows has changed. */
export function replacedEntity(entity: Entity): PlannedChange | undefined {
  return isAnother(entity) ? leaving({ ...entity, request: undefined }) : undefined;
}

/** The calls of a change as a review tells them. */
export function reviewedCalls({ entity, calls, after }: PlannedChange): ReviewedCall[] {
  const { request } = entity;
  if (request === undefined) return [];
  const planned = plannedCalls(request).filter(({ action }) => calls.includes(action));
  return planned.map((call) => ({ method: call.method, path: knownPath(call, request, after) }));
}

function actionOf({ record, revision, request }: Entity, { calls }: RequestFile, isDifferent: boolean): ChangeAction {
  if (calls.dryRun !== undefined) return "dry-run";
  const isRecordMade = isMade(record);
  if ((isRecordMade && isTainted(record)) || (!isRecordMade && isTainted(revision))) return "retry";
  if (isRecordMade && record?.change.before === null) return "create";
  if (!isDifferent) return "reapply";
  if (calls.create?.existing === "success") return "version";
  return isRecordMade && request?.calls.upsert === undefined ? "create" : "update";
}

/** The calls that a deploy makes. */
function callsOf({ record, revision, isDryRun }: Entity, request: RequestFile): Action[] {
  const planned = plannedCalls(request);
  const isRecordMade = isMade(record);
  if (isDryRun || request.calls.upsert !== undefined) return isRecordMade ? planned.map(({ action }) => action) : [];
  const isCreated = isRecordMade && request.calls.create !== undefined;
  const isUpdated = (call: PlannedCall) => isMade(revision) && (!isCreated || call.atFirstDeploy);
  return planned.filter((call) => (call.action === "update" ? isUpdated(call) : isCreated)).map(({ action }) => action);
}

function released(entity: Entity): PlannedChange | undefined {
  // what was only tried out is not there
  return isGone(entity) && !entity.isDryRun ? leaving(entity) : undefined;
}

function leaving(entity: Entity): PlannedChange {
  const before = fieldsBefore(entity);
  return { action: "release", entity, name: nameOf(entity, before), calls: [], before, after: {}, fields: [] };
}

/** Whether an entity is taken out of the state. */
export function isGone({ record, revision }: Entity): boolean {
  return [record, revision].some((change) => change !== undefined && change.change.after === null);
}

function isMade(change: PlannedResource | undefined): boolean {
  return change?.change.actions.includes("create") ?? false;
}

function isTainted(change: PlannedResource | undefined): boolean {
  return change?.action_reason === "replace_because_tainted";
}

function isAdopt({ calls }: RequestFile): boolean {
  return calls.create === undefined && calls.upsert === undefined && calls.dryRun === undefined;
}

/** Whether nothing tells what was sent last: an earlier deploy ended before it could be kept. */
function isFirstRevision({ record, revision }: Entity): boolean {
  return !isMade(record) && isMade(revision) && revision?.change.before === null;
}

/** Whether the record of another entity takes the place of the former one. A version of a prompt is no other. */
function isAnother(entity: Entity): boolean {
  const { record, request, resource } = entity;
  if (request === undefined || request.calls.create?.existing === "success") return false;
  if (!isMade(record) || record?.change.before === null) return false;
  const [before, after] = [fieldsBefore(entity), fieldsAfter(entity)];
  return resource.identity.some((field) => !same(get(before, field), get(after, field)));
}

function nameOf({ request, resource }: Entity, fields: Fields): string | null {
  if (request?.name != null) return request.name;
  const parts = resource.identity.map((field) => get(fields, field) ?? "").filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => typeof part === "string") ? parts.join("/") : null;
}

/** The path of a call, with what the plan knows of its parameters. */
function knownPath({ action, path }: PlannedCall, { kind, calls }: RequestFile, fields: Fields): string {
  const call = calls[action];
  const fieldOf = call && endpointOf(kind, action, call)?.parameters;
  return withParameters(path, (name) => {
    const value = get(fields, fieldOf?.[name] ?? "");
    return typeof value === "string" ? encodeURIComponent(value) : undefined;
  });
}
