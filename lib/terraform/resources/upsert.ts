import type { Construct } from "constructs";
import type { UpsertPlan } from "../calls/call-plan";
import { type EntityResources, type ResourceInputs, triggersOf } from "./resource-inputs";
import { triggerResource } from "./trigger-resource";

/** One resource for a thing whose call can be repeated: replaced on change, and each time the call is made. */
export function upsertResource(
  scope: Construct,
  { callPlan, ...common }: ResourceInputs & { readonly callPlan: UpsertPlan },
): EntityResources {
  const { endpoint } = callPlan.call;
  const made = triggerResource(common.type, scope, "upsert", {
    address: common.address,
    triggers: {
      ...triggersOf(common, [...Object.keys(endpoint.body.shape), ...Object.values(endpoint.parameters)]),
      // what exists already is not created again
      ...(callPlan.action === "create" ? {} : { reapply: common.reapply }),
    },
    dependsOn: common.dependsOn,
    provisioner: common.provisioning.run(callPlan.action),
  });
  return { last: made };
}
