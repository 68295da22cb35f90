import type { Construct } from "constructs";
import { type Common, type Made, triggersOf } from "./common";
import type { PutLife } from "./life";
import { triggerResource } from "./trigger-resource";

/** One resource for a thing whose call can be repeated: replaced on change, and each time the call is made. */
export function putResource(scope: Construct, { life, ...common }: Common & { readonly life: PutLife }): Made {
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
  return { last: made };
}
