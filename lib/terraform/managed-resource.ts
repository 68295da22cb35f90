import { type ITerraformDependable, type TerraformResource, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import type { Kind } from "../api/kind";
import type { Fields, Value } from "../value/value";
import { dependenciesIn } from "./dependencies";
import { toValue } from "./language/hcl";
import { Reference } from "./language/own-tokens";
import { triggerOf } from "./language/terraform-value";
import { makeResources } from "./make-resources";
import { declare } from "./props/declare";
import { type DeclaredFields, declaredFields } from "./props/deferred-values";
import { triggerResourceTypes } from "./resources/trigger-resource";
import type { StackEntity } from "./stack-entity";
import { StackRegistry } from "./stack-registry";
import { atUsersLine, classBelow } from "./synth-errors";

/**
 * An entity of the service as a construct. It checks its props and becomes the Terraform resources whose provisioners
 * make the calls.
 */
export abstract class ManagedResource<Props = object> extends Construct implements ITerraformDependable {
  /** @internal */
  readonly inStack: StackEntity;
  private readonly lastResource: TerraformResource;
  private shown: DeclaredFields<Props> | undefined;

  /**
   * @param idAtDeploy the id of an entity without one, where it is derived from what only Terraform knows
   * @throws InvalidPropsError when the API does not accept the props
   * @throws DuplicateError when another construct of the stack declares the same entity
   * @internal
   */
  protected constructor(
    scope: Construct,
    id: string,
    kind: Kind,
    props: object,
    idAtDeploy?: (given: Fields) => Value,
  ) {
    super(scope, id);
    Object.defineProperty(this, KIND_BRAND, { value: kind.name });
    const { declaration, registry, inStack } = atUsersLine(classBelow(ManagedResource, new.target), () => {
      const declaration = declare(this, kind, props, idAtDeploy);
      const registry = StackRegistry.of(this);
      return { declaration, registry, inStack: registry.register(this, declaration) };
    });
    this.inStack = inStack;
    this.lastResource = makeResources(inStack, {
      stackWide: registry,
      applierPath: registry.applierPath,
      reapply: () => reapplyTrigger([inStack.service?.reapplied, declaration.settings.reapply]),
      dependsOn: dependenciesIn(TerraformStack.of(this), declaration.dependencies),
    });
    registry.order.add(inStack);
  }

  /**
   * The fields that the construct declares, as the API has them: those of the props, and an id that was derived. Settings
   * are not among them. A value that is known only at deploy is a `DeferredField`. Frozen.
   */
  get declared(): DeclaredFields<Props> {
    this.shown ??= declaredFields(this.inStack.entity.fields) as DeclaredFields<Props>;
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
    const { entity, resourceType } = this.inStack;
    const { attribute } = triggerResourceTypes[resourceType];
    return Token.asString(new Reference(entity.fields[field], this.lastResource, attribute, field));
  }
}

const KIND_BRAND = Symbol.for("cdktf-experimentation.kind");

/** Whether a value is a construct of this package, of that kind; also one of another copy of it. */
export function isOfKind(value: unknown, { name }: { readonly name: string }): boolean {
  return (
    typeof value === "object" && value !== null && (value as { readonly [KIND_BRAND]?: unknown })[KIND_BRAND] === name
  );
}

/** The trigger for the `reapply` of the service and of the construct: the text itself where only one is given. */
function reapplyTrigger(texts: readonly (Value | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined);
  const [only, ...others] = given;
  if (only === undefined) return undefined;
  return toValue(triggerOf(others.length === 0 ? only : given).template);
}
