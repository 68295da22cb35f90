import { stepFor } from "../entity/steps";
import { serviceKey, serviceOfEntity } from "../plan/entity-fields";
import { type PlanOrigin, readPlan } from "../plan/plan";
import { type PlannedChange, plannedChanges, reviewedCalls, withMoves, withVersions } from "../plan/planned-change";
import {
  allEntities,
  type PlannedEntity,
  type PlannedStack,
  plannedEntities,
  resourceKey,
  type SynthesisedRequest,
} from "../plan/planned-entity";
import { requireUndamaged } from "../plan/refuse-damaged-plan";
import { requireSameSynthesis, requireUnapplied } from "../plan/refuse-stale-plan";
import { marksAt, plannedTriggers, withheld } from "../plan/triggers";
import type { DeclaredService } from "../protocol/declared-service";
import type { ServiceRecords } from "../records/service-records";
import { shown } from "../report/value-text";
import { at, isSame, type Value } from "../value/value";
import type { ComparedChange } from "./compare";
import { effectOf, userStepOf } from "./effect";
import { FreshRecords } from "./fresh-records";
import type { Change, Review, Risk, StackReview } from "./model";
import { planNotes } from "./notes";
import type { FoundRisk } from "./risks/edits";
import { foundRisksOf } from "./risks/found-risks";
import { runningExperiments } from "./risks/source-in-use";
import { isActive, transitionOfChange } from "./transition";

/** What a stack's review is made of. */
export interface ReviewSource extends PlannedStack {
  readonly name: string;
  /** What is known of the stack beside its plan. */
  readonly notes: readonly StackNote[];
}

/** What is known of a stack beside its plan. */
export interface StackNote {
  readonly text: string;
  /** Said only where this construct changes. */
  readonly construct?: string;
}

/** The plan of one stack, and what stands beside it. */
export interface StackPlan extends PlanOrigin {
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
  return {
    stacks: stacks.map((stack): StackReview => {
      const service = commonService(stack.entities);
      const changes = stack.changes.map((change) => ({
        ...reviewedChange(change, foundRisksOf(change, running, stack.name), service),
        warnings: stack.notes.flatMap(({ construct, text }) =>
          construct !== undefined && construct === change.entity.request?.construct ? [text] : [],
        ),
      }));
      const calls = changes.reduce((sum, change) => sum + change.calls.length, 0);
      return {
        name: stack.name,
        service,
        plannedAt: stack.plan.timestamp,
        calls,
        notes: [
          ...planNotes({ ...stack, reviewed: changes }),
          ...fresh.notes(stack.entities, stack.changes),
          ...notesOn(stack.notes, changes),
        ],
        changes: changes.sort(byConstruct),
      };
    }),
  };
}

function notesOn(notes: readonly StackNote[], changes: readonly Change[]): string[] {
  const changed = new Set(changes.map(({ construct }) => construct));
  return notes.filter(({ construct }) => construct === undefined || changed.has(construct)).map(({ text }) => text);
}

/** The service of all entities of a stack; undefined where they have several, or nothing tells. */
function commonService(entities: readonly PlannedEntity[]): DeclaredService | undefined {
  const services = entities.map(serviceOfEntity).filter((service) => service !== undefined);
  const [first] = services;
  return new Set(services.map(serviceKey)).size === 1 ? first : undefined;
}

/** @param common the service of all entities of the stack, if they have one */
function reviewedChange(
  change: ComparedChange,
  found: readonly FoundRisk[],
  common: DeclaredService | undefined,
): Change {
  const { action, entity, name, fields, before, after } = change;
  const { request, kind } = entity;
  const acknowledged: readonly string[] = request?.acknowledged ?? [];
  const transition = transitionOfChange(change);
  const effect = effectOf(change);
  return {
    action,
    kind: kind.name,
    name,
    address: resourceKey(entity),
    title: titleOfChange(change),
    construct: request?.construct,
    file: request?.file,
    service: common === undefined ? serviceOfEntity(entity) : undefined,
    transition,
    forUsers: userStepOf(change, transition, effect),
    effect,
    alsoSent: alsoSent(change),
    isFinal: isFinal(change) || undefined,
    endsOn: request?.endsOn,
    cause: action === "reapply" ? reapplyCause(entity) : undefined,
    calls: reviewedCalls(change),
    fields,
    risks: found.map((risk): Risk => ({ ...risk, acknowledged: acknowledged.includes(risk.name) })),
    whole: { before, after },
  };
}

/** The fields in which a change by hand moves users: a stop, and a ramp. */
const MOVED_BY_HAND = ["status", "allocation"];

/** Where nobody knows what the service has, all fields are listed. */
function alsoSent({ entity, calls, former, before, fields, record }: ComparedChange): string[] | undefined {
  const step = entity.request && stepFor(entity.request, "update");
  const isCompared = former !== "sent" || record !== undefined;
  if (entity.kind.role !== "experiment" || isCompared || !isActive(before) || !calls.includes("update"))
    return undefined;
  const changed = new Set(fields.map(({ path: [field] }) => field));
  const names = MOVED_BY_HAND.filter((name) => step?.fields.includes(name) && !changed.has(name));
  return names.length === 0 ? undefined : names;
}

/** Whether a change creates what no call changes later. */
function isFinal({ entity: { kind }, calls }: PlannedChange): boolean {
  return calls.includes("create") && kind.update === undefined && kind.upsert === undefined;
}

/** What people call the entity of a change, where that does not identify it. */
function titleOfChange({ action, entity: { kind }, before, after }: PlannedChange): string | undefined {
  const name = at(action === "forget" ? before : after, "name");
  return typeof name === "string" && !kind.identity.includes("name") ? name : undefined;
}

/** By the construct, as the code has them; what has left it comes last. */
function byConstruct(a: Change, b: Change): number {
  const [first, second] = [sortKey(a), sortKey(b)];
  return first === second ? 0 : first < second ? -1 : 1;
}

function sortKey({ construct, kind, name }: Change): string {
  return [construct === undefined ? "1" : "0", construct, kind, name].join("\0");
}

/** Why a plan sends again what did not change; undefined where it does not tell. */
export function reapplyCause({ type, record, revision, keeper }: PlannedEntity): string | undefined {
  if ([keeper, record, revision].some((each) => each?.action_reason === "replace_by_request")) {
    return "asked for by -replace";
  }
  const [before, after] = (["before", "after"] as const).map((side) => {
    // the last of them makes the call, and is replaced with each of the others
    const { values, sensitive, unknown } = plannedTriggers(type, revision ?? record, side);
    return withheld(at(values as Value, "reapply"), marksAt(sensitive, "reapply"), marksAt(unknown, "reapply"));
  });
  if (isSame(before, after)) return undefined;
  if (after === undefined) return `reapply ${shown(before ?? null)} was removed`;
  return before === undefined ? `reapply ${shown(after)}` : `reapply ${shown(before)} → ${shown(after)}`;
}
