import { acceptedFields } from "../api/resource";
import { pathOf } from "../entity/call-body";
import { type Action, isByContent, isDueAtFirst, type Step, stepFor } from "../entity/step";
import { nameOf, type Request } from "../protocol/request-file";
import { differencesOf } from "./differences";
import { fieldsAfter, fieldsBefore } from "./entity-fields";
import type { ChangeAction, FieldChange, ReviewedCall } from "./model";
import { markedUnsent } from "./no-longer-sent";
import { type Doings, doingOf, isMade, plannedAction } from "./planned-action";
import type { PlannedEntity } from "./planned-entity";
import { get, same, type Values } from "./value";

/** What a plan does about an entity, before it is put into words. */
export interface PlannedChange {
  readonly action: ChangeAction;
  readonly entity: PlannedEntity;
  readonly name: string | null;
  /** Actions of the calls that are made, in their order. */
  readonly calls: readonly Action[];
  /** What is known of the entity before: that it is not there, what was sent last, or nothing. */
  readonly former: "none" | "sent" | "unknown";
  /** What was sent last to this entity, as far as is known. */
  readonly before: Values;
  readonly after: Values;
  readonly fields: readonly FieldChange[];
  /** The stack that it leaves at the same time. */
  readonly movedFrom?: string;
  /** The fields of which a fresh record of the service shows what they were before. */
  readonly recorded?: ReadonlySet<string>;
  /** What somebody changed by hand, and the update puts back. */
  readonly byHand?: readonly FieldChange[];
}

/** What a plan does about an entity; undefined where it does nothing. */
export function plannedChange(entity: PlannedEntity): PlannedChange | undefined {
  const { request, resource } = entity;
  if (request === undefined || isGone(entity)) return released(entity);
  const doings = doingsOf(entity);
  const before = isAnother(entity) ? {} : fieldsBefore(entity);
  const after = fieldsAfter(entity);
  const names = acceptedFields(resource.fields);
  const differences = differencesOf(before, after, names);
  const action = plannedAction(doings, request, () => differences.length > 0);
  const calls = callsMade(doings, request);
  if (action === undefined || (calls.length === 0 && action !== "adopt")) return undefined;
  const isUpdated = calls.includes("update") || calls.includes("upsert");
  const former = formerOf(action, doings, request);
  // what failed may have arrived or not: all that is sent may be new
  const isComparable = former !== "unknown" && action !== "retry";
  const told = isUpdated ? markedUnsent(differences, { before, after }) : differences;
  return {
    action,
    entity,
    name: knownName(entity, after),
    calls,
    former,
    before: isComparable ? before : {},
    after,
    fields: isComparable ? told : differencesOf({}, after, names),
  };
}

/** What is known of an entity before a change. */
function formerOf(action: ChangeAction, { record, revision }: Doings, request: Request): PlannedChange["former"] {
  const isCreated = isMade(record) && stepFor(request, "create") !== undefined;
  if (action === "dry-run" || action === "create" || action === "version") return "none";
  // what could not be created is not there; what failed later may have arrived or not
  if (action === "retry") return isCreated ? "none" : "unknown";
  if (action === "adopt") return "unknown";
  // an earlier deploy may have ended between the two
  return !isMade(record) && revision === "new" ? "unknown" : "sent";
}

/** The former entity, where the record of another takes its place: an identity that only Terraform knows has changed. */
export function replacedEntity(entity: PlannedEntity): PlannedChange | undefined {
  return isAnother(entity) ? leaving({ ...entity, request: undefined }) : undefined;
}

/** Whether the entity of a change is not there yet, as far as plans tell. */
export function isNew({ former, movedFrom }: PlannedChange): boolean {
  return former === "none" && movedFrom === undefined;
}

/** The calls of a change as a review tells them. */
export function reviewedCalls({ entity, calls, after }: PlannedChange): ReviewedCall[] {
  const { request } = entity;
  if (request === undefined) return [];
  const steps = request.steps.filter(({ action }) => calls.includes(action));
  return steps.map((step) => ({
    method: step.method,
    path: pathOf(step, { ...request.fields, ...knownTexts(after) }),
  }));
}

/** The calls that a deploy makes. */
function callsMade({ record, revision }: Doings, request: Request): Action[] {
  const isCreated = isMade(record) && stepFor(request, "create") !== undefined;
  const isDue = (step: Step) =>
    step.action === "update" ? isMade(revision) && (!isCreated || isDueAtFirst(step)) : isMade(record);
  return request.steps.filter(isDue).map(({ action }) => action);
}

function doingsOf({ record, revision }: PlannedEntity): Doings {
  return { record: doingOf(record), revision: doingOf(revision) };
}

function released(entity: PlannedEntity): PlannedChange | undefined {
  // what was only tried out is not there
  return isGone(entity) && !entity.isDryRun ? leaving(entity) : undefined;
}

function leaving(entity: PlannedEntity): PlannedChange {
  const before = fieldsBefore(entity);
  const name = knownName(entity, before);
  return { action: "release", entity, name, calls: [], former: "sent", before, after: {}, fields: [] };
}

/** Whether an entity is taken out of the state. */
export function isGone({ record, revision }: PlannedEntity): boolean {
  return [record, revision].some((planned) => doingOf(planned) === "gone");
}

/** Whether the record of another entity takes the place of the former one. A version of a prompt is no other. */
function isAnother(entity: PlannedEntity): boolean {
  const { record, request, resource } = entity;
  if (request === undefined || isByContent(request)) return false;
  if (doingOf(record) !== "again" && doingOf(record) !== "tainted") return false;
  const [before, after] = [fieldsBefore(entity), fieldsAfter(entity)];
  return resource.identity.some((field) => !same(get(before, field), get(after, field)));
}

function knownName({ request, resource }: PlannedEntity, fields: Values): string | null {
  const declared = request === undefined ? null : nameOf(request);
  if (declared !== null) return declared;
  const parts = resource.identity.map((field) => get(fields, field) ?? "").filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => typeof part === "string") ? parts.join("/") : null;
}

/** What a plan knows of texts that are deferred in the code. */
function knownTexts(fields: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
