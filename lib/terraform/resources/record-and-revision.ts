import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import { SERVICE_TRIGGER, suffixes } from "../../entity/resource-name";
import { isDueAtFirst, type Step, stepFor } from "../../entity/step";
import { type Hcl, hcl, reference, toValue } from "../language/hcl";
import { guard } from "./guard";
import { heldIdentity } from "./held-identity";
import { fixedRefusal, frozenRefusal, lostRefusal } from "./refusals";
import { ResourceMaker } from "./resource-maker";
import { THIS_APPLY } from "./stack-wide";
import { addressOf, postconditionsOf } from "./trigger-resource";

/** The resources of an entity with a create: one for what is created once, one for what changes; see `resourcesOf`. */
export class RecordAndRevision extends ResourceMaker {
  record(): TerraformResource {
    const { type, provisioning, origin } = this.options;
    const { scope, entity } = this;
    const { adopt, changeable, fixed, identity } = entity;
    const { resourceName } = identity;
    const companion = this.identity();
    const names = entity.ignoreChanges ? [] : fixed;
    const last = changeable.length === 0 ? resourceName : this.revisionName;
    return this.resource("record", {
      resourceName,
      triggers: {
        created: adopt ? "adopted" : toValue(THIS_APPLY),
        [SERVICE_TRIGGER]: origin.trigger,
        ...this.triggers([...identity.fields, ...fixed]),
      },
      lifecycle: {
        ignoreChanges: [type.attribute],
        postcondition: postconditionsOf([
          this.ofOrigin(resourceName, last, heldIdentity(entity, type)),
          ...guard(scope, "immutable", { entity, resourceName, type, names, refusal: fixedRefusal }),
        ]),
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
    const triggers = { of: toValue(reference(address, "id")), ...this.triggers([...identity.fields, ...changeable]) };
    const createdByRecord = hcl`${reference(address, type.attribute)}["created"]`;
    const update = stepFor(this.entity, "update");
    if (update === undefined && !adopt) {
      return this.resource("revision", {
        resourceName,
        triggers: { ...triggers, madeWith: toValue(THIS_APPLY) },
        lifecycle: { ...(ignoreChanges ? {} : this.frozen(createdByRecord)), ...this.replacedWith([record]) },
      });
    }
    const updating = (step: Step) =>
      isDueAtFirst(step)
        ? provisioning.run("update")
        : provisioning.runUnless(hcl`${createdByRecord} == ${THIS_APPLY}`, "update");
    return this.resource("revision", {
      resourceName,
      triggers: { ...triggers, reapply },
      lifecycle: ignoreChanges ? this.replacedWith([record]) : undefined,
      // without one, it is adopted and left alone
      provisioner: update === undefined ? undefined : updating(update),
    });
  }

  /** The lifecycle of a revision that keeps what was sent last, so that changes are seen when an update becomes possible. */
  private frozen(createdByRecord: Hcl): TerraformResourceLifecycle {
    const { scope, entity, revisionName: resourceName } = this;
    const { type } = this.options;
    const names = entity.changeable.filter((field) => !entity.identity.fields.includes(field));
    // one that is made later than its record holds what is declared, though nobody has sent it; one that had an update does
    // not tell
    const madeWith = hcl`${reference("self", type.attribute)}["madeWith"]`;
    const condition = hcl`!can(${madeWith}) || try(${madeWith} == ${createdByRecord}, false)`;
    return {
      ignoreChanges: [type.attribute],
      postcondition: postconditionsOf([
        ...guard(scope, "frozen", { entity, resourceName, type, names, refusal: frozenRefusal }),
        { condition, message: lostRefusal(entity) },
      ]),
    };
  }

  private get revisionName(): string {
    return `${this.entity.identity.resourceName}${suffixes.revision}`;
  }
}
