import { dependable, type ITerraformDependable, TerraformResource, Token } from "cdktf";
import { Construct } from "constructs";
import type { Resource } from "../api/resource";
import type { Entity } from "../entity/entity";
import { build } from "./build";
import { declare, type Special } from "./declare/declare";
import { type DeclaredFields, declaredFields } from "./declare/declared-fields";
import { Reference } from "./declare/reference";
import { markAsKind } from "./kind-brand";
import type { Requester } from "./requester";
import { triggerResourceTypes } from "./resources/trigger-resource";
import type { ServiceScope } from "./service-scope";
import { StackRegistry } from "./stack-registry";
import { atUsersLine, classBelow } from "./synth-errors";
import { type ShownWarnings, warnOf } from "./warnings/warn-of";
import type { Warning } from "./warnings/warnings";

/**
 * An entity of the service as a construct. It checks its props and becomes the Terraform resources whose provisioners
 * make the calls.
 */
export abstract class ManagedResource<Props = object> extends Construct implements ITerraformDependable {
  /** @internal */
  readonly requester: Requester;
  private readonly lastResource: TerraformResource;
  private readonly warnings: ShownWarnings;
  private shown: DeclaredFields<Props> | undefined;

  /**
   * @throws InvalidPropsError when the API does not accept the props
   * @throws DuplicateError when another construct of the stack declares the same entity
   * @internal
   */
  protected constructor(scope: Construct, id: string, resource: Resource, props: object, special: Special = {}) {
    super(scope, id);
    markAsKind(this, resource.kind);
    const ownClass = classBelow(ManagedResource, new.target);
    const declaration = atUsersLine(ownClass, () => declare(this, resource, props, special));
    const registry = atUsersLine(ownClass, () => StackRegistry.of(this));
    this.requester = atUsersLine(ownClass, () => registry.register(this, declaration));
    this.lastResource = build(this.requester, declaration, registry);
    this.warnings = warnOf(this.requester, declaration, special, registry);
    registry.relations.add(this);
  }

  /** @internal */
  get entity(): Entity {
    return this.requester.entity;
  }

  /** @internal */
  get service(): ServiceScope | undefined {
    return this.requester.service;
  }

  /**
   * Has the construct deployed after another.
   *
   * @internal
   */
  waitFor(other: ITerraformDependable): void {
    for (const child of this.node.children) {
      if (TerraformResource.isTerraformResource(child))
        child.dependsOn = [...(child.dependsOn ?? []), dependable(other)];
    }
  }

  /**
   * Shows warnings that the construct does not acknowledge.
   *
   * @internal
   */
  warn(warnings: readonly Warning[]): void {
    this.warnings.show(warnings);
  }

  /**
   * The fields that the construct declares, as the API has them: those of the props, and an id that was derived. Settings
   * are not among them. A value that is known only at deploy is a `DeferredField`. Frozen.
   */
  get declared(): DeclaredFields<Props> {
    this.shown ??= declaredFields(this.entity.fields) as DeclaredFields<Props>;
    return this.shown;
  }

  /**
   * Terraform's address of the construct's last resource, for `dependsOn` elsewhere: when it is done, the entity is
   * deployed.
   */
  get fqn(): string {
    return this.lastResource.fqn;
  }

  /** A reference to one of the construct's fields. */
  protected reference(field: string): string {
    const { attribute } = triggerResourceTypes[this.requester.resourceType];
    return Token.asString(new Reference(this.entity.fields[field], this.lastResource, attribute, field));
  }
}
