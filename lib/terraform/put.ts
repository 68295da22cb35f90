import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { againResource } from "./again";
import type { Fields } from "./hole";
import type { PutLife } from "./life";
import type { CutOff } from "./notes";
import type { Provisioning } from "./provisioning";
import { type TriggerResourceType, triggerResource } from "./trigger-resource";

/** What every form of life is made of. */
export interface Common {
  readonly type: TriggerResourceType;
  readonly address: string;
  readonly dependsOn: readonly TerraformResource[];
  readonly provisioning: Provisioning;
  readonly fields: Fields;
  /** Token for the text whose change sends again what can be sent again. */
  readonly reapply: string;
  /** Calls that a deploy was cut off in. */
  readonly cutOff: readonly CutOff[];
}

/** One resource for a thing whose call can be repeated: replaced on change, and each time the call is made. */
export function putResource(
  scope: Construct,
  { life, ...common }: Common & { readonly life: PutLife },
): TerraformResource {
  const { endpoint } = life.call;
  const made = triggerResource(common.type, scope, "put", {
    address: common.address,
    triggers: {
      ...triggersOf(common, [...Object.keys(endpoint.body.shape), ...Object.values(endpoint.parameters)]),
      // what exists already is not created again
      ...(life.action === "create" ? {} : { reapply: common.reapply }),
    },
    dependsOn: common.dependsOn,
    provisioner: common.provisioning.run(life.action),
  });
  againResource(scope, common, made);
  return made;
}

/** One trigger for each of these fields that is declared. */
export function triggersOf({ type, fields }: Common, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => names.includes(name))
      .map(([name, tree]) => [name, type.encode(tree)]),
  );
}
