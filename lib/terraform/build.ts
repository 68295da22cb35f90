import { type TerraformResource, TerraformStack } from "cdktf";
import type { Value } from "../value/value";
import type { Declaration } from "./declare/declare";
import { toValue } from "./language/hcl";
import { triggerOf } from "./language/trigger-text";
import { makeResources } from "./resources/entity-resources";
import { Provisioning } from "./resources/provisioner";
import { triggerResourceTypes } from "./resources/trigger-resource";
import type { StackEntity } from "./stack-entity";
import type { StackRegistry } from "./stack-registry";

/**
 * Builds the Terraform resources of what a construct declares.
 *
 * @returns the last of them
 */
export function build(
  inStack: StackEntity,
  { entity, settings, dependencies }: Declaration,
  registry: StackRegistry,
): TerraformResource {
  const { construct, resourceType } = inStack;
  return makeResources(construct, entity, {
    type: triggerResourceTypes[resourceType],
    reapply: () => reapplyTrigger([inStack.service?.reapplied, settings.reapply]),
    dependsOn: dependenciesIn(TerraformStack.of(construct), dependencies),
    service: () => inStack.plannedService,
    provisioning: new Provisioning(inStack, registry.applierPath),
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

/** The trigger for the `reapply` of the service and of the construct: the text itself where only one is given. */
function reapplyTrigger(texts: readonly (Value | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined);
  const [only, ...others] = given;
  if (only === undefined) return undefined;
  return toValue(triggerOf(others.length === 0 ? only : given).template);
}
