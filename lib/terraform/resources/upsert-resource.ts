import type { TerraformResource } from "cdktf";
import { SERVICE_TRIGGER, serviceResourcePrefix } from "../../entity/resource-name";
import { sentFields } from "../../entity/step";
import { heldIdentity } from "./held-identity";
import { ResourceMaker } from "./resource-maker";
import { type Postconditions, postconditionsOf } from "./trigger-resource";

/** The resource of an entity with one call, which a change makes again. */
export class UpsertResource extends ResourceMaker {
  /** A change replaces the resource, which forgets what it held: a companion, made before it, keeps the service. */
  upsert(): TerraformResource {
    const { identity, ignoreChanges, steps } = this.entity;
    const { provisioning, reapply } = this.options;
    // without one, it is adopted and left alone
    const [step] = steps;
    const companions = [
      // what is only tried out is at no service
      step?.action === "dry-run" ? undefined : this.service(),
      ignoreChanges ? this.identity() : undefined,
    ].filter((companion) => companion !== undefined);
    return this.resource("upsert", {
      resourceName: identity.resourceName,
      triggers: {
        ...this.triggers(step === undefined ? undefined : sentFields(step)),
        // what exists already is not created again
        ...(step?.action === "create" ? {} : { reapply }),
      },
      lifecycle: companions.length === 0 ? undefined : { ...this.replacedWith(companions), ...this.asDeclared() },
      provisioner: step === undefined ? undefined : provisioning.run(step.action),
    });
  }

  /** Another identity replaces it, which `terraform state mv` brings. Where changes are ignored, it is refused instead. */
  private asDeclared(): { readonly postcondition?: Postconditions } {
    const held = this.entity.ignoreChanges ? heldIdentity(this.entity, this.options.type) : undefined;
    const { resourceName } = this.entity.identity;
    return held === undefined
      ? {}
      : { postcondition: postconditionsOf([this.ofOrigin(resourceName, resourceName, held)]) };
  }

  private service(): TerraformResource {
    const { type, origin } = this.options;
    const resourceName = `${serviceResourcePrefix}${this.entity.identity.resourceName}`;
    return this.resource("service", {
      resourceName,
      triggers: { [SERVICE_TRIGGER]: origin.trigger },
      dependsOn: [],
      lifecycle: {
        ignoreChanges: [type.attribute],
        postcondition: postconditionsOf([this.ofOrigin(resourceName, this.entity.identity.resourceName)]),
      },
    });
  }
}
