import { acceptedFields } from "../api/resource";
import { differencesOf } from "./differences";
import { withDeclared } from "./entity-fields";
import type { Change, Review, Risk, StackReview } from "./model";
import { type Plan, readPlan } from "./plan";
import { isByContent } from "./planned-action";
import { isGone, type PlannedChange, plannedChange, replacedEntity, reviewedCalls } from "./planned-change";
import { isKept, type PlannedEntity, plannedEntities, type SynthesisedRequest } from "./planned-entity";
import { remarksOf } from "./remarks";
import { risksOf, runningExperiments } from "./risks/risks-of";
import type { RunningExperiment } from "./risks/source-in-use";
import { requireSameSynthesis } from "./synthesis";

/** What a stack's review is made of. */
export interface ReviewSource {
  readonly name: string;
  readonly plan: Plan;
  readonly requests: readonly SynthesisedRequest[];
  /** What is known of the stack beside its plan. */
  readonly notes: readonly StackNote[];
}

/** What is known of a stack beside its plan. */
export interface StackNote {
  readonly text: string;
  /** Said only where this construct changes. */
  readonly construct?: string;
}

/**
 * What one stack's review is made of, from a plan's JSON.
 *
 * @throws UnusablePlanError when it is no plan, failed, or was made of other requests
 */
export function reviewSource(
  name: string,
  planText: string,
  requests: readonly SynthesisedRequest[],
  notes: readonly StackNote[] = [],
): ReviewSource {
  const plan = readPlan(name, planText);
  requireSameSynthesis(name, plan, requests);
  return { name, plan, requests, notes };
}

/** What plans mean for the service's entities. */
export function reviewOf(sources: readonly ReviewSource[]): Review {
  const stacks = sources.map((source) => {
    const entities = plannedEntities(source.plan, source.requests);
    return { ...source, entities, changes: paired(entities.flatMap(changesOf)) };
  });
  const kept = new Set(stacks.flatMap(({ entities }) => entities.filter(isKept).map(({ name }) => name)));
  const running = stacks.flatMap(({ plan, entities }) => runningExperiments(plan, entities));
  return {
    stacks: stacks.map((stack): StackReview => {
      // what another stack, or another kind of resource, has now has not left
      const changes = stack.changes.filter(({ entity }) => !isGone(entity) || !kept.has(entity.name));
      const reviewed = changes.map((change) => reviewedChange(change, running)).sort(byConstruct);
      const calls = reviewed.reduce((sum, change) => sum + change.calls.length, 0);
      return {
        name: stack.name,
        calls,
        remarks: [...remarksOf({ ...stack, changes }), ...notesOn(stack.notes, reviewed)],
        changes: reviewed,
      };
    }),
  };
}

function notesOn(notes: readonly StackNote[], changes: readonly Change[]): string[] {
  const changed = new Set(changes.map(({ construct }) => construct));
  return notes.filter(({ construct }) => construct === undefined || changed.has(construct)).map(({ text }) => text);
}

function changesOf(entity: PlannedEntity): PlannedChange[] {
  return [plannedChange(entity), replacedEntity(entity)].filter((change) => change !== undefined);
}

function reviewedChange(change: PlannedChange, running: readonly RunningExperiment[]): Change {
  const { action, entity, name, fields, before, after } = change;
  const { request, resource } = entity;
  const acknowledged: readonly string[] = request?.acknowledged ?? [];
  return {
    action,
    kind: resource.kind,
    name,
    ...(request === undefined ? {} : { construct: request.construct }),
    calls: reviewedCalls(change),
    fields,
    risks: risksOf(change, running).map((risk): Risk => ({ ...risk, acknowledged: acknowledged.includes(risk.name) })),
    whole: { before, after },
  };
}

/** Takes a former version of a prompt for what the new one is compared with, instead of for one that has left. */
function paired(changes: readonly PlannedChange[]): PlannedChange[] {
  const former = changes.filter(({ action, entity, before }) => action === "release" && hasContentId(entity, before));
  if (former.length === 0) return [...changes];
  const taken = new Set<PlannedChange>();
  const versions = changes.map((change) => {
    const { request } = change.entity;
    if (change.action !== "create" || request === undefined || !isByContent(request)) return change;
    const candidates = former
      .filter((each) => !taken.has(each) && each.before.promptID === change.after.promptID)
      .map((each) => {
        const before = withDeclared(each.before, change.entity);
        return { each, fields: differencesOf(before, change.after, acceptedFields(each.entity.resource.fields)) };
      })
      .sort((a, b) => a.fields.length - b.fields.length);
    const [closest] = candidates;
    if (closest === undefined) return change;
    taken.add(closest.each);
    return { ...change, action: "version" as const, before: closest.each.before, fields: closest.fields };
  });
  return versions.filter((change) => !taken.has(change));
}

/** Whether the id of a prompt version is one that comes from the content. */
function hasContentId({ resource }: PlannedEntity, { id }: PlannedChange["before"]): boolean {
  return resource.kind === "prompt_version" && typeof id === "string" && /^v-[0-9a-f]{12}$/.test(id);
}

/** By the construct, as the code has them; what has left it comes last. */
function byConstruct(a: Change, b: Change): number {
  const [first, second] = [sortKey(a), sortKey(b)];
  return first === second ? 0 : first < second ? -1 : 1;
}

function sortKey({ construct, kind, name }: Change): string {
  return [construct === undefined ? "1" : "0", construct, kind, name].join("\0");
}
