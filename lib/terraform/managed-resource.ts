import { type ITerraformDependable, type TerraformResource, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import * as z from "zod";
import { labelOf, type Resource } from "../api/resource";
import { REQUESTS_FOLDER } from "../protocol/request-file";
import { fileNameOf } from "../protocol/resource-name";
import { type Calls, type Request, requestOf } from "./calls/build-request";
import { callsOfPlan, comparedFields, planCalls } from "./calls/call-plan";
import { entityName } from "./entity-name";
import { defaultResourceType } from "./framework";
import { markAsKind } from "./kind-brand";
import { adoptionWarnings } from "./props/adopt-check";
import { checkProps } from "./props/check-props";
import { type DeclaredFields, declaredFields } from "./props/declared-fields";
import type { DeferredFields, DeferredJson } from "./props/deferred-value";
import { Reference } from "./props/reference";
import { resolveProps } from "./props/resolve-props";
import { lazyText } from "./resources/lazy";
import { Provisioning } from "./resources/provisioner";
import { entityResources } from "./resources/record-and-revision";
import { triggerResourceTypes } from "./resources/trigger-resource";
import { toValue, triggerOf } from "./resources/trigger-text";
import type { ResourceTypeName, ServiceScope } from "./service-scope";
import { StackRegistry } from "./stack-registry";
import { atUsersLine, classBelow } from "./synth-errors";
import { strictProblems } from "./warnings/strict";
import { createOnly, enterpriseOnly, type Warning, warn } from "./warnings/warnings";

/**
 * What a kind of construct adds to the behaviour that all share.
 *
 * @internal
 */
export interface KindHooks {
  /** Adds the fields that are derived from others. */
  readonly complete?: (fields: DeferredFields) => DeferredFields;
  /** Those of the added fields that no call sends, because the service adds the same. */
  readonly unsent?: readonly string[];
  /** Likely mistakes that the interface does not forbid. */
  readonly warnings?: (fields: DeferredFields, given: DeferredFields, adopt: boolean) => readonly Warning[];
  /** Whether the identity comes from the content, so that other content is another entity. */
  readonly byContent?: (given: DeferredFields) => boolean;
}

/**
 * An entity of the service as a construct. It checks its props and becomes the Terraform resources whose provisioners
 * make the calls.
 */
export abstract class ManagedResource<Props = object> extends Construct implements ITerraformDependable {
  /** @internal */
  readonly kind: string;
  /** @internal */
  readonly chosenService: ServiceScope | undefined;
  /** @internal */
  readonly requestPath: string;
  /** @internal */
  readonly resourceType: ResourceTypeName;
  /** @internal */
  readonly terraformAddress: string;
  private readonly fields: DeferredFields;
  /** The fields that calls may send. */
  private readonly sent: DeferredFields;
  private readonly label: DeferredJson;
  private readonly calls: Calls;
  /** Fields that the update of an adopted entity compares with the service's answer. */
  private readonly compared: readonly string[] | undefined;
  private readonly registry: StackRegistry;
  private readonly acknowledged: readonly string[];
  private readonly lastResource: TerraformResource;
  private shown: DeclaredFields<Props> | undefined;
  private built: { readonly service: ServiceScope | undefined; readonly request: Request } | undefined;

  /**
   * @throws InvalidPropsError when the interface does not accept the props
   * @throws DuplicateError when another construct of the stack declares the same entity
   * @internal
   */
  protected constructor(scope: Construct, id: string, resource: Resource, props: object, hooks: KindHooks = {}) {
    super(scope, id);
    const ownClass = classBelow(ManagedResource, new.target);
    const {
      fields: given,
      settings,
      dependencies,
    } = atUsersLine(ownClass, () => checkProps(this, resource, props, hooks.byContent));
    const fields = hooks.complete?.(given) ?? given;
    const callPlan = planCalls(resource, fields, hooks.byContent?.(given));
    this.kind = resource.kind;
    markAsKind(this, resource.kind);
    this.fields = fields;
    this.sent = sentFields(fields, given, hooks.unsent);
    this.chosenService = settings.service;
    this.acknowledged = settings.acknowledge ?? [];
    this.registry = atUsersLine(ownClass, () => StackRegistry.of(this));
    this.resourceType = (settings.service ?? this.registry.firstService)?.resourceType ?? defaultResourceType;

    const { label, resourceName } = entityName(this, resource, fields);
    const title = typeof label === "string" ? label : undefined;
    this.label = label;
    this.terraformAddress = `${this.resourceType}.${resourceName}`;
    this.requestPath = `${REQUESTS_FOLDER}/${fileNameOf(resourceName)}.json`;
    atUsersLine(ownClass, () => this.registry.register(resourceName, this, title ?? resourceName));

    const adopt = settings.adopt === true;
    this.calls = callsOfPlan(callPlan, adopt);
    this.compared = adopt ? comparedFields(callPlan) : undefined;
    this.lastResource = entityResources(this, {
      type: triggerResourceTypes[this.resourceType],
      resourceName,
      kind: this.kind,
      label: this.label,
      fields,
      callPlan,
      adopt,
      reapply: lazyText(() => reapplyTrigger([this.service?.reapply, settings.reapply])),
      dependsOn: this.ownDependencies(dependencies),
      service: this.registry.keptService(settings.service),
      provisioning: new Provisioning(this, this.registry.applierPath),
    });
    this.node.addValidation({ validate: () => (this.chosenService ? [] : this.registry.choiceProblems()) });
    const isRecord = callPlan.form === "record";
    const open = (warnings: readonly Warning[]) => warnings.filter(({ name }) => !this.acknowledged.includes(name));
    const own = open([
      ...(hooks.warnings?.(fields, given, adopt) ?? []),
      ...(adopt && isRecord ? adoptionWarnings(resource) : []),
      ...createOnly(this.kind, isRecord ? callPlan.missing : []),
    ]);
    const ofStack = open(enterpriseOnly(resource.fields, fields));
    warn(this, own);
    this.registry.warnOnce(this, ofStack);
    const name = title === undefined ? "" : ` ${JSON.stringify(title)}`;
    this.registry.cutOffCalls.warn(this, this.calls, `${labelOf(this.kind)}${name}`);
    this.node.addValidation({
      validate: () => strictProblems([...own, ...ofStack], [settings.strict, this.service?.strict]),
    });
  }

  /**
   * The fields that the construct declares, as the interface has them: those of the props, and an id that was derived.
   * Settings are not among them. A value that is known only at deploy is a `DeferredField`. Frozen.
   */
  get declared(): DeclaredFields<Props> {
    this.shown ??= declaredFields(this.fields) as DeclaredFields<Props>;
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
   * The request file, built once for a service: each resource asks for it, and cdktf resolves a stack more than once.
   *
   * @internal
   */
  get request(): Request {
    const { service } = this;
    if (this.built?.service !== service || this.built === undefined) {
      const { kind, label: name, sent: fields, compared: immutable, acknowledged } = this;
      const place = { construct: this.node.path, address: this.terraformAddress };
      const source = { ...place, kind, name, fields, immutable, acknowledged };
      this.built = { service, request: requestOf({ ...source, calls: this.calls }, service?.settings ?? {}) };
    }
    return this.built.request;
  }

  /** A reference to one of the construct's fields. */
  protected reference(field: string): string {
    const { attribute } = triggerResourceTypes[this.resourceType];
    return Token.asString(new Reference(this.fields[field], this.lastResource, attribute, field));
  }

  private get service(): ServiceScope | undefined {
    return this.chosenService ?? this.registry.onlyService;
  }

  /** The dependencies in this stack. One in another stack makes this stack depend on that one. */
  private ownDependencies(dependencies: ReadonlySet<TerraformResource>): TerraformResource[] {
    const stack = TerraformStack.of(this);
    return [...dependencies].filter((dependency) => {
      const other = TerraformStack.of(dependency);
      if (other === stack) return true;
      stack.addDependency(other);
      return false;
    });
  }
}

/** The trigger for the `reapply` of the service and of the construct: the text itself where only one is given. */
function reapplyTrigger(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined);
  const [only] = given;
  if (only === undefined) return undefined;
  const { json } = given.length === 1 ? resolveProps(only, z.string()) : resolveProps(given, z.array(z.string()));
  return toValue(triggerOf(json));
}

/** The fields without those that the service adds by itself. */
function sentFields(fields: DeferredFields, given: DeferredFields, unsent: readonly string[] = []): DeferredFields {
  if (unsent.length === 0) return fields;
  const isSent = ([name]: [string, unknown]) => given[name] !== undefined || !unsent.includes(name);
  return Object.fromEntries(Object.entries(fields).filter(isSent));
}
