import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import { toValue } from "../language/hcl";
import { lazy, madeFor } from "../language/own-token";
import type { StackEntity } from "../stack-entity";
import type { StackRegistry } from "../stack-registry";
import { originRefusal, originTrigger } from "./origin";
import { provisionerOf } from "./provisioner";
import { type ResourceRow, resourceRows } from "./resource-rows";
import { triggerResourceTypes } from "./trigger-resource";

/** What the resources of an entity follow from, besides the entity. */
interface ResourceOptions {
  readonly registry: StackRegistry;
  /** The text whose change sends again what can be sent again. It may be known only at synth. */
  readonly reapply: () => string | undefined;
  readonly dependsOn: readonly TerraformResource[];
}

/**
 * Makes the Terraform resources of an entity.
 *
 * @returns the last of them: when it is done, so is the entity
 */
export function makeResources(
  declared: StackEntity,
  { registry, reapply, dependsOn }: ResourceOptions,
): TerraformResource {
  const { construct, entity } = declared;
  const type = triggerResourceTypes[declared.resourceType];
  const rows = resourceRows(entity, {
    type,
    scope: construct,
    stackWide: registry,
    // the service may be declared later
    origin: lazy(() => originTrigger(declared.plannedService)),
    reapply: lazy(reapply),
  });
  const last = rows.at(-1)?.name ?? "";

  const made = rows.map((row) => {
    const config = {
      // what is only kept waits for nothing
      dependsOn: row.id === "service" || dependsOn.length === 0 ? undefined : [...dependsOn],
      lifecycle: lifecycleOf(row),
      provisioners: row.run && [provisionerOf(row.run, declared, registry.applierPath)],
    };
    const resource = type.make(construct, row.id, config, triggersOf(row));
    resource.overrideLogicalId(row.name);
    return resource;
  });
  return made.at(-1) as TerraformResource;

  function triggersOf({ own = {}, fields: names = [] }: ResourceRow): Readonly<Record<string, unknown>> {
    const fields = Object.entries(entity.fields).filter(([name]) => names.includes(name));
    return { ...own, ...Object.fromEntries(fields.map(([name, field = null]) => [name, type.encode(field)])) };
  }

  function lifecycleOf(row: ResourceRow): TerraformResourceLifecycle | undefined {
    const postcondition = [
      ...originCondition(row),
      ...(row.refuses ?? []).map(({ condition, message }) => ({
        condition: toValue(condition),
        errorMessage: toValue(message),
      })),
    ];
    // Terraform's addresses, where cdktf would write expressions for the resources themselves
    const replaceTriggeredBy = rows.filter(({ id }) => row.replacedWith?.includes(id)).map(addressOf);
    const lifecycle = {
      ...(row.onChange === "ignore" && { ignoreChanges: [type.attribute] }),
      ...(postcondition.length > 0 && { postcondition }),
      ...(replaceTriggeredBy.length > 0 && { replaceTriggeredBy }),
    };
    return Object.keys(lifecycle).length === 0 ? undefined : lifecycle;
  }

  function originCondition(row: ResourceRow): Conditions {
    if (row.refusesOrigin === undefined) return [];
    const resource = {
      entity,
      attribute: type.attribute,
      address: addressOf(row),
      last: `${type.name}.${last}`,
      isOfIdentity: row.refusesOrigin === "service and identity",
    };
    const refusal = madeFor(
      () => declared.plannedService,
      (service) => {
        const { condition, message } = originRefusal(service, resource);
        return { condition: toValue(condition), message: toValue(message) };
      },
    );
    return [{ condition: lazy(() => refusal().condition), errorMessage: lazy(() => refusal().message) }];
  }

  function addressOf({ name }: ResourceRow): string {
    return `${type.name}.${name}`;
  }
}

/** What Terraform checks while it plans, with the errors of what does not hold. */
type Conditions = NonNullable<TerraformResourceLifecycle["postcondition"]>;
