import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import type { Origin } from "./origin";
import type { Provisioning } from "./provisioner";
import { ownTriggers, type ResourceRow, resourceRows } from "./resource-rows";
import { postconditionsOf, type TriggerResourceType } from "./trigger-resource";

/** How an entity becomes Terraform resources. */
export interface ResourceOptions {
  readonly type: TriggerResourceType;
  /** Token for the text whose change sends again what can be sent again. */
  readonly reapply: string;
  readonly dependsOn: readonly TerraformResource[];
  readonly origin: Origin;
  readonly provisioning: Provisioning;
}

/**
 * Makes the Terraform resources of an entity: those of `resourceRows` that it has.
 *
 * @returns the last of them: when it is done, so is the entity
 */
export function resourcesOf(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  const { type, reapply, dependsOn, origin, provisioning } = options;
  const own = resourceRows.filter((row) => row.when(entity));
  const nameOf = (row: ResourceRow) => row.name(entity.identity.resourceName);
  const last = own.map(nameOf).at(-1) ?? "";
  const ownValues = ownTriggers(entity, type, origin, reapply);

  const made = own.map((row) => {
    const run = row.run?.(entity, type);
    const config = {
      // what is only kept waits for nothing
      dependsOn: row.id === "service" || dependsOn.length === 0 ? undefined : [...dependsOn],
      lifecycle: lifecycleOf(row),
      provisioners: run && [provisioning.run(run.action, run.unless)],
    };
    const resource = type.make(scope, row.id, config, triggersOf(row));
    resource.overrideLogicalId(nameOf(row));
    return resource;
  });
  return made.at(-1) as TerraformResource;

  function triggersOf(row: ResourceRow): Readonly<Record<string, unknown>> {
    const names = row.fields?.(entity) ?? [];
    const fields = Object.entries(entity.fields).filter(([name]) => names.includes(name));
    return Object.fromEntries([
      ...(row.own?.(entity) ?? []).map((name) => [name, ownValues[name]]),
      ...fields.map(([name, field = null]) => [name, type.encode(field)]),
    ]);
  }

  function lifecycleOf(row: ResourceRow): TerraformResourceLifecycle | undefined {
    const postcondition = postconditionsOf(
      row.refuses?.(entity, { scope, type, origin, name: nameOf(row), last }) ?? [],
    );
    const others = row.replacedWith?.(entity) ?? [];
    // Terraform's addresses, where cdktf would write expressions for the resources themselves
    const replaceTriggeredBy = own
      .filter(({ id }) => others.includes(id))
      .map((other) => `${type.name}.${nameOf(other)}`);
    const lifecycle = {
      ...(row.onChange(entity) === "ignore" && { ignoreChanges: [type.attribute] }),
      ...(postcondition.length > 0 && { postcondition }),
      ...(replaceTriggeredBy.length > 0 && { replaceTriggeredBy }),
    };
    return Object.keys(lifecycle).length === 0 ? undefined : lifecycle;
  }
}
