import type { LocalExecProvisioner, TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import { labelOf } from "../../api/resource";
import type { Entity } from "../../entity/entity";
import { Deferred } from "../../entity/fields";
import { suffixes } from "../../entity/resource-name";
import { isDueAtFirst, pathFields, type Step, stepFor } from "../../entity/step";
import { escapeMarkers } from "./escape";
import { guard } from "./guard";
import { type HeldIdentity, type KeptService, SERVICE_TRIGGER } from "./kept-service";
import type { Provisioning } from "./provisioner";
import { fixedRefusal, frozenRefusal, lostRefusal, subjectOf } from "./refusals";
import { THIS_APPLY } from "./this-apply";
import { type TriggerResourceType, triggerResource } from "./trigger-resource";
import { toExpression, triggerOf } from "./trigger-text";

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
 * Where changes are ignored, those of a revision and of an upsert are too, and no guard refuses them. Then such a resource
 * is replaced with the one that shows that the entity is another: the record, or the identity.
 *
 * @returns the last of them: when it is done, so is the entity. It holds the fields that others refer to.
 */
export function resourcesOf(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  return entity.form === "single" ? singleResource(scope, entity, options) : recordAndRevision(scope, entity, options);
}

/** A change replaces the resource, which forgets what it held: a companion, made before it, keeps the service. */
function singleResource(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  // without one, it is adopted and left alone
  const [step] = entity.steps;
  const { type, dependsOn, provisioning, reapply } = options;
  const companions = [
    // what is only tried out is at no service
    step?.action === "dryRun" ? undefined : serviceResource(scope, entity, options),
    entity.ignoreChanges ? identityResource(scope, entity, options) : undefined,
  ].filter((companion) => companion !== undefined);
  return triggerResource(type, scope, "upsert", {
    resourceName: entity.identity.name,
    triggers: {
      ...triggersOf(entity, type, step === undefined ? undefined : [...step.fields, ...pathFields(step)]),
      // what exists already is not created again
      ...(step?.action === "create" ? {} : { reapply }),
    },
    dependsOn,
    ...(companions.length === 0 ? {} : { lifecycle: untilReplaced(entity, type, companions) }),
    provisioner: step === undefined ? undefined : provisioning.run(step.action),
  });
}

function serviceResource(scope: Construct, entity: Entity, options: ResourceOptions): TerraformResource {
  const { type, service } = options;
  const resourceName = `experimentation_service_of_${entity.identity.name}`;
  return triggerResource(type, scope, "service", {
    resourceName,
    triggers: { [SERVICE_TRIGGER]: service.trigger },
    dependsOn: [],
    lifecycle: {
      ignoreChanges: [type.attribute],
      postcondition: service.postcondition({
        attribute: type.attribute,
        subject: subjectOf(entity),
        address: `${type.name}.${resourceName}`,
        last: `${type.name}.${entity.identity.name}`,
      }),
    },
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
    names: entity.ignoreChanges ? [] : fixed,
    refusal: (changed) => fixedRefusal(entity, changed),
  });
  const ofRevision = `${resourceName}${suffixes.revision}`;
  const createdHere = service.postcondition({
    attribute: type.attribute,
    subject: subjectOf(entity),
    identity: heldIdentity(entity, type),
    address: `${type.name}.${resourceName}`,
    last: `${type.name}.${changeable.length === 0 ? resourceName : ofRevision}`,
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
      postcondition: [...createdHere, ...(guards.postcondition ?? [])],
      ...(companion === undefined ? {} : { replaceTriggeredBy: [addressOf(companion)] }),
    },
    provisioner: adopt ? undefined : provisioning.run("create"),
  });
  if (changeable.length === 0) return record;

  const revision = {
    resourceName: ofRevision,
    triggers: { of: `\${${record.fqn}.id}`, ...triggersOf(entity, type, [...identity.fields, ...changeable]) },
    dependsOn,
  };
  const createdByRecord = `${record.fqn}.${type.attribute}["created"]`;
  const update = stepFor(entity, "update");
  if (update === undefined && !adopt) {
    return triggerResource(type, scope, "revision", {
      ...revision,
      triggers: { ...revision.triggers, madeWith: `\${${THIS_APPLY}}` },
      lifecycle: {
        ...(entity.ignoreChanges ? {} : frozenLifecycle(scope, entity, type, revision.resourceName, createdByRecord)),
        ...untilReplaced(entity, type, [record]),
      },
    });
  }
  return triggerResource(type, scope, "revision", {
    ...revision,
    triggers: { ...revision.triggers, reapply },
    ...(entity.ignoreChanges ? { lifecycle: untilReplaced(entity, type, [record]) } : {}),
    provisioner: update === undefined ? undefined : updating(update),
  });

  function updating(step: Step): LocalExecProvisioner {
    return isDueAtFirst(step)
      ? provisioning.run("update")
      : provisioning.runUnless(`${createdByRecord} == ${THIS_APPLY}`, "created with this revision", "update");
  }
}

/** The lifecycle of a resource that is replaced with others. Where changes are ignored, those of its own are. */
function untilReplaced(
  { ignoreChanges }: Entity,
  type: TriggerResourceType,
  others: readonly TerraformResource[],
): TerraformResourceLifecycle {
  return {
    ...(ignoreChanges ? { ignoreChanges: [type.attribute] } : {}),
    replaceTriggeredBy: others.map(addressOf),
  };
}

/** The lifecycle of a revision that keeps what was sent last, so that changes are seen when an update becomes possible. */
function frozenLifecycle(
  scope: Construct,
  entity: Entity,
  type: TriggerResourceType,
  resourceName: string,
  createdByRecord: string,
): TerraformResourceLifecycle {
  const names = entity.changeable.filter((field) => !entity.identity.fields.includes(field));
  const { ignoreChanges, postcondition = [] } = guard(scope, "frozen", {
    resourceName,
    type,
    fields: entity.fields,
    names,
    refusal: (changed) => frozenRefusal(entity, changed),
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

/** One trigger for each of these fields that is declared; for all where no names are given. */
function triggersOf({ fields }: Entity, type: TriggerResourceType, names?: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => names === undefined || names.includes(name))
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
 * The identity that a record holds: with `terraform state mv`, it may be that of another entity, and the update would write
 * over the one that is declared, whoever made it. An identity that only Terraform knows replaces the record instead.
 */
function heldIdentity({ fields, identity, resource }: Entity, type: TriggerResourceType): HeldIdentity | undefined {
  if (typeof identity.title !== "string") return undefined;
  const held = (field: string) => `self.${type.attribute}["${field}"]`;
  const conditions = identity.fields.map((field) => {
    const declared = fields[field];
    return declared === undefined
      ? `!can(${held(field)})`
      : `try(${held(field)} == ${toExpression(triggerOf(declared))}, true)`;
  });
  const texts = identity.fields.map((field) => `try(${held(field)}, "")`);
  return {
    isDeclared: conditions.join(" && "),
    held: texts.length === 1 ? texts.join("") : `join("/", compact([${texts.join(", ")}]))`,
    declared: identity.title,
    kind: labelOf(resource.kind),
  };
}
