import type { TerraformResource } from "cdktf";
import type { DeferredFields } from "../props/deferred-value";
import type { Provisioning } from "./provisioner";
import type { TriggerResourceType } from "./trigger-resource";

/** What every form of callPlan is made of. */
export interface ResourceInputs {
  readonly type: TriggerResourceType;
  readonly address: string;
  readonly dependsOn: readonly TerraformResource[];
  readonly provisioning: Provisioning;
  readonly fields: DeferredFields;
  /** Token for the text whose change sends again what can be sent again. */
  readonly reapply: string;
}

/** The resources of a thing that others have to do with. */
export interface EntityResources {
  /** The last that each deploy has: it holds what others refer to. */
  readonly last: TerraformResource;
}

/** One trigger for each of these fields that is declared. */
export function triggersOf({ type, fields }: ResourceInputs, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => names.includes(name))
      .map(([name, tree]) => [name, type.encode(tree)]),
  );
}
