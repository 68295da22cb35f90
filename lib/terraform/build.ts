import { type TerraformResource, TerraformStack } from "cdktf";
import type { Declaration } from "./declare/declare";
import type { Requester } from "./requester";
import { lazy } from "./resources/lazy";
import { Provisioning } from "./resources/provisioner";
import { reapplyTrigger } from "./resources/reapply";
import { resourcesOf } from "./resources/record-and-revision";
import { triggerResourceTypes } from "./resources/trigger-resource";
import type { StackRegistry } from "./stack-registry";

/**
 * Builds the Terraform resources of what a construct declares.
 *
 * @returns the last of them
 */
export function build(
  requester: Requester,
  { entity, settings, dependencies }: Declaration,
  registry: StackRegistry,
): TerraformResource {
  const { construct, resourceType } = requester;
  return resourcesOf(construct, entity, {
    type: triggerResourceTypes[resourceType],
    reapply: lazy(() => reapplyTrigger([requester.service?.reapply, settings.reapply])),
    dependsOn: dependenciesIn(TerraformStack.of(construct), dependencies),
    service: registry.services.kept(settings.service),
    provisioning: new Provisioning(requester, registry.applierPath),
  });
}

/** The dependencies that are in a stack. One in another stack makes this stack depend on that one. */
function dependenciesIn(stack: TerraformStack, dependencies: ReadonlySet<TerraformResource>): TerraformResource[] {
  return [...dependencies].filter((dependency) => {
    const other = TerraformStack.of(dependency);
    if (other === stack) return true;
    stack.addDependency(other);
    return false;
  });
}
