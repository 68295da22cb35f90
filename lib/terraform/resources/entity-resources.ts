import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { toValue } from "../language/hcl";
import { lazy } from "./lazy";
import { originRefusal, originTrigger, type PlannedService } from "./origin";
import type { Provisioning } from "./provisioner";
import { ownTriggers, type ResourceRow, resourceRows } from "./resource-rows";
import type { TriggerResourceType } from "./trigger-resource";

/** How an entity becomes Terraform resources. */
export interface ResourceOptions {
  readonly type: TriggerResourceType;
  /** The text whose change sends again what can be sent again. It may be known only at synth. */
  readonly reapply: () => string | undefined;
  readonly dependsOn: readonly TerraformResource[];
  /** It may be known only at synth. */
  readonly service: () => PlannedService;
  readonly provisioning: Provisioning;
}

/**
 * Makes the Terraform resources of an entity: those of `resourceRows` that it has.
 *
 * @returns the last of them: when it is done, so is the entity
 */
export function makeResources(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  const { type, dependsOn, service, provisioning } = options;
  const own = resourceRows.filter((row) => row.when(entity));
  const nameOf = (row: ResourceRow) => row.name(entity.identity.resourceName);
  const last = own.map(nameOf).at(-1) ?? "";
  const origin = lazy<string>(() => originTrigger(service()));
  const ownValues = ownTriggers(entity, type, origin, lazy(options.reapply));

  const made = own.map((row) => {
    const run = row.run?.(entity, type);
    const config = {
      // what is only kept waits for nothing
      dependsOn: row.id === "service" || dependsOn.length === 0 ? undefined : [...dependsOn],
      lifecycle: lifecycleOf(row),
      provisioners: run && [
        run.unless === undefined ? provisioning.run(run.action) : provisioning.runUnless(run.unless, run.action),
      ],
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
    const refusals = row.refuses?.(entity, { scope, type, name: nameOf(row) }) ?? [];
    const conditions = [
      ...originCondition(row),
      ...refusals.map(({ condition, message }) => ({ condition: toValue(condition), errorMessage: toValue(message) })),
    ];
    const others = row.replacedWith?.(entity) ?? [];
    // Terraform's addresses, where cdktf would write expressions for the resources themselves
    const replaceTriggeredBy = own
      .filter(({ id }) => others.includes(id))
      .map((other) => `${type.name}.${nameOf(other)}`);
    const lifecycle = {
      ...(row.onChange(entity) === "ignore" && { ignoreChanges: [type.attribute] }),
      ...(conditions.length > 0 && { postcondition: conditions }),
      ...(replaceTriggeredBy.length > 0 && { replaceTriggeredBy }),
    };
    return Object.keys(lifecycle).length === 0 ? undefined : lifecycle;
  }

  function originCondition(row: ResourceRow): Conditions {
    const refused = row.refusesOrigin?.(entity);
    if (refused === undefined) return [];
    const resource = {
      entity,
      attribute: type.attribute,
      address: `${type.name}.${nameOf(row)}`,
      last: `${type.name}.${last}`,
      isOfIdentity: refused === "service and identity",
    };
    // cdktf resolves a stack more than once
    let known: { readonly of: PlannedService; readonly condition: string; readonly errorMessage: string } | undefined;
    const refusal = () => {
      const of = service();
      if (known?.of !== of) {
        const { condition, message } = originRefusal(of, resource);
        known = { of, condition: toValue(condition), errorMessage: toValue(message) };
      }
      return known;
    };
    return [{ condition: lazy(() => refusal().condition), errorMessage: lazy(() => refusal().errorMessage) }];
  }
}

/** What Terraform checks while it plans, with the errors of what does not hold. */
type Conditions = NonNullable<TerraformResourceLifecycle["postcondition"]>;
