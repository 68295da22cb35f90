import { suffixes } from "../entity/resource-name";
import type { Request } from "../protocol/request-file";
import { configuredResources, type Plan } from "./plan";
import { isOurs, type PlannedEntity, resourceKey, type SynthesisedRequest } from "./planned-entity";

/** A stack's plan, and what is declared. */
export interface PlannedStack {
  readonly plan: Plan;
  readonly requests: readonly SynthesisedRequest[];
  readonly entities: readonly PlannedEntity[];
}

/** What Terraform was told to leave out of a plan. */
interface LeftOut {
  readonly option: "-target" | "-refresh-only";
  /** Those of whose resources the plan lacks some; none where only resources of others are left out. */
  readonly requests: readonly Request[];
}

/** What a plan leaves out; undefined where it is whole. */
export function leftOut({ plan, requests, entities }: PlannedStack): LeftOut | undefined {
  const changes = plan.resource_changes ?? [];
  // a destroy has what the state has, and no more
  const isDestroy = changes.every(({ change }) => change.after === null);
  // Terraform before 1.8, and OpenTofu before 1.7, do not say that a plan is partial
  if (changes.length > 0 && (plan.complete ?? isDestroy)) return undefined;
  const planned = new Set(changes.map(resourceKey));
  const lacking = new Set(
    configuredResources(plan)
      .filter((each) => !planned.has(resourceKey(each)))
      .map(({ name }) => name),
  );
  const isLacking = ({ name }: PlannedEntity) => lacking.has(name) || lacking.has(`${name}${suffixes.revision}`);
  const complete = new Set(entities.filter((entity) => !isLacking(entity)).map(({ request }) => request));
  const missing = requests.map(({ request }) => request).filter((request) => !complete.has(request));
  if (missing.length === 0 && plan.complete !== false) return undefined;
  return { option: changes.length === 0 ? "-refresh-only" : "-target", requests: missing };
}

/** How many resources a plan changes that belong to none of the entities. */
export function countOfOthers({ plan, entities }: Omit<PlannedStack, "requests">): number {
  const ours = new Set(entities.map(resourceKey));
  return (plan.resource_changes ?? []).filter(
    (change) => change.mode === "managed" && change.change.actions.some(isDone) && !isOurs(change, ours),
  ).length;
}

/** Whether an action of a plan's does anything. */
export function isDone(action: string): boolean {
  return action !== "no-op" && action !== "read";
}
