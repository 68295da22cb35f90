import { dependable, type ITerraformDependable, TerraformResource, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import type { Resource } from "../api/resource";
import type { Entity } from "../entity/entity";
import { fileNameOf } from "../entity/resource-name";
import { REQUESTS_FOLDER } from "../protocol/command";
import { type RequestText, requestFileOf } from "../protocol/request-file";
import { declare, type Special } from "./declare/declare";
import { type DeclaredFields, declaredFields } from "./declare/declared-fields";
import { Reference } from "./declare/reference";
import { jsonExpression } from "./declare/terraform-value";
import { defaultResourceType } from "./framework";
import { markAsKind } from "./kind-brand";
import { lazyText } from "./resources/lazy";
import { Provisioning } from "./resources/provisioner";
import { reapplyTrigger } from "./resources/reapply";
import { resourcesOf } from "./resources/record-and-revision";
import { triggerResourceTypes } from "./resources/trigger-resource";
import type { ResourceTypeName, ServiceScope } from "./service-scope";
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
  readonly entity: Entity;
  /** @internal */
  readonly chosenService: ServiceScope | undefined;
  /** @internal */
  readonly resourceType: ResourceTypeName;
  private readonly registry: StackRegistry;
  private readonly lastResource: TerraformResource;
  private readonly warnings: ShownWarnings;
  private shown: DeclaredFields<Props> | undefined;
  private written: { readonly service: ServiceScope | undefined; readonly request: RequestText } | undefined;

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
    const { entity, settings } = declaration;
    this.entity = entity;
    this.chosenService = settings.service;
    this.registry = atUsersLine(ownClass, () => StackRegistry.of(this));
    this.resourceType = (settings.service ?? this.registry.firstService)?.resourceType ?? defaultResourceType;
    atUsersLine(ownClass, () => this.registry.register(this));
    this.lastResource = resourcesOf(this, entity, {
      type: triggerResourceTypes[this.resourceType],
      reapply: lazyText(() => reapplyTrigger([this.service?.reapply, settings.reapply])),
      dependsOn: dependenciesIn(TerraformStack.of(this), declaration.dependencies),
      service: this.registry.keptService(settings.service),
      provisioning: new Provisioning(this, this.registry.applierPath),
    });
    this.node.addValidation({ validate: () => (this.chosenService ? [] : this.registry.choiceProblems()) });
    this.warnings = warnOf(this, declaration, special, this.registry, () => this.service?.strict);
    this.registry.relations.add(this);
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

  /**
   * Terraform's address of the resource that creates the entity.
   *
   * @internal
   */
  get terraformAddress(): string {
    return `${this.resourceType}.${this.entity.identity.name}`;
  }

  /**
   * The path of the request file, from the stack's folder.
   *
   * @internal
   */
  get requestPath(): string {
    return `${REQUESTS_FOLDER}/${fileNameOf(this.entity.identity.name)}.json`;
  }

  /**
   * The text of the construct's request file.
   *
   * @throws ServiceChoiceError when it is not clear where the requests go
   * @internal
   */
  get requestText(): string {
    if (this.chosenService === undefined) this.registry.requireChoice(this);
    return this.request.text;
  }

  /**
   * The request file, made once for a service: each resource asks for it, and cdktf resolves a stack more than once.
   *
   * @internal
   */
  get request(): RequestText {
    const { service, written } = this;
    if (written !== undefined && written.service === service) return written.request;
    const request = requestFileOf(this.entity, this.terraformAddress, service?.settings ?? {}, jsonExpression);
    this.written = { service, request };
    return request;
  }

  /** A reference to one of the construct's fields. */
  protected reference(field: string): string {
    const { attribute } = triggerResourceTypes[this.resourceType];
    return Token.asString(new Reference(this.entity.fields[field], this.lastResource, attribute, field));
  }

  private get service(): ServiceScope | undefined {
    return this.chosenService ?? this.registry.onlyService;
  }
}

/** The dependencies that are in a stack. One in another stack makes this stack depend on that one. */
function dependenciesIn(stack: TerraformStack, dependencies: ReadonlySet<TerraformResource>): TerraformResource[] {
  return [...dependencies].filter((dependency) => {
    const other = TerraformStack.of(dependency);
    if (other === stack) return true;
    stack.addDependency(other);
    return false;
  });
}
