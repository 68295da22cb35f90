import { basename, join } from "node:path";
import { App, type ISynthesisSession, TerraformElement, TerraformStack } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { labelOf } from "../api/resource";
import { REQUESTS_FOLDER } from "../protocol/request-file";
import { applierAsset } from "./files/applier-asset";
import { Journal } from "./files/cut-off-calls";
import { replaceFiles } from "./files/replace-files";
import { requireOneFramework } from "./framework";
import { FallbackProvider } from "./resources/fallback-provider";
import { ServiceAddresses } from "./resources/service-addresses";
import { declareThisApply } from "./resources/this-apply";
import type { ResourceTypeName, ServiceScope } from "./service-scope";
import { DuplicateError, ServiceChoiceError, serviceChoice } from "./synth-errors";
import { type Warning, warn } from "./warnings/warnings";

const ID = "cdktf-experimentation";

/** A construct that has a request file in its stack. */
export interface Requester extends Construct {
  readonly kind: string;
  /** The kind of Terraform resource that stands for it. */
  readonly resourceType: ResourceTypeName;
  /** The service that it names. */
  readonly chosenService: ServiceScope | undefined;
  /** Where the file goes, relative to the stack's folder. */
  readonly requestPath: string;
  /** The file's text. */
  readonly requestText: string;
}

/** What the constructs of one stack share: the applier, the request files, the services, and who stands for what. */
export class StackSupport extends Construct {
  /**
   * The one support of the stack that a construct of ours is in; made on first use.
   *
   * @throws UsageError when the construct and the stack are of different frameworks
   */
  static of(construct: Construct): StackSupport {
    requireOneFramework(construct);
    const stack = TerraformStack.of(construct);
    return StackSupport.find(stack) ?? new StackSupport(stack);
  }

  /** The support of a stack, or undefined when no construct of ours is in it. */
  static find(stack: TerraformStack): StackSupport | undefined {
    return stack.node.tryFindChild(ID) as StackSupport | undefined;
  }

  private readonly requesters = new Map<string, Requester>();
  private readonly services: ServiceScope[] = [];
  private readonly warned = new Set<string>();
  private readonly addresses = new ServiceAddresses(this);
  private isWritten = false;
  /** What appliers have left about their calls. */
  readonly journal: Journal;
  /** Path of the applier from the stack's folder. */
  readonly applierPath: string;

  private constructor(private readonly stack: TerraformStack) {
    super(stack, ID);
    this.applierPath = applierAsset(this);
    this.journal = new Journal(stack);
    declareThisApply(this);
    new RequiredVersion(this, "required-version");
    new FallbackProvider(this, "null");
    const { synthesizer } = stack;
    stack.synthesizer = {
      synthesize: (session) => {
        synthesizer.synthesize(session);
        this.writeRequests(session);
      },
    };
    const { root } = this.node;
    // an aspect may make the first construct of ours when the stack's own synthesizer is running already
    if (App.isApp(root)) root.node.addValidation({ validate: () => this.ensureRequests(root) });
  }

  /**
   * Notes which thing a construct stands for.
   *
   * @throws DuplicateError when another construct of the stack stands for the same
   */
  register(address: string, requester: Requester, name: string): void {
    const other = this.requesters.get(address);
    if (other !== undefined) {
      throw new DuplicateError(
        `${labelOf(requester.kind)} ${JSON.stringify(name)}`,
        [other.node.path, requester.node.path],
        other.chosenService === requester.chosenService,
      );
    }
    this.requesters.set(address, requester);
    this.addresses.keep(requester.chosenService ?? this.onlyService, `${requester.resourceType}.${address}`);
  }

  /** The constructs that have a request file, by the Terraform names of their records, in the order of declaration. */
  get declared(): ReadonlyMap<string, Requester> {
    return this.requesters;
  }

  addService(service: ServiceScope): void {
    this.services.push(service);
    for (const [address, { chosenService, resourceType }] of this.requesters) {
      if (chosenService === undefined) this.addresses.keep(this.onlyService, `${resourceType}.${address}`);
    }
    service.node.addValidation({ validate: () => this.lateness(service) });
  }

  /** The service of a construct that names none: the only one of the stack, or undefined when there is no such one. */
  get onlyService(): ServiceScope | undefined {
    return this.services.length === 1 ? this.services[0] : undefined;
  }

  /** What is wrong where a construct names no service: the stack has several. */
  choiceProblems(): string[] {
    return this.services.length > 1 ? [serviceChoice(this.servicePaths)] : [];
  }

  /**
   * The same for a synthesis that skips the validation.
   *
   * @throws ServiceChoiceError when the stack has several services
   */
  requireChoice(chooser: IConstruct): void {
    if (this.services.length > 1) throw new ServiceChoiceError(chooser.node.path, this.servicePaths);
  }

  /** The service that was declared first, as far as is known by now. */
  get firstService(): ServiceScope | undefined {
    return this.services[0];
  }

  /** Shows warnings that are about the whole stack: each name once, by the first construct that is not silent about it. */
  warnOnce(construct: Construct, warnings: readonly Warning[], acknowledged: readonly string[]): void {
    const news = warnings.filter(({ name }) => !this.warned.has(name) && !acknowledged.includes(name));
    for (const { name } of news) this.warned.add(name);
    warn(construct, news, acknowledged);
  }

  private get servicePaths(): string[] {
    return this.services.map((service) => service.node.path);
  }

  /** What is wrong where constructs are of the kind of resource that was asked for before the service was there. */
  private lateness(service: ServiceScope): string[] {
    if (this.onlyService !== service) return [];
    const early = [...this.requesters.values()]
      .filter((each) => each.chosenService === undefined && each.resourceType !== service.resourceType)
      .map(({ node }) => node.path);
    if (early.length === 0) return [];
    return [
      `asks for ${service.resourceType} and is declared after ${few(early)}; declare it first, or name it by the prop "service"`,
    ];
  }

  private ensureRequests({ outdir, manifest, skipValidation }: App): string[] {
    if (!this.isWritten) this.writeRequests({ outdir, manifest, skipValidation });
    return [];
  }

  private writeRequests(session: ISynthesisSession): void {
    this.isWritten = true;
    const folder = join(session.outdir, session.manifest.forStack(this.stack).workingDirectory, REQUESTS_FOLDER);
    const texts = new Map([...this.requesters.values()].map((each) => [basename(each.requestPath), each.requestText]));
    replaceFiles(folder, texts);
    this.journal.forgetAllBut(new Set(texts.keys()));
  }
}

/** The first of some paths, and how many there are besides. */
function few(paths: readonly string[]): string {
  const [path = "", ...others] = paths;
  return others.length === 0 ? path : `${path} and ${others.length} more`;
}

/** Lets a Terraform that is too old for postconditions and `terraform_data` say so. A user's own constraint takes its place. */
class RequiredVersion extends TerraformElement {
  override toTerraform(): object {
    return { terraform: { required_version: ">= 1.5.0" } };
  }

  /** The framework's HCL has no place for it. */
  override toHclTerraform(): object {
    return {};
  }
}
