import { kinds } from "../api/kinds";
import { fileNameOf, resourceNameOf, serviceResourcePrefix, suffixes } from "../entity/resource-name";
import type { Request } from "../protocol/request-file";
import { type EntityFields, type EntityResources, entityFields } from "./entity-fields";
import { isChanged, isRoot, type Plan, type PlannedResource, resourceKey, type StateResource } from "./plan";
import { type ResourceActions, resourceActionsOf } from "./planned-action";
import { isTriggerType, triggersOf } from "./triggers";

/** A request file of a synthesised stack. */
export interface SynthesisedRequest {
  readonly file: string;
  /** Of the file's text. */
  readonly digest: string;
  /** Whether something else than synth has written it anew, such as a formatter. */
  readonly isReformatted?: boolean;
  readonly request: Request;
}

/** An entity of the service as a plan has it. */
export interface PlannedEntity extends EntityResources, EntityFields {
  readonly actions: ResourceActions;
}

/** The entities of a plan: those that are declared, and those that the state has. */
export function plannedEntities(
  { resource_changes: changes }: Pick<Plan, "resource_changes">,
  requests: readonly SynthesisedRequest[],
): PlannedEntity[] {
  const files = new Map(requests.map(({ file, request }) => [file, request]));
  const roots = changes.filter(isRoot);
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
  return Object.freeze({ ...resources, ...entityFields(resources), actions: resourceActionsOf(resources) });
}

/** The same, with those that the plan leaves out: they are as the state has them. */
export function allEntities({ plan, requests, entities }: PlannedStack): readonly PlannedEntity[] {
  const { resource_changes: changes, prior_state: inState } = plan;
  const inPlan = new Set(changes.map(resourceKey));
  const leftOut = inState.filter((each) => !inPlan.has(resourceKey(each))).map(asUnchanged);
  return leftOut.length === 0 ? entities : plannedEntities({ resource_changes: [...changes, ...leftOut] }, requests);
}

/** A resource of the state as a plan has those that it does not change. */
function asUnchanged({
  values,
  sensitive_values: sensitive,
  deposed_key: deposed,
  ...resource
}: StateResource): PlannedResource {
  const sides = { before: values, after: values, before_sensitive: sensitive, after_sensitive: sensitive };
  return { ...resource, deposed, change: { actions: ["no-op"], ...sides } };
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

/** Whether a resource that no code declares has the name that its content makes: others have resources of these types too. */
function isNamedByItself({ record, revision, name, kind, isDryRun }: EntityResources): boolean {
  const { values = {} } = triggersOf(record ?? revision, "before") ?? {};
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

/**
 * What Terraform was told to leave out of a plan; undefined where it is whole.
 *
 * @returns by which option, and the requests of the entities that lack a resource: none where only those of others do
 */
export function leftOut({ plan, requests, entities }: PlannedStack) {
  const { resource_changes: changes, configuration } = plan;
  // a destroy has what the state has, and no more
  const isDestroy = changes.every(({ change }) => change.after === null);
  // Terraform before 1.8, and OpenTofu before 1.7, do not say that a plan is partial
  if (changes.length > 0 && (plan.complete ?? isDestroy)) return undefined;
  const planned = new Set(changes.map(resourceKey));
  const lacking = new Set(configuration.flatMap((each) => (planned.has(resourceKey(each)) ? [] : [each.name])));
  const isLacking = ({ name }: PlannedEntity) => lacking.has(name) || lacking.has(`${name}${suffixes.revision}`);
  const complete = new Set(entities.filter((entity) => !isLacking(entity)).map(({ request }) => request));
  const missing = requests.map(({ request }) => request).filter((request) => !complete.has(request));
  if (missing.length === 0 && plan.complete !== false) return undefined;
  return { option: changes.length === 0 ? "-refresh-only" : "-target", requests: missing } as const;
}

/** How many resources a plan changes that belong to none of the entities, nor to this package's own bookkeeping. */
export function countOfOthers({ plan, entities }: Omit<PlannedStack, "requests">): number {
  const ours = new Set(entities.map(resourceKey));
  const isOurs = (each: PlannedResource) => {
    const isBookkeeping = isTriggerType(each.type) && isRoot(each) && each.name.startsWith("experimentation_");
    return isBookkeeping || ours.has(resourceKey(placeInPlan(each) ?? each));
  };
  return plan.resource_changes.filter((each) => each.mode === "managed" && isChanged(each) && !isOurs(each)).length;
}
