import { resource as nullResource } from "@cdktf/provider-null";
import type { LocalExecProvisioner, TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";

/** The attribute that holds a resource's fields. */
export const TRIGGERS = "triggers";

/** A resource that does nothing but run its provisioner when it is created, and is replaced when a trigger changes. */
export interface TriggerResourceConfig {
  /** Name in Terraform. */
  readonly address: string;
  readonly triggers: Readonly<Record<string, string>>;
  readonly dependsOn: readonly TerraformResource[];
  readonly lifecycle?: TerraformResourceLifecycle;
  readonly provisioner?: LocalExecProvisioner;
}

export function triggerResource(scope: Construct, id: string, config: TriggerResourceConfig): TerraformResource {
  const made = new nullResource.Resource(scope, id, {
    triggers: { ...config.triggers },
    lifecycle: config.lifecycle,
    dependsOn: config.dependsOn.length === 0 ? undefined : [...config.dependsOn],
    provisioners: config.provisioner === undefined ? undefined : [config.provisioner],
  });
  made.overrideLogicalId(config.address);
  return made;
}
