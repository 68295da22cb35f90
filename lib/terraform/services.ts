import type { Construct, IConstruct } from "constructs";
import { resourceNameOf } from "../entity/resource-name";
import { Local } from "./resources/hcl-output";
import { keptNames, Origin } from "./resources/origin";
import type { ServiceScope } from "./service-scope";
import { ServiceChoiceError, serviceChoice } from "./synth-errors";

/** The services of one stack, and which of them a construct belongs to. */
export class Services {
  private readonly all: ServiceScope[] = [];
  private readonly listeners: (() => void)[] = [];
  private readonly nameLists = new Map<ServiceScope, string>();

  /** @param scope of what the stack keeps about its services */
  constructor(private readonly scope: Construct) {}

  add(service: ServiceScope): void {
    this.all.push(service);
    this.nameList(service);
    for (const listener of this.listeners) listener();
  }

  /** Has something done when a service is declared. */
  whenAdded(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** The service of a construct that names none: the only one of the stack, or undefined. */
  get only(): ServiceScope | undefined {
    return this.all.length === 1 ? this.all[0] : undefined;
  }

  /** The service that was declared first; undefined as long as none is. */
  get first(): ServiceScope | undefined {
    return this.all[0];
  }

  /** The problem of a construct that names no service in a stack that has several. */
  choiceProblems(): string[] {
    return this.all.length > 1 ? [serviceChoice(this.paths)] : [];
  }

  /**
   * The same check for a synthesis that skips validation.
   *
   * @throws ServiceChoiceError when the stack has several services
   */
  requireChoice(chooser: IConstruct): void {
    if (this.all.length > 1) throw new ServiceChoiceError(chooser.node.path, this.paths);
  }

  /**
   * The service at which an entity is created.
   *
   * @param owner has the service of the entity, perhaps only at synth
   */
  originOf(owner: { readonly service: ServiceScope | undefined }): Origin {
    const { service } = owner;
    if (service !== undefined) this.nameList(service);
    return new Origin(
      () => owner.service,
      service !== undefined,
      (each) => this.nameList(each),
    );
  }

  /** Terraform's name of the local that lists what a service is and was called. The first use makes it. */
  private nameList(service: ServiceScope): string {
    const known = this.nameLists.get(service);
    if (known !== undefined) return known;
    const name = resourceNameOf("experimentation_service", [service.node.path]);
    new Local(this.scope, name, keptNames(service.names)).overrideLogicalId(name);
    this.nameLists.set(service, name);
    return name;
  }

  private get paths(): string[] {
    return this.all.map((service) => service.node.path);
  }
}
