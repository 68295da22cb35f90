import type { Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import {
  fileNameOf,
  resourceNameOf,
  serviceResourcePrefix,
  suffixes,
  triggerAttributes,
} from "../entity/resource-name";
import type { Request } from "../protocol/request-file";
import { isFields } from "../value/value";
import { leftOutOf, type Marks, type Plan, type PlannedResource } from "./plan";
import { marksAt } from "./trigger-value";

/** A request file of a synthesised stack. */
export interface SynthesisedRequest {
  /** Name of the file. */
  readonly file: string;
  /** Digest of its text. */
  readonly digest: string;
  readonly request: Request;
}

/** An entity of the service as a plan has it: its resources, and its request where it is declared. */
export interface PlannedEntity {
  /** The Terraform name of its record. */
  readonly name: string;
  readonly type: keyof typeof triggerAttributes;
  readonly kind: Kind;
  /** Whether it is only tried out: there is no such entity in the service. */
  readonly isDryRun: boolean;
  /** What the plan does with "it exists", or with the one resource of a kind that needs no more. */
  readonly record?: PlannedResource;
  /** What the plan does with "it looks like this now". */
  readonly revision?: PlannedResource;
  /** What keeps the service of an entity whose record is replaced with every change. */
  readonly keeper?: PlannedResource;
  readonly request?: Request;
}

/** The entities of a plan: those that are declared, and those that the state has. */
export function plannedEntities(plan: Plan, requests: readonly SynthesisedRequest[]): PlannedEntity[] {
  const files = new Map(requests.map(({ file, request }) => [file, request]));
  const found = new Map<string, { -readonly [Key in keyof PlannedEntity]: PlannedEntity[Key] }>();
  const roots = (plan.resource_changes ?? []).filter(isRoot);
  const byKey = new Map(roots.map((change) => [resourceKey(change), change]));
  for (const change of roots) {
    const place = placeInPlan(change);
    if (place === undefined) continue;
    const request = files.get(`${fileNameOf(place.name)}.json`);
    const keeper = byKey.get(resourceKey({ ...place, name: serviceResourcePrefix + place.name }));
    const key = resourceKey(place);
    const entity = found.get(key) ?? { ...place, keeper, ...(request?.kind === place.kind.name && { request }) };
    found.set(key, entity);
    if (place.companion !== "other") entity[place.companion] = change;
  }
  return [...found.values()].filter((entity) => entity.request !== undefined || isNamedByItself(entity));
}

/** The same, with those that the plan leaves out: they are as the state has them. */
export function allEntities(plan: Plan, requests: readonly SynthesisedRequest[]): PlannedEntity[] {
  const changes = plan.resource_changes ?? [];
  return plannedEntities({ ...plan, resource_changes: [...changes, ...leftOutOf(plan)] }, requests);
}

/** Whether a resource of a plan belongs to one of these entities, or to this package's own bookkeeping. */
export function isOurs(change: PlannedResource, entities: ReadonlySet<string>): boolean {
  const place = placeInPlan(change);
  if (place !== undefined && entities.has(resourceKey(place))) return true;
  return change.type in triggerAttributes && isRoot(change) && change.name.startsWith("experimentation_");
}

/** What tells a resource from others of a plan. */
export function resourceKey({ type, name }: { readonly type: string; readonly name: string }): string {
  return `${type}.${name}`;
}

interface Place extends Pick<PlannedEntity, "name" | "type" | "kind" | "isDryRun"> {
  readonly companion: "record" | "revision" | "other";
}

function placeInPlan(change: PlannedResource): Place | undefined {
  const { type } = change;
  if (!isRoot(change) || !isTriggerType(type)) return undefined;
  // a kind may begin with the name of another
  const [kind] = kinds
    .filter((each) => change.name.startsWith(`${each.name}_`))
    .sort((a, b) => b.name.length - a.name.length);
  if (kind === undefined) return undefined;
  const suffix = Object.values(suffixes).find((each) => each !== suffixes.dryRun && change.name.endsWith(each));
  const name = suffix === undefined ? change.name : change.name.slice(0, -suffix.length);
  const companion = suffix === undefined ? "record" : suffix === suffixes.revision ? "revision" : "other";
  return { name, type, kind, isDryRun: name.endsWith(suffixes.dryRun), companion };
}

/** What Terraform keeps of a former object, and what stands in a module, is none of ours. */
function isRoot({ mode, module_address, deposed }: PlannedResource): boolean {
  return mode === "managed" && module_address === undefined && deposed === undefined;
}

function isTriggerType(type: string): type is keyof typeof triggerAttributes {
  return Object.hasOwn(triggerAttributes, type);
}

/** The triggers of a resource before or after a plan, with what Terraform marks of them; no values where it has none. */
export function plannedTriggers(
  type: PlannedEntity["type"],
  planned: PlannedResource | undefined,
  side: "before" | "after",
): { readonly values?: Readonly<Record<string, unknown>>; readonly sensitive: Marks; readonly unknown: Marks } {
  const change = planned?.change;
  const attribute = triggerAttributes[type];
  const values = change?.[side]?.[attribute];
  return {
    values: isFields(values) ? values : undefined,
    sensitive: marksAt(change?.[`${side}_sensitive`], attribute),
    unknown: side === "before" ? false : marksAt(change?.after_unknown, attribute),
  };
}

/** Whether a resource that no code declares has the name that its content makes: others have resources of these types too. */
function isNamedByItself({ record, revision, type, name, kind, isDryRun }: PlannedEntity): boolean {
  const { values } = plannedTriggers(type, record ?? revision, "before");
  if (values === undefined) return false;
  const known = kind.identity.map((field) => (Object.hasOwn(values, field) ? values[field] : ""));
  if (known.every((part) => part === "") || !known.every((part) => typeof part === "string")) return false;
  const plain = isDryRun ? name.slice(0, -suffixes.dryRun.length) : name;
  // an identity that only Terraform knew is not in the name
  return plain === resourceNameOf(kind.name, known) || plain.startsWith(`${kind.name}_at_`);
}
