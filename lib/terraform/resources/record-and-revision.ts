import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { Deferred } from "../../entity/fields";
import { suffixes } from "../../entity/resource-name";
import { pathFields, stepFor } from "../../entity/step";
import { escapeMarkers } from "./escape";
import { guard } from "./guard";
import { type KeptService, remakeLine, SERVICE_TRIGGER } from "./kept-service";
import type { Provisioning } from "./provisioner";
import { fixedRefusal, frozenRefusal, identityRefusal, lostRefusal, subjectOf } from "./refusals";
import { THIS_APPLY } from "./this-apply";
import { type TriggerResourceType, triggerResource } from "./trigger-resource";

/** How an entity becomes Terraform resources. */
export interface ResourceOptions {
  readonly type: TriggerResourceType;
  /** Token for the text whose change sends again what can be sent again. */
  readonly reapply: string;
  readonly dependsOn: readonly TerraformResource[];
  readonly service: KeptService;
  readonly provisioning: Provisioning;
}

/**
 * Makes the Terraform resources of an entity.
 *
 * | resource | when | its triggers | a change of them | runs |
 * |---|---|---|---|---|
 * | record | form `record` | identity and fixed fields, the service, the apply that created it | is ignored; the guard refuses it while planning | the create, or nothing for what is adopted |
 * | revision | the kind has an update | identity and changeable fields, the id of the record | replaces it | the update, unless this apply has just created all of it |
 * | frozen revision | the update lacks fields | the same, and the apply that made it | is ignored; the guard refuses it | nothing |
 * | identity | only Terraform knows the identity | the identity | replaces it and the record | nothing |
 * | upsert | form `single` | all that its call sends | replaces it | the one call |
 * | service | form `single`, but for a dry run | the service | is ignored; its condition refuses it | nothing |
 *
 * @returns the last of them: when it is done, so is the entity. It holds the fields that others refer to.
 */
export function resourcesOf(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  return entity.form === "single" ? singleResource(scope, entity, options) : recordAndRevision(scope, entity, options);
}

/** A change replaces the resource, which forgets what it held: a companion, made before it, keeps the service. */
function singleResource(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  const [step] = entity.steps;
  if (step === undefined) throw new TypeError(`${entity.construct} has no call`);
  const { type, dependsOn, provisioning, reapply } = options;
  return triggerResource(type, scope, "upsert", {
    resourceName: entity.identity.name,
    triggers: {
      ...triggersOf(entity, type, [...step.fields, ...pathFields(step)]),
      // what exists already is not created again
      ...(step.action === "create" ? {} : { reapply }),
    },
    dependsOn,
    // what is only tried out is at no service
    ...(step.action === "dryRun"
      ? {}
      : { lifecycle: { replaceTriggeredBy: [addressOf(serviceResource(scope, entity, options))] } }),
    provisioner: provisioning.run(step.action),
  });
}

function serviceResource(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  const { type, service } = options;
  const resourceName = `experimentation_service_of_${entity.identity.name}`;
  return triggerResource(type, scope, "service", {
    resourceName,
    triggers: { [SERVICE_TRIGGER]: service.trigger },
    dependsOn: [],
    lifecycle: { ignoreChanges: [type.attribute], postcondition: createdHere(entity, options, resourceName) },
  });
}

function recordAndRevision(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  const { type, dependsOn, provisioning, reapply, service } = options;
  const { adopt, changeable, fields, fixed, identity } = entity;
  const resourceName = identity.name;
  const companion = identityResource(scope, entity, options);
  const guards = guard(scope, "immutable", {
    resourceName,
    type,
    fields,
    watches: [
      {
        names: comparedIdentity(entity),
        refusal: () => identityRefusal(entity),
        command: remakeLine(`${type.name}.${resourceName}`),
      },
      { names: fixed, refusal: (changed) => fixedRefusal(entity, changed) },
    ],
  });
  const record = triggerResource(type, scope, "record", {
    resourceName,
    triggers: {
      created: adopt ? "adopted" : `\${${THIS_APPLY}}`,
      [SERVICE_TRIGGER]: service.trigger,
      ...triggersOf(entity, type, [...identity.fields, ...fixed]),
    },
    dependsOn,
    lifecycle: {
      ignoreChanges: guards.ignoreChanges,
      postcondition: [...createdHere(entity, options, resourceName), ...(guards.postcondition ?? [])],
      ...(companion === undefined ? {} : { replaceTriggeredBy: [addressOf(companion)] }),
    },
    provisioner: adopt ? undefined : provisioning.run("create"),
  });
  if (changeable.length === 0) return record;

  const revision = {
    resourceName: `${resourceName}${suffixes.revision}`,
    triggers: { of: `\${${record.fqn}.id}`, ...triggersOf(entity, type, [...identity.fields, ...changeable]) },
    dependsOn,
  };
  const createdByRecord = `${record.fqn}.${type.attribute}["created"]`;
  const update = stepFor(entity, "update");
  if (update === undefined) {
    return triggerResource(type, scope, "revision", {
      ...revision,
      triggers: { ...revision.triggers, madeWith: `\${${THIS_APPLY}}` },
      lifecycle: {
        ...frozen(scope, entity, type, revision.resourceName, createdByRecord),
        replaceTriggeredBy: [addressOf(record)],
      },
    });
  }
  return triggerResource(type, scope, "revision", {
    ...revision,
    triggers: { ...revision.triggers, reapply },
    provisioner:
      update.due === "both"
        ? provisioning.run("update")
        : provisioning.runUnless(`${createdByRecord} == ${THIS_APPLY}`, "created with this revision", "update"),
  });
}

/** The lifecycle of a revision that keeps what was sent last, so that changes are seen when an update becomes possible. */
function frozen(
  scope: Construct,
  entity: Entity,
  type: TriggerResourceType,
  resourceName: string,
  createdByRecord: string,
): TerraformResourceLifecycle {
  const names = entity.changeable.filter((field) => !entity.identity.fields.includes(field));
  const watches = [{ names, refusal: (changed: string) => frozenRefusal(entity, changed) }];
  const { ignoreChanges, postcondition = [] } = guard(scope, "frozen", {
    resourceName,
    type,
    fields: entity.fields,
    watches,
  });
  // one that is made later than its record holds what is declared, though nobody has sent it; those of 0.1.0 do not tell
  const madeWith = `self.${type.attribute}["madeWith"]`;
  const condition = `\${!can(${madeWith}) || try(${madeWith} == ${createdByRecord}, false)}`;
  return {
    ignoreChanges,
    postcondition: [...postcondition, { condition, errorMessage: escapeMarkers(lostRefusal(entity)) }],
  };
}

/** Replaces the record when an identity changes that only Terraform knows: the resource name does not show it. */
function identityResource(
  scope: Construct,
  entity: Entity,
  { type, dependsOn }: ResourceOptions,
): TerraformResource | undefined {
  const { fields, identity } = entity;
  if (!identity.fields.some((field) => fields[field] instanceof Deferred)) return undefined;
  return triggerResource(type, scope, "identity", {
    resourceName: `${identity.name}${suffixes.identity}`,
    triggers: triggersOf(entity, type, identity.fields),
    dependsOn,
  });
}

/** One trigger for each of these fields that is declared. */
function triggersOf({ fields }: Entity, type: TriggerResourceType, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => names.includes(name))
      .map(([name, field]) => [name, type.encode(field)]),
  );
}

/**
 * Terraform's address of a resource, where an expression is not allowed: cdktf would write one for the resource itself.
 */
function addressOf({ terraformResourceType, friendlyUniqueId }: TerraformResource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`;
}

/**
 * The fields that tell whether the record is of another entity, which `terraform state mv` put there. Where there is an
 * update, that finds out; and an identity that only Terraform knows replaces the record.
 */
function comparedIdentity({ fields, identity, steps }: Entity): readonly string[] {
  const isKnown = identity.fields.every((field) => !(fields[field] instanceof Deferred));
  return stepFor({ steps }, "update") === undefined && isKnown ? identity.fields : [];
}

/** The condition that the entity was created at the service that is declared. */
function createdHere(entity: Entity, { type, service }: ResourceOptions, resourceName: string) {
  return service.postcondition(type.attribute, subjectOf(entity), `${type.name}.${resourceName}`);
}
