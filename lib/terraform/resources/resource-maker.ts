import type { TerraformResource, TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { suffixes } from "../../entity/resource-name";
import { Opaque } from "../../value/value";
import type { HeldIdentity } from "./held-identity";
import type { Origin } from "./origin";
import type { Provisioning } from "./provisioner";
import { subjectOf } from "./refusals";
import { addressOf, type TriggerResourceConfig, type TriggerResourceType, triggerResource } from "./trigger-resource";

/** How an entity becomes Terraform resources. */
export interface ResourceOptions {
  readonly type: TriggerResourceType;
  /** Token for the text whose change sends again what can be sent again. */
  readonly reapply: string;
  readonly dependsOn: readonly TerraformResource[];
  readonly origin: Origin;
  readonly provisioning: Provisioning;
}

/** What all resources of an entity are made with. */
export abstract class ResourceMaker {
  constructor(
    protected readonly scope: Construct,
    protected readonly entity: Entity,
    protected readonly options: ResourceOptions,
  ) {}

  /** Replaces the record when an identity changes that only Terraform knows: the resource name does not show it. */
  protected identity(): TerraformResource | undefined {
    const { fields, identity } = this.entity;
    if (!identity.fields.some((field) => fields[field] instanceof Opaque)) return undefined;
    return this.resource("identity", {
      resourceName: `${identity.resourceName}${suffixes.identity}`,
      triggers: this.triggers(identity.fields),
    });
  }

  /** The lifecycle of a resource that is replaced with others. Where changes are ignored, those of its own are. */
  protected replacedWith(others: readonly TerraformResource[]): TerraformResourceLifecycle {
    return {
      ...(this.entity.ignoreChanges ? { ignoreChanges: [this.options.type.attribute] } : {}),
      replaceTriggeredBy: others.map(addressOf),
    };
  }

  /** Refuses an entity that was created at another service, by one of its resources. */
  protected ofOrigin(resourceName: string, last: string, identity?: HeldIdentity): ReturnType<Origin["refusal"]> {
    const { type, origin } = this.options;
    return origin.refusal({
      attribute: type.attribute,
      subject: subjectOf(this.entity),
      identity,
      address: `${type.name}.${resourceName}`,
      last: `${type.name}.${last}`,
    });
  }

  /** One trigger for each of these fields that is declared; for all of them where no names are given. */
  protected triggers(names?: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(this.entity.fields)
        .filter(([name]) => names === undefined || names.includes(name))
        .map(([name, field = null]) => [name, this.options.type.encode(field)]),
    );
  }

  protected resource(id: string, config: TriggerResourceConfig): TerraformResource {
    const { type, dependsOn } = this.options;
    return triggerResource(type, this.scope, id, { dependsOn, ...config });
  }
}
