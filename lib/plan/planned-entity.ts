import { kinds } from "../api/kinds";
import { fileNameOf, resourceNameOf, serviceResourcePrefix, suffixes } from "../entity/resource-name";
import type { Request } from "../protocol/request-file";
import type { Fields } from "../value/value";
import { fieldsAfter, fieldsBefore } from "./entity-fields";
import { configuredResources, leftOutOf, type Plan, type PlannedResource } from "./plan";
import { type ResourceActions, resourceActionsOf } from "./planned-action";
import { type EntityResources, isTriggerType, plannedTriggers } from "./triggers";

/** A request file of a synthesised stack. */
export interface SynthesisedRequest {
  /** Name of the file. */
  readonly file: string;
  /** Digest of its text. */
  readonly digest: string;
  /** Whether something else than synth has written it anew, such as a formatter. */
  readonly isReformatted?: boolean;
  readonly request: Request;
}

/** An entity of the service as a plan has it. */
export interface PlannedEntity extends EntityResources {
  readonly actions: ResourceActions;
  /** What was sent last, as far as the state has it. */
  readonly before: Fields;
  /** What is declared. */
  readonly after: Fields;
}

/** The entities of a plan: those that are declared, and those that the state has. */
export function plannedEntities(plan: Plan, requests: readonly SynthesisedRequest[]): PlannedEntity[] {
  const files = new Map(requests.map(({ file, request }) => [file, request]));
  const roots = (plan.resource_changes ?? []).filter(isRoot);
  const byKey = new Map(roots.map((change) => [resourceKey(change), change]));
  const places = new Map(roots.flatMap((change) => placeInPlan(change) ?? []).map((each) => [resourceKey(each), each]));
  return [...places.values()].flatMap((place) => {
    const { type, name, kind } = place;
    const found = (resourceName: string) => byKey.get(resourceKey({ type, name: resourceName }));
    const request = files.get(`${fileNameOf(name)}.json`);
    const entity: EntityResources = {
      ...place,
      record: found(name),
      revision: found(`${name}${suffixes.revision}`),
      keeper: found(`${serviceResourcePrefix}${name}`),
      ...(request?.kind === kind.name && { request }),
    };
    return entity.request === undefined && !isNamedByItself(entity) ? [] : [entityOfResources(entity)];
  });
}

/** What an entity was and is, found out once. */
export function entityOfResources(resources: EntityResources): PlannedEntity {
  const [before, after] = [fieldsBefore(resources), fieldsAfter(resources)];
  return Object.freeze({ ...resources, actions: resourceActionsOf(resources), before, after });
}

/** The same, with those that the plan leaves out: they are as the state has them. */
export function allEntities({ plan, requests, entities }: PlannedStack): readonly PlannedEntity[] {
  const [changes, leftOut] = [plan.resource_changes ?? [], leftOutOf(plan)];
  return leftOut.length === 0
    ? entities
    : plannedEntities({ ...plan, resource_changes: [...changes, ...leftOut] }, requests);
}

/** What tells a resource from others of a plan. */
export function resourceKey({ type, name }: { readonly type: string; readonly name: string }): string {
  return `${type}.${name}`;
}

/** The entity that a resource of a plan belongs to. */
function placeInPlan(
  change: PlannedResource,
): Pick<EntityResources, "name" | "type" | "kind" | "isDryRun"> | undefined {
  const { type } = change;
  if (!isRoot(change) || !isTriggerType(type)) return undefined;
  // a kind may begin with the name of another
  const [kind] = kinds
    .filter((each) => change.name.startsWith(`${each.name}_`))
    .sort((a, b) => b.name.length - a.name.length);
  if (kind === undefined) return undefined;
  const suffix = Object.values(suffixes).find((each) => each !== suffixes.dryRun && change.name.endsWith(each));
  const name = suffix === undefined ? change.name : change.name.slice(0, -suffix.length);
  return { name, type, kind, isDryRun: name.endsWith(suffixes.dryRun) };
}

/** What Terraform keeps of a former object, and what stands in a module, is none of ours. */
function isRoot({ mode, module_address, deposed }: PlannedResource): boolean {
  return mode === "managed" && module_address === undefined && deposed === undefined;
}

/** Whether a resource that no code declares has the name that its content makes: others have resources of these types too. */
function isNamedByItself({ record, revision, type, name, kind, isDryRun }: EntityResources): boolean {
  const { values } = plannedTriggers(type, record ?? revision, "before");
  if (values === undefined) return false;
  const known = kind.identity.map((field) => (Object.hasOwn(values, field) ? values[field] : ""));
  if (known.every((part) => part === "") || !known.every((part) => typeof part === "string")) return false;
  const plain = isDryRun ? name.slice(0, -suffixes.dryRun.length) : name;
  // an identity that only Terraform knew is not in the name
  return plain === resourceNameOf(kind.name, known) || plain.startsWith(`${kind.name}_at_`);
}

/** A stack's plan, and what is declared. */
export interface PlannedStack {
  readonly plan: Plan;
  readonly requests: readonly SynthesisedRequest[];
  readonly entities: readonly PlannedEntity[];
}

/** What Terraform was told to leave out of a plan. */
interface LeftOut {
  readonly option: "-target" | "-refresh-only";
  /** Of the entities that lack a resource in the plan; none where only resources of others are left out. */
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

/** How many resources a plan changes that belong to none of the entities, nor to this package's own bookkeeping. */
export function countOfOthers({ plan, entities }: Omit<PlannedStack, "requests">): number {
  const ours = new Set(entities.map(resourceKey));
  const isOurs = (change: PlannedResource) => {
    const isBookkeeping = isTriggerType(change.type) && isRoot(change) && change.name.startsWith("experimentation_");
    return isBookkeeping || ours.has(resourceKey(placeInPlan(change) ?? change));
  };
  return (plan.resource_changes ?? []).filter(
    (change) => change.mode === "managed" && change.change.actions.some(isDone) && !isOurs(change),
  ).length;
}

/** Whether an action of a plan's does anything. */
export function isDone(action: string): boolean {
  return action !== "no-op" && action !== "read";
}
