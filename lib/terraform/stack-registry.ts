import { TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { few } from "../api/describe";
import { labelOf } from "../api/resource";
import { resourceNameOf } from "../entity/resource-name";
import { applierAsset } from "./files/applier-asset";
import { CutOffCalls } from "./files/cut-off-calls";
import { type Requester, writeRequestsWith } from "./files/request-files";
import { requireOneFramework } from "./framework";
import { Relations } from "./relations";
import { Local } from "./resources/hcl-output";
import { declareAdvice, KeptService, keptNames } from "./resources/kept-service";
import { nullBindings } from "./resources/null-bindings";
import { RequiredVersion } from "./resources/required-version";
import { declareThisApply } from "./resources/this-apply";
import type { ServiceScope } from "./service-scope";
import { DuplicateError, ServiceChoiceError, serviceChoice } from "./synth-errors";
import { type Warning, warn } from "./warnings/warnings";

const REGISTRY_ID = "cdktf-experimentation";

/** Construct id of the null provider, for a stack that needs one. */
const NULL_PROVIDER = "null";

/**
 * The constructs of ours in one stack: which of them declares which entity, and which service each belongs to. It holds
 * what they share: the applier, the request files, and warnings about the whole stack.
 */
export class StackRegistry extends Construct {
  /**
   * The one registry of the stack that contains a construct of ours. The first use makes it.
   *
   * @throws UsageError when the construct and the stack are of different frameworks
   */
  static of(construct: Construct): StackRegistry {
    requireOneFramework(construct);
    const stack = TerraformStack.of(construct);
    return StackRegistry.find(stack) ?? new StackRegistry(stack);
  }

  /** The registry of a stack, or undefined when the stack has no construct of ours. */
  static find(stack: TerraformStack): StackRegistry | undefined {
    return stack.node.tryFindChild(REGISTRY_ID) as StackRegistry | undefined;
  }

  private readonly requesters = new Map<string, Requester>();
  private readonly services: ServiceScope[] = [];
  private readonly shownWarnings = new Set<string>();
  private readonly nameLists = new Map<ServiceScope, string>();
  /** How the constructs relate to each other. */
  readonly relations = new Relations(({ chosenService }) => chosenService ?? this.onlyService);
  /** The calls of earlier deploys that were cut off. */
  readonly cutOffCalls: CutOffCalls;
  /** The applier's path, relative to the stack's folder. */
  readonly applierPath: string;

  private constructor(stack: TerraformStack) {
    super(stack, REGISTRY_ID);
    this.applierPath = applierAsset(this);
    this.cutOffCalls = new CutOffCalls(stack);
    declareThisApply(this);
    declareAdvice(this);
    new RequiredVersion(this, "required-version");
    writeRequestsWith(stack, this.requesters, (files) => this.cutOffCalls.forgetAllBut(files));
  }

  /**
   * Records which entity a construct declares.
   *
   * @throws DuplicateError when another construct of the stack declares the same entity
   * @throws UsageError when the bindings that its type of resource needs cannot be had
   */
  register(requester: Requester): void {
    const { resource, identity } = requester.entity;
    const other = this.requesters.get(identity.name);
    if (other !== undefined) {
      const label = typeof identity.title === "string" ? identity.title : identity.name;
      throw new DuplicateError(
        `${labelOf(resource.kind)} ${JSON.stringify(label)}`,
        [other.node.path, requester.node.path],
        other.chosenService === requester.chosenService,
      );
    }
    this.requesters.set(identity.name, requester);
    if (requester.resourceType !== "null_resource" || this.node.tryFindChild(NULL_PROVIDER) !== undefined) return;
    new (nullBindings(requester).FallbackProvider)(this, NULL_PROVIDER);
  }

  /** What the entity of a construct keeps of its service. */
  keptService(chosen: ServiceScope | undefined): KeptService {
    const known = chosen ?? this.onlyService;
    if (known !== undefined) this.nameList(known);
    return new KeptService(
      () => chosen ?? this.onlyService,
      known !== undefined,
      (service) => this.nameList(service),
    );
  }

  /** The constructs that have a request file, in the order of declaration. */
  get declared(): readonly Requester[] {
    return [...this.requesters.values()];
  }

  /** Adds a service that the stack declares. */
  addService(service: ServiceScope): void {
    this.services.push(service);
    this.nameList(service);
    service.node.addValidation({ validate: () => this.orderProblems(service) });
  }

  /** The service of a construct that names none: the only one of the stack, or undefined. */
  get onlyService(): ServiceScope | undefined {
    return this.services.length === 1 ? this.services[0] : undefined;
  }

  /** The problem of a construct that names no service in a stack that has several. */
  choiceProblems(): string[] {
    return this.services.length > 1 ? [serviceChoice(this.servicePaths)] : [];
  }

  /**
   * The same check for a synthesis that skips validation.
   *
   * @throws ServiceChoiceError when the stack has several services
   */
  requireChoice(chooser: IConstruct): void {
    if (this.services.length > 1) throw new ServiceChoiceError(chooser.node.path, this.servicePaths);
  }

  /** The service that was declared first; undefined as long as none is. */
  get firstService(): ServiceScope | undefined {
    return this.services[0];
  }

  /** Shows warnings about the whole stack: each once, at the first construct that it concerns. */
  warnOnce(construct: Construct, warnings: readonly Warning[]): void {
    const unseen = warnings.filter(({ name }) => !this.shownWarnings.has(name));
    for (const { name } of unseen) this.shownWarnings.add(name);
    warn(construct, unseen);
  }

  /** Terraform's name of the local that lists what a service is and was called. The first use makes it. */
  private nameList(service: ServiceScope): string {
    const known = this.nameLists.get(service);
    if (known !== undefined) return known;
    const name = resourceNameOf("experimentation_service", [service.node.path]);
    new Local(this, name, keptNames(service.names)).overrideLogicalId(name);
    this.nameLists.set(service, name);
    return name;
  }

  private get servicePaths(): string[] {
    return this.services.map((service) => service.node.path);
  }

  /**
   * The problem of a service that sets another type of resource than the constructs declared before it already have.
   */
  private orderProblems(service: ServiceScope): string[] {
    if (this.onlyService !== service) return [];
    const early = [...this.requesters.values()]
      .filter((each) => each.chosenService === undefined && each.resourceType !== service.resourceType)
      .map(({ node }) => node.path);
    if (early.length === 0) return [];
    return [
      `sets the resourceType ${service.resourceType}, but is declared after ${few(early, 1)}; declare it first, or pass it as the prop "service"`,
    ];
  }
}
