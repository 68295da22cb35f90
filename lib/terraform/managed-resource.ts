import { basename } from "node:path";
import { Annotations, type ITerraformDependable, type TerraformResource, TerraformStack, Token } from "cdktf";
import { Construct } from "constructs";
import * as z from "zod";
import { labelOf, type Resource } from "../api/resource";
import { REQUESTS_FOLDER } from "../protocol/request-file";
import { fileNameOf, resourceNameOf, resourceNameOfPath, suffixes } from "../protocol/resource-name";
import { type Calls, type Request, requestOf } from "./calls/build-request";
import { callsOfPlan, planCalls } from "./calls/call-plan";
import { adoptionWarnings } from "./props/adoption";
import { checkProps } from "./props/check-props";
import { type DeferredFields, type DeferredJson, DeferredValue } from "./props/deferred-value";
import { Reference } from "./props/reference";
import { isText, joined, resolveProps } from "./props/resolve-props";
import { lazyText } from "./resources/lazy";
import { Provisioning } from "./resources/provisioner";
import { recordResources } from "./resources/record";
import type { EntityResources, ResourceInputs } from "./resources/resource-inputs";
import { triggerResourceTypes } from "./resources/trigger-resource";
import { toValue, triggerOf } from "./resources/trigger-text";
import { upsertResource } from "./resources/upsert";
import type { ResourceTypeName, ServiceScope } from "./service-scope";
import { StackSupport } from "./stack-support";
import { atUsersLine } from "./synth-errors";
import { createOnly, enterpriseOnly, type Warning, warn } from "./warnings/warnings";

/**
 * What is special about a kind of construct.
 *
 * @internal
 */
export interface Special {
  /** Adds the fields that follow from others. */
  readonly complete?: (fields: DeferredFields) => DeferredFields;
  /** Likely mistakes that the interface does not forbid. */
  readonly warnings?: (fields: DeferredFields, given: DeferredFields, adopt: boolean) => readonly Warning[];
  /** Whether the identity comes from the content, so that other content is another thing. */
  readonly byContent?: (given: DeferredFields) => boolean;
}

/**
 * A thing in the service as a construct: checks its props, and becomes the Terraform resources whose provisioners make
 * the calls.
 */
export abstract class ManagedResource extends Construct implements ITerraformDependable {
  /** @internal */
  readonly kind: string;
  /** @internal */
  readonly chosenService: ServiceScope | undefined;
  /** @internal */
  readonly requestPath: string;
  /** @internal */
  readonly resourceType: ResourceTypeName;
  /** Terraform's address of the resource that makes the entity. */
  private readonly terraformAddress: string;
  private readonly fields: DeferredFields;
  private readonly label: DeferredJson;
  private readonly calls: Calls;
  private readonly support: StackSupport;
  private readonly acknowledged: readonly string[];
  private readonly made: EntityResources;
  private written: { readonly service: ServiceScope | undefined; readonly request: Request } | undefined;

  /**
   * @throws InvalidPropsError when the interface does not accept the props
   * @throws DuplicateError when another construct of the stack stands for the same thing
   * @internal
   */
  protected constructor(scope: Construct, id: string, resource: Resource, props: object, special: Special = {}) {
    super(scope, id);
    const ownClass = classBelow(ManagedResource, new.target);
    const {
      fields: given,
      settings,
      dependencies,
    } = atUsersLine(ownClass, () => checkProps(this, resource, props, special.byContent));
    const fields = special.complete?.(given) ?? given;
    const callPlan = planCalls(resource, fields, special.byContent?.(given));
    this.kind = resource.kind;
    this.fields = fields;
    this.chosenService = settings.service;
    this.acknowledged = settings.acknowledge ?? [];
    this.support = atUsersLine(ownClass, () => StackSupport.of(this));
    this.resourceType = (settings.service ?? this.support.firstService)?.resourceType ?? "null_resource";

    const identity = resource.identity.map((field) => fields[field] ?? "");
    this.label = joined(identity.filter((part) => part !== "").flatMap(separated));
    const address = this.addressFor(identity) + (fields.dryRun === true ? suffixes.dryRun : "");
    this.terraformAddress = `${this.resourceType}.${address}`;
    this.requestPath = `${REQUESTS_FOLDER}/${fileNameOf(address)}.json`;
    const shownName = typeof this.label === "string" ? this.label : address;
    atUsersLine(ownClass, () => this.support.register(address, this, shownName));

    const adopt = settings.adopt === true;
    this.calls = callsOfPlan(callPlan, adopt);
    const provisioning = new Provisioning(this, this.support.applierPath);
    const common: ResourceInputs = {
      type: triggerResourceTypes[this.resourceType],
      address,
      dependsOn: this.ordered(dependencies),
      provisioning,
      fields,
      reapply: lazyText(() => reapplyTrigger([this.service?.reapply, settings.reapply])),
    };
    this.made =
      callPlan.form === "upsert"
        ? upsertResource(this, { ...common, callPlan })
        : recordResources(this, { ...common, callPlan, kind: this.kind, name: this.label, adopt });
    this.node.addValidation({ validate: () => (this.chosenService ? [] : this.support.choiceProblems()) });
    const { acknowledged } = this;
    warn(this, special.warnings?.(fields, given, adopt) ?? [], acknowledged);
    this.warnOfCutOffCalls();
    if (adopt && callPlan.form === "record") warn(this, adoptionWarnings(resource), acknowledged);
    warn(this, createOnly(this.kind, callPlan.form === "record" ? callPlan.missing : []), acknowledged);
    this.support.warnOnce(this, enterpriseOnly(resource.fields, fields), acknowledged);
  }

  /** Terraform name of the construct's last resource: when it is done, so is the thing. For `dependsOn` elsewhere. */
  get fqn(): string {
    return this.made.last.fqn;
  }

  /**
   * The text of the construct's request file.
   *
   * @throws ServiceChoiceError when it is not clear where the requests go
   * @internal
   */
  get requestText(): string {
    if (this.chosenService === undefined) this.support.requireChoice(this);
    return this.request.text;
  }

  /**
   * Digest of that text.
   *
   * @internal
   */
  get requestDigest(): string {
    return this.request.digest;
  }

  /**
   * Terraform expression for the values that it hands to the applier, or undefined.
   *
   * @internal
   */
  get requestValues(): string | undefined {
    return this.request.values;
  }

  /** A reference to one of the construct's fields. */
  protected reference(field: string): string {
    const { attribute } = triggerResourceTypes[this.resourceType];
    return Token.asString(new Reference(this.fields[field], this.made, attribute, field));
  }

  /** EntityResources once for a service, since each of the resources asks for it, and cdktf resolves a stack more than once. */
  private get request(): Request {
    const { service } = this;
    if (this.written?.service !== service || this.written === undefined) {
      const { kind, label: name, fields, acknowledged } = this;
      const source = { construct: this.node.path, kind, address: this.terraformAddress, name, fields, acknowledged };
      this.written = { service, request: requestOf({ ...source, calls: this.calls }, service?.settings ?? {}) };
    }
    return this.written.request;
  }

  private get service(): ServiceScope | undefined {
    return this.chosenService ?? this.support.onlyService;
  }

  /** Warns of calls that ended without a word to Terraform, which may have saved them as done. */
  private warnOfCutOffCalls(): void {
    const { journal } = this.support;
    for (const { action, since } of journal.cutOffCalls(basename(this.requestPath))) {
      if (!(action in this.calls)) continue;
      const canSendAgain = action !== "create" || this.calls.update !== undefined;
      const remedy = canSendAgain
        ? "change its reapply to send it again"
        : `run \`${journal.terraformCommand} apply -replace=${this.terraformAddress}\` to make it again`;
      Annotations.of(this).addWarning(
        `${labelOf(this.kind)} ${typeof this.label === "string" ? JSON.stringify(this.label) : ""}: the ${action} that started at ${since} was cut off; if the plan does not make it again, ${remedy}`,
      );
    }
  }

  private addressFor(identity: readonly DeferredJson[]): string {
    const known = identity.every(isText) && identity.some((part) => part !== "");
    return known ? resourceNameOf(this.kind, identity as string[]) : resourceNameOfPath(this.kind, this.node.path);
  }

  /** The dependencies of this stack; those of other stacks make the stacks depend on each other. */
  private ordered(dependencies: ReadonlySet<TerraformResource>): TerraformResource[] {
    const own = TerraformStack.of(this);
    return [...dependencies].filter((dependency) => {
      const theirs = TerraformStack.of(dependency);
      if (theirs === own) return true;
      own.addDependency(theirs);
      return false;
    });
  }
}

/** The class in a line of descent that comes right below `base`: users may have classes of their own below it. */
function classBelow(base: object, descendant: object): object {
  const parent: object = Object.getPrototypeOf(descendant) as object;
  return parent === base ? descendant : classBelow(base, parent);
}

/** What stands for the texts of the service and of the construct: where there is one only, the text itself. */
function reapplyTrigger(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined);
  const [only] = given;
  if (only === undefined) return undefined;
  const { tree } = given.length === 1 ? resolveProps(only, z.string()) : resolveProps(given, z.array(z.string()));
  return toValue(triggerOf(tree));
}

function separated(part: DeferredJson, index: number): readonly (string | DeferredValue)[] {
  return [index === 0 ? "" : "/", part instanceof DeferredValue ? part : String(part)];
}
