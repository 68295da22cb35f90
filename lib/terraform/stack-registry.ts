import { type ITerraformDependable, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import type { WarningName } from "../declare/warning-names";
import { titleOf } from "../text/title";
import { visible } from "../text/visible";
import { inBrief } from "../text/words";
import type { Declaration } from "./declare/declare";
import { applierAsset } from "./files/applier-asset";
import { CutOffCalls } from "./files/cut-off-calls";
import { writeRequestsWith } from "./files/write-request-files";
import { requireOneFramework } from "./framework";
import { Relations } from "./relations";
import { Requester } from "./requester";
import { nullBindings } from "./resources/null-bindings";
import { declareStackWide } from "./resources/stack-wide";
import type { ServiceScope } from "./service-scope";
import { Services } from "./services";
import { DuplicateError } from "./synth-errors";

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
  /** The services that the stack declares. */
  readonly services = new Services(this);
  private readonly shownWarnings = new Set<WarningName>();
  /** How the constructs relate to each other. */
  readonly relations = new Relations();
  /** The calls of earlier deploys that were cut off. */
  readonly cutOffCalls: CutOffCalls;
  /** The applier's path, relative to the stack's folder. */
  readonly applierPath: string;

  private constructor(stack: TerraformStack) {
    super(stack, REGISTRY_ID);
    this.applierPath = applierAsset(this);
    this.cutOffCalls = new CutOffCalls(stack);
    declareStackWide(this);
    writeRequestsWith(stack, this.requesters, (files) => this.cutOffCalls.forgetAllBut(files));
  }

  /**
   * Records which entity a construct declares.
   *
   * @throws DuplicateError when another construct of the stack declares the same entity
   * @throws UsageError when the bindings that its type of resource needs cannot be had
   */
  register(construct: Construct & ITerraformDependable, declaration: Declaration): Requester {
    const requester = new Requester(construct, declaration, this.services);
    const { identity, resource } = requester.entity;
    const other = this.requesters.get(identity.resourceName);
    if (other !== undefined) {
      throw new DuplicateError(
        visible(titleOf({ kind: resource.kind, name: String(identity.text) })),
        [other.construct.node.path, construct.node.path],
        other.chosenService === requester.chosenService,
      );
    }
    this.requesters.set(identity.resourceName, requester);
    if (requester.resourceType === "null_resource" && this.node.tryFindChild(NULL_PROVIDER) === undefined)
      new (nullBindings(construct).FallbackProvider)(this, NULL_PROVIDER);
    return requester;
  }

  /** The constructs that have a request file, in the order of declaration. */
  get declared(): readonly Requester[] {
    return [...this.requesters.values()];
  }

  /** Adds a service that the stack declares. */
  addService(service: ServiceScope): void {
    this.services.add(service);
    service.node.addValidation({ validate: () => this.orderProblems(service) });
  }

  /** Whether nothing has asked before for that warning about the whole stack: the first construct shows it. */
  isFirst(warning: WarningName): boolean {
    const isFirst = !this.shownWarnings.has(warning);
    this.shownWarnings.add(warning);
    return isFirst;
  }

  /**
   * The problem of a service that sets another type of resource than the constructs declared before it already have.
   */
  private orderProblems(service: ServiceScope): string[] {
    if (this.services.only !== service) return [];
    const early = [...this.requesters.values()]
      .filter((each) => each.chosenService === undefined && each.resourceType !== service.resourceType)
      .map(({ construct }) => construct.node.path);
    if (early.length === 0) return [];
    return [
      `sets the resourceType ${service.resourceType}, but is declared after ${inBrief(early, 1)}; declare it first, or pass it as the prop "service"`,
    ];
  }
}
