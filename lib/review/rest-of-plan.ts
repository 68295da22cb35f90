import { few } from "../api/describe";
import { suffixes } from "../entity/resource-name";
import { configuredResources, type Plan } from "./plan";
import { isOurs, type PlannedEntity, resourceKey, type SynthesisedRequest } from "./planned-entity";
import { requestSubject } from "./subjects";

/** A stack's plan, and what is declared. */
export interface PlannedStack {
  readonly plan: Plan;
  readonly requests: readonly SynthesisedRequest[];
  readonly entities: readonly PlannedEntity[];
}

/** What a review does not tell of a plan, and what the plan leaves out. */
export function notesOnRest(source: PlannedStack): string[] {
  return [...leftOut(source), ...others(source)];
}

/** Says what the plan leaves out, if anything. */
export function leftOut({ plan, requests, entities }: PlannedStack): string[] {
  const changes = plan.resource_changes ?? [];
  // a destroy has what the state has, and no more
  const isDestroy = changes.every(({ change }) => change.after === null);
  // Terraform before 1.8, and OpenTofu before 1.7, do not say that a plan is partial
  if (changes.length > 0 && (plan.complete ?? isDestroy)) return [];
  const planned = new Set(changes.map(resourceKey));
  const lacking = new Set(
    configuredResources(plan)
      .filter((each) => !planned.has(resourceKey(each)))
      .map(({ name }) => name),
  );
  const isLacking = ({ name }: PlannedEntity) => lacking.has(name) || lacking.has(`${name}${suffixes.revision}`);
  const complete = new Set(entities.filter((entity) => !isLacking(entity)).map(({ request }) => request));
  const missing = requests.filter(({ request }) => !complete.has(request));
  if (missing.length > 0) {
    const names = few(missing.map(({ request }) => requestSubject(request)));
    const option = changes.length === 0 ? "-refresh-only" : "-target";
    return [`this plan leaves out what Terraform was not asked for (${option}): ${names}`];
  }
  return plan.complete === false ? ["this plan is partial: Terraform was told to leave out resources"] : [];
}

function others({ plan, entities }: PlannedStack): string[] {
  const ours = new Set(entities.map(resourceKey));
  const changed = (plan.resource_changes ?? []).filter(
    (change) => change.mode === "managed" && change.change.actions.some(isDone) && !isOurs(change, ours),
  );
  if (changed.length === 0) return [];
  const it = changed.length === 1 ? "1 other resource" : `${changed.length} other resources`;
  return [`the plan also changes ${it}, which this review does not show: see terraform show`];
}

/** Whether an action of a plan's does anything. */
export function isDone(action: string): boolean {
  return action !== "no-op" && action !== "read";
}
