import { type ITerraformDependable, TerraformStack } from "cdktf";
import { Construct } from "constructs";
import { isAboutStack, type WarningName } from "../declare/warnings";
import { titleOfEntity } from "../entity/entity";
import { pageLink } from "../text/errors";
import { visible } from "../text/visible";
import { inBrief } from "../text/words";
import { DeployOrder, deployAfterNodes } from "./deploy-order";
import { requireApplier, requireOneFramework } from "./framework";
import type { Declaration } from "./props/declare";
import { Services } from "./resources/services";
import { declareStackWide } from "./resources/stack-wide";
import { nullBindings } from "./resources/trigger-resource";
import type { ServiceScope } from "./service-scope";
import { AppEntities, StackEntity } from "./stack-entity";
import { applierAsset, writeRequestsWith } from "./stack-files";
import { StackJournal } from "./stack-journal";
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
    requireApplier(construct);
    requireOneFramework(construct);
    const stack = TerraformStack.of(construct);
    return StackRegistry.find(stack) ?? new StackRegistry(stack);
  }

  /** The registry of a stack, or undefined when the stack has no construct of ours. */
  static find(stack: TerraformStack): StackRegistry | undefined {
    return stack.node.tryFindChild(REGISTRY_ID) as StackRegistry | undefined;
  }

  private readonly entities = new Map<string, StackEntity>();
  /** The services that the stack declares. */
  readonly services = new Services(this);
  /** Gets each entity that has all its resources. */
  readonly order = new DeployOrder();
  private readonly journal: StackJournal;
  /** The applier's path, relative to the stack's folder. */
  readonly applierPath: string;

  private constructor(stack: TerraformStack) {
    super(stack, REGISTRY_ID);
    this.applierPath = applierAsset(this);
    this.journal = new StackJournal(stack);
    declareStackWide(this);
    this.node.addValidation({ validate: () => this.finish() });
    writeRequestsWith(stack, this.entities, {
      start: ({ skipValidation }) => {
        if (skipValidation) this.finish();
      },
      written: (files) => this.journal.disproveAllBut(files),
    });
  }

  /**
   * Records which entity a construct declares.
   *
   * @throws DuplicateError when another construct of the stack declares the same entity
   * @throws UsageError when the bindings that its type of resource needs cannot be had
   */
  register(construct: Construct & ITerraformDependable, declaration: Declaration): StackEntity {
    const added = new StackEntity(construct, declaration, this.services);
    const { identity } = added.entity;
    const other = this.entities.get(identity.resourceName);
    if (other !== undefined) {
      throw new DuplicateError(
        visible(titleOfEntity(added.entity)),
        [other.construct.node.path, construct.node.path],
        other.chosenService === added.chosenService,
      );
    }
    this.entities.set(identity.resourceName, added);
    AppEntities.of(this).add(added);
    construct.node.addValidation({ validate: () => added.refusals });
    if (added.resourceType === "null_resource" && this.node.tryFindChild(NULL_PROVIDER) === undefined)
      new (nullBindings(construct).FallbackProvider)(this, NULL_PROVIDER);
    return added;
  }

  /** The constructs that have a request file, in the order of declaration. */
  get declared(): readonly StackEntity[] {
    return [...this.entities.values()];
  }

  /** Adds a service that the stack declares. */
  addService(service: ServiceScope): void {
    this.services.add(service);
    AppEntities.of(this).compareAgain();
    service.node.addValidation({ validate: () => this.orderProblems(service) });
  }

  /** What is done once all is declared; refuses nothing. */
  private finish(): string[] {
    for (const each of this.entities.values()) deployAfterNodes(each);
    return this.showWarnings();
  }

  /** Shows the warnings of all entities, each once; refuses nothing. */
  showWarnings(): string[] {
    const shown = new Set<WarningName>();
    for (const each of this.entities.values()) {
      for (const warning of each.openWarnings) {
        if (!isAboutStack(warning) || !shown.has(warning.name)) each.show(warning);
        shown.add(warning.name);
      }
      for (const text of this.journal.warningsOf(each)) each.annotate(text);
    }
    return [];
  }

  /**
   * The problem of a service that sets another type of resource than the constructs declared before it already have.
   */
  private orderProblems(service: ServiceScope): string[] {
    if (this.services.only !== service) return [];
    const early = [...this.entities.values()]
      .filter((each) => each.chosenService === undefined && each.resourceType !== service.resourceType)
      .map(({ construct }) => construct.node.path);
    if (early.length === 0) return [];
    return [
      `sets the resourceType ${service.resourceType}, but is declared after ${inBrief(early, 1)}; declare it first, or pass it as the prop "service" (${pageLink("service")})`,
    ];
  }
}
