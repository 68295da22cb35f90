import type { Construct, IConstruct } from "constructs";
import { resourceNameOf } from "../entity/resource-name";
import { pageLink } from "../text/errors";
import { keptNames, type PlannedService } from "./resources/origin";
import { declareLocal } from "./resources/stack-wide";
import { type ServiceScope, undeclaredService } from "./service-scope";
import { ServiceChoiceError, serviceChoice } from "./synth-errors";

const UNDECLARED: PlannedService = { names: undeclaredService, local: undefined };

/** The services of one stack, and which of them a construct belongs to. */
export class Services {
  private readonly all: ServiceScope[] = [];
  private readonly planned = new Map<ServiceScope, PlannedService>();

  /** @param scope of what the stack keeps about its services */
  constructor(private readonly scope: Construct) {}

  add(service: ServiceScope): void {
    this.all.push(service);
    this.plannedService(service);
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
    return this.all.length > 1 ? [`${serviceChoice(this.paths)} (${pageLink("service")})`] : [];
  }

  /**
   * Refuses what `choiceProblems` tells, for a synthesis that skips validation.
   *
   * @param construct that names no service
   * @throws ServiceChoiceError when the stack has several services
   */
  refuseUnclearChoice(construct: IConstruct): void {
    if (this.all.length > 1) throw new ServiceChoiceError(construct.node.path, this.paths);
  }

  /** A service as plans of the stack know it, which may be of another stack. The first use makes a local of its names. */
  plannedService(service: ServiceScope | undefined): PlannedService {
    if (service === undefined) return UNDECLARED;
    const known = this.planned.get(service);
    if (known !== undefined) return known;
    const { names } = service;
    const local = resourceNameOf("experimentation_service", [service.node.path]);
    declareLocal(this.scope, local, keptNames(names));
    const planned = { names, local };
    this.planned.set(service, planned);
    return planned;
  }

  private get paths(): string[] {
    return this.all.map((service) => service.node.path);
  }
}
