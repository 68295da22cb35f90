import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { Deferred } from "../../entity/fields";
import { serviceResourcePrefix, suffixes } from "../../entity/resource-name";
import { isDueAtFirst, pathFields, type Step, stepFor } from "../../entity/step";
import { escapeMarkers } from "./escape";
import { guard } from "./guard";
import { heldIdentity } from "./held-identity";
import { type HeldIdentity, type KeptService, SERVICE_TRIGGER } from "./kept-service";
import type { Provisioning } from "./provisioner";
import { fixedRefusal, frozenRefusal, lostRefusal, subjectOf } from "./refusals";
import { THIS_APPLY } from "./this-apply";
import { addressOf, type TriggerResourceConfig, type TriggerResourceType, triggerResource } from "./trigger-resource";

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
  const resources = new EntityResources(scope, entity, options);
  if (entity.form === "single") return resources.upsert();
  const record = resources.record();
  return entity.changeable.length === 0 ? record : resources.revision(record);
}

class EntityResources {
  constructor(
    private readonly scope: Construct,
    private readonly entity: Entity,
    private readonly options: ResourceOptions,
  ) {}

  /** A change replaces the resource, which forgets what it held: a companion, made before it, keeps the service. */
  upsert(): TerraformResource {
    const { identity, ignoreChanges, steps } = this.entity;
    const { provisioning, reapply } = this.options;
    // without one, it is adopted and left alone
    const [step] = steps;
    const companions = [
      // what is only tried out is at no service
      step?.action === "dryRun" ? undefined : this.service(),
      ignoreChanges ? this.identity() : undefined,
    ].filter((companion) => companion !== undefined);
    return this.resource("upsert", {
      resourceName: identity.name,
      triggers: {
        ...this.triggers(step === undefined ? undefined : [...step.fields, ...pathFields(step)]),
        // what exists already is not created again
        ...(step?.action === "create" ? {} : { reapply }),
      },
      lifecycle: companions.length === 0 ? undefined : this.replacedWith(companions),
      provisioner: step === undefined ? undefined : provisioning.run(step.action),
    });
  }

  private service(): TerraformResource {
    const { type, service } = this.options;
    const resourceName = `${serviceResourcePrefix}${this.entity.identity.name}`;
    return this.resource("service", {
      resourceName,
      triggers: { [SERVICE_TRIGGER]: service.trigger },
      dependsOn: [],
      lifecycle: {
        ignoreChanges: [type.attribute],
        postcondition: this.madeAtService(resourceName, this.entity.identity.name),
      },
    });
  }

  record(): TerraformResource {
    const { type, provisioning, service } = this.options;
    const { adopt, changeable, fixed, identity } = this.entity;
    const resourceName = identity.name;
    const companion = this.identity();
    const guarded = this.entity.ignoreChanges ? [] : fixed;
    const { ignoreChanges, postcondition = [] } = this.guard("immutable", resourceName, guarded, fixedRefusal);
    const last = changeable.length === 0 ? resourceName : this.revisionName;
    return this.resource("record", {
      resourceName,
      triggers: {
        created: adopt ? "adopted" : `\${${THIS_APPLY}}`,
        [SERVICE_TRIGGER]: service.trigger,
        ...this.triggers([...identity.fields, ...fixed]),
      },
      lifecycle: {
        ignoreChanges,
        postcondition: [...this.madeAtService(resourceName, last, heldIdentity(this.entity, type)), ...postcondition],
        ...(companion === undefined ? {} : { replaceTriggeredBy: [addressOf(companion)] }),
      },
      provisioner: adopt ? undefined : provisioning.run("create"),
    });
  }

  /** Replaces the record when an identity changes that only Terraform knows: the resource name does not show it. */
  private identity(): TerraformResource | undefined {
    const { fields, identity } = this.entity;
    if (!identity.fields.some((field) => fields[field] instanceof Deferred)) return undefined;
    return this.resource("identity", {
      resourceName: `${identity.name}${suffixes.identity}`,
      triggers: this.triggers(identity.fields),
    });
  }

  revision(record: TerraformResource): TerraformResource {
    const { type, provisioning, reapply } = this.options;
    const { adopt, changeable, identity, ignoreChanges } = this.entity;
    const resourceName = this.revisionName;
    const triggers = { of: `\${${record.fqn}.id}`, ...this.triggers([...identity.fields, ...changeable]) };
    const createdByRecord = `${record.fqn}.${type.attribute}["created"]`;
    const update = stepFor(this.entity, "update");
    if (update === undefined && !adopt) {
      return this.resource("revision", {
        resourceName,
        triggers: { ...triggers, madeWith: `\${${THIS_APPLY}}` },
        lifecycle: { ...(ignoreChanges ? {} : this.frozen(createdByRecord)), ...this.replacedWith([record]) },
      });
    }
    const updating = (step: Step) =>
      isDueAtFirst(step)
        ? provisioning.run("update")
        : provisioning.runUnless(`${createdByRecord} == ${THIS_APPLY}`, "created with this revision", "update");
    return this.resource("revision", {
      resourceName,
      triggers: { ...triggers, reapply },
      lifecycle: ignoreChanges ? this.replacedWith([record]) : undefined,
      // without one, it is adopted and left alone
      provisioner: update === undefined ? undefined : updating(update),
    });
  }

  /** The lifecycle of a resource that is replaced with others. Where changes are ignored, those of its own are. */
  private replacedWith(others: readonly TerraformResource[]): TerraformResourceLifecycle {
    return {
      ...(this.entity.ignoreChanges ? { ignoreChanges: [this.options.type.attribute] } : {}),
      replaceTriggeredBy: others.map(addressOf),
    };
  }

  /** The lifecycle of a revision that keeps what was sent last, so that changes are seen when an update becomes possible. */
  private frozen(createdByRecord: string): TerraformResourceLifecycle {
    const { type } = this.options;
    const { changeable, identity } = this.entity;
    const names = changeable.filter((field) => !identity.fields.includes(field));
    const { ignoreChanges, postcondition = [] } = this.guard("frozen", this.revisionName, names, frozenRefusal);
    // one that is made later than its record holds what is declared, though nobody has sent it; those of 0.1.0 do not tell
    const madeWith = `self.${type.attribute}["madeWith"]`;
    const condition = `\${!can(${madeWith}) || try(${madeWith} == ${createdByRecord}, false)}`;
    return {
      ignoreChanges,
      postcondition: [...postcondition, { condition, errorMessage: escapeMarkers(lostRefusal(this.entity)) }],
    };
  }

  private get revisionName(): string {
    return `${this.entity.identity.name}${suffixes.revision}`;
  }

  private guard(id: string, resourceName: string, names: readonly string[], refusal: typeof fixedRefusal) {
    const { entity, scope } = this;
    const { type } = this.options;
    const refused = (changed: string) => refusal(entity, changed);
    return guard(scope, id, { resourceName, type, fields: entity.fields, names, refusal: refused });
  }

  /** The postcondition that the entity was created at its service, of one of its resources. */
  private madeAtService(
    resourceName: string,
    last: string,
    identity?: HeldIdentity,
  ): TerraformResourceLifecycle["postcondition"] & {} {
    const { type, service } = this.options;
    return service.postcondition({
      attribute: type.attribute,
      subject: subjectOf(this.entity),
      identity,
      address: `${type.name}.${resourceName}`,
      last: `${type.name}.${last}`,
    });
  }

  /** One trigger for each of these fields that is declared; for all of them where no names are given. */
  private triggers(names?: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.entity.fields)
        .filter(([name]) => names === undefined || names.includes(name))
        .map(([name, field]) => [name, this.options.type.encode(field)]),
    );
  }

  private resource(id: string, config: TriggerResourceConfig): TerraformResource {
    const { type, dependsOn } = this.options;
    return triggerResource(type, this.scope, id, { dependsOn, ...config });
  }
}
