import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { SERVICE_TRIGGER, suffixes } from "../../entity/resource-name";
import { isDueAtFirst, type Step, stepFor } from "../../entity/step";
import { escapeMarkers } from "../language/escape";
import { EntityResources, type ResourceOptions } from "./entity-resources";
import { guard } from "./guard";
import { heldIdentity } from "./held-identity";
import { fixedRefusal, frozenRefusal, lostRefusal } from "./refusals";
import { THIS_APPLY } from "./stack-wide";
import { addressOf } from "./trigger-resource";
import { UpsertResource } from "./upsert-resource";

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
  if (entity.form === "single") return new UpsertResource(scope, entity, options).upsert();
  const resources = new RecordAndRevision(scope, entity, options);
  const record = resources.record();
  return entity.changeable.length === 0 ? record : resources.revision(record);
}

class RecordAndRevision extends EntityResources {
  record(): TerraformResource {
    const { type, provisioning, service } = this.options;
    const { scope, entity } = this;
    const { adopt, changeable, fixed, identity } = entity;
    const { resourceName } = identity;
    const companion = this.identity();
    const names = entity.ignoreChanges ? [] : fixed;
    const last = changeable.length === 0 ? resourceName : this.revisionName;
    return this.resource("record", {
      resourceName,
      triggers: {
        created: adopt ? "adopted" : `\${${THIS_APPLY}}`,
        [SERVICE_TRIGGER]: service.trigger,
        ...this.triggers([...identity.fields, ...fixed]),
      },
      lifecycle: {
        ignoreChanges: [type.attribute],
        postcondition: [
          ...this.madeAtService(resourceName, last, heldIdentity(entity, type)),
          ...guard(scope, "immutable", { entity, resourceName, type, names, refusal: fixedRefusal }),
        ],
        ...(companion === undefined ? {} : { replaceTriggeredBy: [addressOf(companion)] }),
      },
      provisioner: adopt ? undefined : provisioning.run("create"),
    });
  }

  revision(record: TerraformResource): TerraformResource {
    const { type, provisioning, reapply } = this.options;
    const { adopt, changeable, identity, ignoreChanges } = this.entity;
    const resourceName = this.revisionName;
    const address = addressOf(record);
    const triggers = { of: `\${${address}.id}`, ...this.triggers([...identity.fields, ...changeable]) };
    const createdByRecord = `${address}.${type.attribute}["created"]`;
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

  /** The lifecycle of a revision that keeps what was sent last, so that changes are seen when an update becomes possible. */
  private frozen(createdByRecord: string): TerraformResourceLifecycle {
    const { scope, entity, revisionName: resourceName } = this;
    const { type } = this.options;
    const names = entity.changeable.filter((field) => !entity.identity.fields.includes(field));
    // one that is made later than its record holds what is declared, though nobody has sent it; those of 0.1.0 do not tell
    const madeWith = `self.${type.attribute}["madeWith"]`;
    const condition = `\${!can(${madeWith}) || try(${madeWith} == ${createdByRecord}, false)}`;
    return {
      ignoreChanges: [type.attribute],
      postcondition: [
        ...guard(scope, "frozen", { entity, resourceName, type, names, refusal: frozenRefusal }),
        { condition, errorMessage: escapeMarkers(lostRefusal(entity)) },
      ],
    };
  }

  private get revisionName(): string {
    return `${this.entity.identity.resourceName}${suffixes.revision}`;
  }
}
