import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import { triggerAttributes } from "../../entity/resource-name";
import { inWords } from "../../text/words";
import { UsageError } from "../synth-errors";

/**
 * The settings of a lifecycle that a resource is made with, and what stands in each. A copy: what a resource was made with
 * may be changed in place.
 */
export type OwnLifecycle = readonly (readonly [name: string, entries: readonly unknown[]])[];

/** What a resource is made with. */
export function ownLifecycle(lifecycle: TerraformResourceLifecycle = {}): OwnLifecycle {
  return Object.entries(lifecycle).map(([name, setting]) => [snakeCase(name), settingEntries(setting)]);
}

/** The part of a rendered resource that is looked at. */
interface RenderedResource {
  readonly lifecycle?: Readonly<Record<string, unknown>>;
  readonly count?: unknown;
  readonly for_each?: unknown;
}

interface Rendered {
  readonly resource?: Readonly<Record<string, Readonly<Record<string, RenderedResource>>>>;
  readonly import?: unknown;
}

/**
 * Refuses a resource that an aspect, an assignment or an override has changed so that deploys would fail later, or leave out
 * what they have to send.
 *
 * @param json result of the framework's `toTerraform`
 * @returns the same
 * @throws UsageError
 */
export function requireDeployable<Json extends object>(
  { node, terraformResourceType, friendlyUniqueId }: TerraformResource,
  own: OwnLifecycle,
  json: Json,
): Json {
  const { resource, import: imported } = json as Rendered;
  // undefined where the resource has moved to another one
  if (resource === undefined) return json;
  const rendered = resource[terraformResourceType]?.[friendlyUniqueId] ?? {};
  const { lifecycle = {} } = rendered;
  const problem =
    (imported !== undefined ? IMPORTED : undefined) ??
    repetitionProblem(rendered) ??
    lossProblem(own, lifecycle) ??
    additionProblem(node.id, own, lifecycle, terraformResourceType);
  if (problem === undefined) return json;
  throw new UsageError(`${node.path}: ${problem}`, "lifecycle");
}

const IMPORTED =
  "importFrom brings Terraform nothing of what the service holds; remove it, and set adopt: true, which adopts an entity that exists";

/** The problem of a resource that is to be there several times. */
function repetitionProblem(rendered: RenderedResource): string | undefined {
  const name = (["count", "for_each"] as const).find((each) => rendered[each] !== undefined);
  if (name === undefined) return undefined;
  return `${name} cannot be used, because each entity has resources and a request file of its own; remove it, and make a construct for each in a loop of your program`;
}

/** The problem of a lifecycle that has lost what it was made with. */
function lossProblem(own: OwnLifecycle, lifecycle: Readonly<Record<string, unknown>>): string | undefined {
  const lost = own.filter(([name, entries]) => {
    const present = settingEntries(lifecycle[name]);
    return lifecycle[name] !== "all" && entries.some((entry) => !present.includes(entry));
  });
  if (lost.length === 0) return undefined;
  const names = inWords(lost.map(([name]) => name));
  return `its lifecycle has lost ${names}, which refuse changes that no call can make; add to it and keep the rest: resource.lifecycle = { ...resource.lifecycle, createBeforeDestroy: true }`;
}

/**
 * The problem of a setting that was added:
 *
 * | setting | on | what would happen |
 * |---|---|---|
 * | prevent_destroy | all | a change replaces the resource, and so does the next deploy after a create that failed: each such plan fails |
 * | ignore_changes of triggers | what a change replaces | a change is never sent, and no plan shows that |
 * | replace_triggered_by | what is made once | a create of what exists |
 *
 * Others, such as preconditions, are the user's.
 */
function additionProblem(
  id: string,
  own: OwnLifecycle,
  lifecycle: Readonly<Record<string, unknown>>,
  type: string,
): string | undefined {
  const ownEntries = new Map(own);
  const except = `leave it out here: in an aspect, pass over resources whose terraformResourceType is "${type}"`;
  const { prevent_destroy: isKept, ignore_changes: ignored, replace_triggered_by: causes } = lifecycle;
  if (isKept !== undefined && isKept !== false) {
    return `prevent_destroy makes plans fail, because Terraform sends a change by replacing a resource, and destroying it deletes nothing in the service; ${except}`;
  }
  const attributes = Object.values(triggerAttributes).join("|");
  const hasTriggers = (entry: unknown) => new RegExp(`^(all|${attributes})\\b`).test(snakeCase(String(entry)));
  if (!ownEntries.has("ignore_changes") && settingEntries(ignored).some(hasTriggers)) {
    return `ignore_changes would keep changes from being sent, and no plan would show them; ${except}; to leave an entity as it is, set ignoreChanges: true on its construct`;
  }
  const isMadeOnce = (id !== "revision" && id !== "upsert") || ownEntries.has("postcondition");
  const ownCauses = ownEntries.get("replace_triggered_by") ?? [];
  if (isMadeOnce && settingEntries(causes).some((cause) => !ownCauses.includes(cause))) {
    return `replace_triggered_by would create again what exists; ${except}; to send an update again, change reapply of the construct`;
  }
  return undefined;
}

/** What stands in a setting: references as they are, and conditions. */
function settingEntries(setting: unknown): unknown[] {
  if (setting === undefined) return [];
  return [setting].flat().map((each) => {
    const { condition } = (each ?? {}) as { readonly condition?: unknown };
    return condition ?? each;
  });
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
