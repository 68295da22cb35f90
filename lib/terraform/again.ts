import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { suffixes } from "./address";
import type { Common } from "./common";
import { triggerResource } from "./trigger-resource";

/**
 * Makes the calls again that a deploy was cut off in, and is not there otherwise.
 *
 * Whenever a resource is finished, Terraform saves as done whatever else it is at work on. When it is killed then, the
 * state has calls as made that never were, and no plan would show them.
 *
 * @param after what has to be done before
 */
export function againResource(
  scope: Construct,
  { type, address, cutOff, provisioning }: Common,
  after: TerraformResource,
): TerraformResource | undefined {
  if (cutOff.length === 0) return undefined;
  return triggerResource(type, scope, "again", {
    address: `${address}${suffixes.again}`,
    // another time is another resource: this one may be cut off, too
    triggers: Object.fromEntries(cutOff.map(({ action, begun }) => [action, `begun at ${begun}, cut off`])),
    dependsOn: [after],
    provisioner: provisioning.run("again"),
  });
}
