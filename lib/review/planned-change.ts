import { acceptedFields } from "../api/resource";
import { pathOf } from "../entity/calls";
import { type Action, type Step, stepFor } from "../entity/steps";
import { nameOf, type Request } from "../protocol/request-file";
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
    name: knownName(entity, after),
    calls,
    // what could not be made is not there to be changed
    before: isTainted(entity.record) && request.steps[0]?.action !== "upsert" ? {} : before,
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
  const steps = request.steps.filter(({ action }) => calls.includes(action));
  return steps.map((step) => ({ method: step.method, path: pathOf(step, { ...request.fields, ...known(after) }) }));
}

function actionOf({ record, revision }: Entity, request: Request, isDifferent: boolean): ChangeAction {
  const [first] = request.steps;
  if (first?.action === "dryRun") return "dry-run";
  const isRecordMade = isMade(record);
  if ((isRecordMade && isTainted(record)) || (!isRecordMade && isTainted(revision))) return "retry";
  if (isRecordMade && record?.change.before === null) return "create";
  if (!isDifferent) return "reapply";
  if (isByContent(request)) return "version";
  return isRecordMade && first?.action !== "upsert" ? "create" : "update";
}

/** The calls that a deploy makes. */
function callsOf({ record, revision, isDryRun }: Entity, request: Request): Action[] {
  const { steps } = request;
  const isRecordMade = isMade(record);
  if (isDryRun || stepFor(request, "upsert") !== undefined)
    return isRecordMade ? steps.map(({ action }) => action) : [];
  const isCreated = isRecordMade && stepFor(request, "create") !== undefined;
  const isUpdated = ({ due }: Step) => isMade(revision) && (!isCreated || due !== "change");
  return steps.filter((step) => (step.action === "update" ? isUpdated(step) : isCreated)).map(({ action }) => action);
}

function released(entity: Entity): PlannedChange | undefined {
  // what was only tried out is not there
  return isGone(entity) && !entity.isDryRun ? leaving(entity) : undefined;
}

function leaving(entity: Entity): PlannedChange {
  const before = fieldsBefore(entity);
  return { action: "release", entity, name: knownName(entity, before), calls: [], before, after: {}, fields: [] };
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

function isAdopt({ steps }: Request): boolean {
  return steps.every(({ action }) => action === "update");
}

/** Whether an entity is a version of a prompt by its content. */
export function isByContent(request: Request): boolean {
  return stepFor(request, "create")?.ifExists === "success";
}

/** Whether nothing tells what was sent last: an earlier deploy ended before it could be kept. */
function isFirstRevision({ record, revision }: Entity): boolean {
  return !isMade(record) && isMade(revision) && revision?.change.before === null;
}

/** Whether the record of another entity takes the place of the former one. A version of a prompt is no other. */
function isAnother(entity: Entity): boolean {
  const { record, request, resource } = entity;
  if (request === undefined || isByContent(request)) return false;
  if (!isMade(record) || record?.change.before === null) return false;
  const [before, after] = [fieldsBefore(entity), fieldsAfter(entity)];
  return resource.identity.some((field) => !same(get(before, field), get(after, field)));
}

function knownName({ request, resource }: Entity, fields: Fields): string | null {
  const declared = request === undefined ? null : nameOf(request);
  if (declared !== null) return declared;
  const parts = resource.identity.map((field) => get(fields, field) ?? "").filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => typeof part === "string") ? parts.join("/") : null;
}

/** What a plan knows of texts that are deferred in the code. */
function known(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
