import { serviceOfEntity } from "../plan/entity-fields";
import { type PlanOrigin, readPlan, resourceKey } from "../plan/plan";
import { plannedChanges, reviewedCalls, withMoves, withVersions } from "../plan/planned-change";
import type { PlannedEntity, PlannedStack, SynthesisedRequest } from "../plan/planned-entity";
import { allEntities, plannedEntities } from "../plan/planned-entity";
import { requireSameSynthesis, requireUnapplied, requireUndamaged } from "../plan/refuse-plan";
import { shownTrigger, triggersOf } from "../plan/triggers";
import { type DeclaredService, serviceKey } from "../protocol/declared-service";
import type { ServiceRecords } from "../records/service-records";
import { shown } from "../report/value-text";
import { at, isSame } from "../value/value";
import { type ComparedChange, FreshRecords, sendsUpdate } from "./compare";
import { effectOf, userStepOf } from "./effect";
import { byPlace, type Change, type Review, type Risk, type StackReview } from "./model";
import { planNotes } from "./notes";
import type { FoundRisk } from "./risks/edits";
import { foundRisksOf } from "./risks/found-risks";
import { type RunningExperiment, runningExperiments } from "./risks/source-in-use";
import { mayRun, transitionOfChange } from "./transition";

/** What is known of a stack beside its plan. */
export interface StackNote {
  readonly text: string;
  /** Said only where this construct changes. */
  readonly construct?: string;
}

/** What a stack's review is made of. */
export interface ReviewSource extends PlannedStack {
  readonly name: string;
  readonly notes: readonly StackNote[];
}

/** The plan of one stack, and what stands beside it. */
interface StackPlan extends PlanOrigin {
  /** What `terraform show -json` prints. */
  readonly json: unknown;
  /** Whether others than this package had it in their hands as JSON, and may have damaged it. */
  readonly isGiven: boolean;
  readonly requests: readonly SynthesisedRequest[];
  /** The state file as it is now, where it is at hand. */
  readonly stateText?: string;
  readonly notes?: readonly StackNote[];
}

/**
 * What one stack's review is made of.
 *
 * @throws UnusablePlanError when it is not a plan, failed, was made of other requests, was applied already, or was damaged
 */
export function reviewSource(planned: StackPlan): ReviewSource {
  const { stack, json, isGiven, requests, stateText, notes = [] } = planned;
  const plan = readPlan(planned, json);
  if (stateText !== undefined) requireUnapplied(planned, plan, stateText);
  requireSameSynthesis(planned, plan, requests);
  const entities = plannedEntities(plan, requests);
  if (isGiven) requireUndamaged(planned, entities);
  return { name: stack, plan, requests, entities, notes };
}

/**
 * What plans mean for the service's entities.
 *
 * @param records fresh ones of the service: what it has is known of their entities
 */
export function reviewOf(
  sources: readonly ReviewSource[],
  records?: Pick<ServiceRecords, "records" | "unread">,
): Review {
  const fresh = new FreshRecords(records);
  const stacks = withMoves(
    sources.map((source) => ({ ...source, changes: withVersions(source.entities.flatMap(plannedChanges)) })),
  ).map((stack) => ({ ...stack, changes: stack.changes.map((change) => fresh.compared(change)) }));
  const running = stacks.flatMap((stack) => runningExperiments(stack.plan, allEntities(stack), stack.changes));
  return { stacks: stacks.map((stack) => reviewedStack(stack, running, fresh)) };
}

function reviewedStack(
  stack: ReviewSource & { readonly changes: readonly ComparedChange[] },
  running: readonly RunningExperiment[],
  fresh: FreshRecords,
): StackReview {
  const { name, plan, entities } = stack;
  const service = commonService(entities);
  const changes = stack.changes.map((change): Change => {
    const { construct } = change.entity.request ?? {};
    const own = stack.notes.filter((note) => note.construct !== undefined && note.construct === construct);
    const warnings = own.map(({ text }) => text);
    return reviewedChange(change, service, foundRisksOf(change, running, name), warnings);
  });
  const changed = new Set(changes.map(({ construct }) => construct));
  const notes = stack.notes.filter(({ construct }) => construct === undefined || changed.has(construct));
  return {
    name,
    service,
    plannedAt: plan.timestamp,
    calls: changes.reduce((sum, { calls }) => sum + calls.length, 0),
    notes: [...planNotes({ ...stack, reviewed: changes, fresh }), ...notes.map(({ text }) => text)],
    changes: changes.sort(byPlace),
  };
}

/** The service of all entities of a stack; undefined where they have several, or nothing tells. */
function commonService(entities: readonly PlannedEntity[]): DeclaredService | undefined {
  const services = entities.flatMap((entity) => serviceOfEntity(entity) ?? []);
  return new Set(services.map(serviceKey)).size === 1 ? services[0] : undefined;
}

/** @param common the service of all entities of its stack, where they have one */
function reviewedChange(
  change: ComparedChange,
  common: DeclaredService | undefined,
  found: readonly FoundRisk[],
  warnings: readonly string[],
): Change {
  const { action, entity, name, former, fields, before, after, calls } = change;
  const { request, kind } = entity;
  const { construct, file, endsOn, acknowledged = [] } = request ?? {};
  const transition = transitionOfChange(change);
  const effect = effectOf(change);
  const title = at(action === "forget" ? before : after, "name");
  return {
    action,
    name,
    former,
    before,
    after,
    fields,
    kind: kind.name,
    construct,
    file,
    endsOn,
    service: common === undefined ? serviceOfEntity(entity) : undefined,
    warnings,
    address: resourceKey(entity),
    title: typeof title === "string" && !kind.identity.includes("name") ? title : undefined,
    transition,
    forUsers: userStepOf(change, transition, effect),
    effect,
    alsoSent: alsoSent(change),
    isFinal: (calls.includes("create") && kind.update === undefined && kind.upsert === undefined) || undefined,
    cause: action === "reapply" ? reapplyCause(entity) : undefined,
    calls: reviewedCalls(change),
    risks: found.map((risk): Risk => ({ ...risk, acknowledged: acknowledged.includes(risk.name) })),
  };
}

/** The fields in which a change by hand moves users: a stop, and a ramp. */
const MOVED_BY_HAND = ["status", "allocation"];

/** The fields of `Change.alsoSent`; none where nobody knows what the service has, as the change lists all fields then. */
function alsoSent(change: ComparedChange): string[] | undefined {
  const { entity, former, before, after, fields, record } = change;
  const isUnseen = former === "sent" && record === undefined && sendsUpdate(change);
  if (entity.kind.role !== "experiment" || !isUnseen) return undefined;
  const changed = new Set(fields.map(({ path: [field] }) => field));
  // of a status that stays, one side may be hidden and the other not
  if (!mayRun(changed.has("status") ? before : after)) return undefined;
  const names = MOVED_BY_HAND.filter((name) => at(after, name) !== undefined && !changed.has(name));
  return names.length === 0 ? undefined : names;
}

/** Why a plan sends again what did not change; undefined where it does not tell. */
export function reapplyCause({ record, revision, keeper }: PlannedEntity): string | undefined {
  if ([keeper, record, revision].some((each) => each?.action_reason === "replace_by_request")) {
    return "asked for by -replace";
  }
  // the last of them makes the call, and is replaced with each of the others
  const last = revision ?? record;
  const sides = (["before", "after"] as const).map((side) => triggersOf(last, side));
  const [before, after] = sides.map((triggers) => triggers && shownTrigger(triggers, "reapply"));
  if (isSame(before, after) || sides.some((triggers) => triggers?.unknown === true)) return undefined;
  if (after === undefined) return `reapply ${shown(before ?? null)} was removed`;
  return before === undefined ? `reapply ${shown(after)}` : `reapply ${shown(before)} → ${shown(after)}`;
}
