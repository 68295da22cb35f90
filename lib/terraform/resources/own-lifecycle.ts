import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import { inWords } from "../../text/words";
import { UsageError } from "../synth-errors";

/**
 * The settings of a lifecycle that refuse changes, with what stands in each. A copy: what a resource was made with may be
 * changed in place.
 */
export type OwnLifecycle = readonly (readonly [name: string, entries: readonly unknown[]])[];

/** What a resource is made with. */
export function ownLifecycle(lifecycle: TerraformResourceLifecycle = {}): OwnLifecycle {
  return Object.entries(lifecycle).map(([name, setting]) => [name, settingEntries(setting)]);
}

/**
 * Refuses a resource whose lifecycle has lost what it was made with, by an assignment or by an override.
 *
 * @param json result of the framework's `toTerraform`
 * @returns the same
 * @throws UsageError
 */
export function requireOwnLifecycle<Json extends object>(
  { node, terraformResourceType, friendlyUniqueId }: TerraformResource,
  own: OwnLifecycle,
  json: Json,
): Json {
  const { resource } = json as { readonly resource?: Rendered };
  // undefined where the resource has moved to another one
  if (own.length === 0 || resource === undefined) return json;
  const lifecycle = resource[terraformResourceType]?.[friendlyUniqueId]?.lifecycle ?? {};
  const lost = own.filter(([name, entries]) => {
    const setting = lifecycle[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
    const present = settingEntries(setting);
    return setting !== "all" && entries.some((entry) => !present.includes(entry));
  });
  if (lost.length === 0) return json;
  const names = inWords(lost.map(([name]) => name));
  throw new UsageError(
    `${node.path}: its lifecycle has lost ${names}, which refuse changes that no call can make; add to it and keep the rest: resource.lifecycle = { ...resource.lifecycle, preventDestroy: true }`,
    "lifecycle",
  );
}

/** The part of a rendered resource that is looked at. */
type Rendered = Readonly<
  Record<string, Readonly<Record<string, { readonly lifecycle?: Readonly<Record<string, unknown>> }>>>
>;

/** What stands in a setting: references as they are, and conditions. */
function settingEntries(setting: unknown): unknown[] {
  return [setting].flat().map((each) => {
    const { condition } = (each ?? {}) as { readonly condition?: unknown };
    return condition ?? each;
  });
}
