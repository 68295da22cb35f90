import { acceptedFields } from "../api/kind";
import { pathOf } from "../entity/call-body";
import { type Action, isByContent, isDueAtFirst, type Step, stepFor } from "../entity/steps";
import { serviceKey } from "../protocol/declared-service";
import { nameOf, type Request } from "../protocol/request-file";
import { at, type Fields, isSame } from "../value/value";
import type { FieldChange } from "./entity-fields";
import { asDeclared, differencesOf, markedUnsent, serviceOfEntity } from "./entity-fields";
import type { ChangeAction, Former, ResourceActions } from "./planned-action";
import { hasCreateAndUpdate, isMade, plannedAction } from "./planned-action";
import type { PlannedEntity } from "./planned-entity";

/** What a plan does about an entity, before it is put into words. */
export interface PlannedChange {
  readonly action: ChangeAction;
  readonly entity: PlannedEntity;
  readonly name: string | null;
  /** Actions of the calls that are made, in their order. */
  readonly calls: readonly Action[];
  readonly former: Former;
  /** What was sent last to this entity, as far as is known. */
  readonly before: Fields;
  readonly after: Fields;
  readonly fields: readonly FieldChange[];
  /** The stack that it leaves at the same time. */
  readonly movedFrom?: string;
}

export interface ReviewedCall {
  readonly method: "POST" | "PATCH";
  /** Percent-encoded. A parameter that is not known before the deploy stands as in the API: `{name}`. */
  readonly path: string;
  /** Made only where the call before it finds that the service has the entity. */
  readonly ifExists?: true;
}

/** What a plan does about an entity: nothing, or a change; two where the record of another takes the place of the former. */
export function plannedChanges(entity: PlannedEntity): PlannedChange[] {
  const { request, isDryRun } = entity;
  // what was only tried out is not there
  if (isGone(entity)) return isDryRun ? [] : [leaving(entity)];
  if (request === undefined) return [];
  const { actions, before } = entity;
  if (!isAnother(entity, request)) return declaredChange(entity, request, actions, before);
  const planned = actions.record === "replace" ? { ...actions, record: "create" as const } : actions;
  return [...declaredChange(entity, request, planned, {}), leaving({ ...entity, request: undefined })];
}

/** @param last what was sent last to this entity */
function declaredChange(
  entity: PlannedEntity,
  request: Request,
  planned: ResourceActions,
  last: Fields,
): PlannedChange[] {
  const { before, fields } = changedSince(last, entity);
  const [action, former] = plannedAction(planned, request, fields.length === 0) ?? [];
  const calls = callsMade(planned, request);
  if (action === undefined || former === undefined || (calls.length === 0 && action !== "adopt")) return [];
  const change = { action, entity, name: knownName(entity, entity.after), calls, former, after: entity.after };
  // what failed may have arrived or not: all that is sent may be new
  if (former === "unknown" || action === "retry") return [{ ...change, ...changedSince({}, entity) }];
  const isUpdated = calls.includes("update") || calls.includes("upsert");
  return [{ ...change, before, fields: isUpdated ? markedUnsent(fields) : fields }];
}

/** What is declared otherwise than it was sent last. */
function changedSince(last: Fields, entity: PlannedEntity): Pick<PlannedChange, "before" | "fields"> {
  const before = asDeclared(last, entity);
  return { before, fields: differencesOf(before, entity.after, acceptedFields(entity.kind.fields)) };
}

/** What the entity of a change is before it; undefined where it is not there yet, as far as plans tell. */
export function knownBefore({ former, calls, movedFrom, before }: PlannedChange): Fields | undefined {
  const isCreated = former === "none" || (former === "unknown" && calls.includes("create"));
  return isCreated && movedFrom === undefined ? undefined : before;
}

/** Whether an earlier deploy may have made the same create, so that this one goes on with the update. */
export function mayContinue({ former, calls, entity: { request } }: PlannedChange): boolean {
  const isAgain = former !== "none" && calls.includes("create") && !calls.includes("update");
  return isAgain && request !== undefined && hasCreateAndUpdate(request);
}

/** The calls of a change as a review tells them. */
export function reviewedCalls(change: PlannedChange): ReviewedCall[] {
  const { entity, calls, after } = change;
  const { request } = entity;
  if (request === undefined) return [];
  const possible = mayContinue(change) ? ["update"] : [];
  const steps = request.steps.filter(({ action }) => calls.includes(action) || possible.includes(action));
  return steps.map((step) => ({
    method: step.method,
    // a plan knows texts that are deferred in the code
    path: pathOf(step, { ...request.fields, ...after }),
    ...(!calls.includes(step.action) && { ifExists: true }),
  }));
}

function callsMade({ record, revision }: ResourceActions, request: Request): Action[] {
  const isCreated = isMade(record) && stepFor(request, "create") !== undefined;
  const isDue = (step: Step) =>
    step.action === "update" ? isMade(revision) && (!isCreated || isDueAtFirst(step)) : isMade(record);
  return request.steps.filter(isDue).map(({ action }) => action);
}

function leaving(entity: PlannedEntity): PlannedChange {
  const { before } = entity;
  const name = knownName(entity, before);
  return { action: "forget", entity, name, calls: [], former: "sent", before, after: {}, fields: [] };
}

/** Whether an entity is taken out of the state. */
export function isGone(entity: PlannedEntity): boolean {
  return Object.values(entity.actions).includes("delete");
}

/** Whether the record of another entity takes the place of the former one. A version of a prompt is not another. */
function isAnother(entity: PlannedEntity, request: Request): boolean {
  const { actions, before, after } = entity;
  const { record } = actions;
  if ((record !== "replace" && record !== "replace-tainted") || isByContent(request)) return false;
  // an identity that only Terraform knows has changed
  return entity.kind.identity.some((field) => !isSame(at(before, field), at(after, field)));
}

/** What identifies an entity, as far as it is known with these fields. */
export function knownName({ request, kind }: Pick<PlannedEntity, "request" | "kind">, fields: Fields): string | null {
  const declared = request === undefined ? null : nameOf(request);
  if (declared !== null) return declared;
  const parts = kind.identity.map((field) => at(fields, field) ?? "").filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => typeof part === "string") ? parts.join("/") : null;
}

/**
 * Makes one change of two where an entity leaves a stack, or a type of resource, and the plan of another one creates it or
 * takes it over: what it was there is what it was.
 */
export function withMoves<Stack extends { readonly name: string; readonly changes: readonly PlannedChange[] }>(
  stacks: readonly Stack[],
): Stack[] {
  const left = new Map(
    stacks.flatMap(({ name: stack, changes }) =>
      changes.filter(({ action }) => action === "forget").map((last) => [keyOfChange(last), { last, stack }] as const),
    ),
  );
  const taken = new Set<PlannedChange>();
  const arrived = (change: PlannedChange) => {
    const from = mayComeFromElsewhere(change) ? left.get(keyOfChange(change)) : undefined;
    if (from === undefined) return change;
    taken.add(from.last);
    return movedChange(change, from.last.before, from.stack);
  };
  const moved = stacks.map((stack) => ({ ...stack, changes: stack.changes.map(arrived) }));
  return moved.map((stack) => ({ ...stack, changes: stack.changes.filter((change) => !taken.has(change)) }));
}

function mayComeFromElsewhere({ action, calls, name }: PlannedChange): boolean {
  const isMade = action === "create" || (action === "retry" && calls.includes("create"));
  return name !== null && (isMade || action === "adopt");
}

function movedChange(change: PlannedChange, last: Fields, movedFrom: string): PlannedChange {
  const { before, fields } = changedSince(last, change.entity);
  const known = { ...change, before, movedFrom };
  // such a create is refused, or sends all of it
  if (change.calls.includes("create")) return known;
  return { ...known, action: "adopt", former: "sent", fields: markedUnsent(fields) };
}

function keyOfChange({ entity, name }: PlannedChange): string {
  return JSON.stringify([serviceKey(serviceOfEntity(entity)), entity.kind.name, name]);
}

/** Takes a former version of a prompt for what the new one is compared with, instead of for one that has left. */
export function withVersions(changes: readonly PlannedChange[]): PlannedChange[] {
  const taken = new Set<PlannedChange>();
  const versions = changes.map((change): PlannedChange => {
    const { action, after, entity } = change;
    if (action !== "create" || entity.request === undefined || !isByContent(entity.request)) return change;
    const [closest] = changes
      .filter((each) => hasLeftByContent(each) && !taken.has(each) && each.before.promptID === after.promptID)
      .map((former) => ({ former, since: changedSince(former.before, entity) }))
      .sort((a, b) => a.since.fields.length - b.since.fields.length);
    if (closest === undefined) return change;
    taken.add(closest.former);
    return { ...change, ...closest.since, action: "version" };
  });
  return versions.filter((change) => !taken.has(change));
}

/** Whether a version of a prompt has left whose id came from its content. */
function hasLeftByContent({ action, before: { id } }: PlannedChange): boolean {
  return action === "forget" && typeof id === "string" && /^v-[0-9a-f]{12}$/.test(id);
}
