import { Construct } from "constructs";
import { requireNullResource } from "./terraform/framework";
import { checkService, type ServiceProps } from "./terraform/props/service-props";
import { isService, markAsService, type ServiceScope } from "./terraform/service-scope";
import { StackRegistry } from "./terraform/stack-registry";
import { atUsersLine } from "./terraform/synth-errors";

/**
 * The service that a stack's constructs belong to, and how a deploy reaches it. It makes no call itself. Each
 * entity keeps in the state at which service it was created, so that a plan can refuse another one.
 *
 * The deploy reads the API key from its environment. No file that synth or Terraform writes holds it.
 */
export class ExperimentationService extends Construct implements ServiceScope {
  /** @internal */
  declare readonly settings: ServiceScope["settings"];
  /** @internal */
  declare readonly names: ServiceScope["names"];
  /** The text whose change sends every update again. */
  readonly reapply: string | undefined;
  /** @internal */
  declare readonly reapplied: ServiceScope["reapplied"];
  /** The type of Terraform resource that represents an entity. */
  declare readonly resourceType: ServiceScope["resourceType"];
  /** @internal */
  declare readonly strict: ServiceScope["strict"];
  /** @internal */
  declare readonly acknowledged: ServiceScope["acknowledged"];

  /** Whether a value is an `ExperimentationService`, including one from a second installed copy of this package. */
  static isExperimentationService(value: unknown): value is ExperimentationService {
    return isService(value);
  }

  /**
   * @throws InvalidPropsError with every problem of the settings
   * @throws UsageError when the framework does not have this type of resource
   */
  constructor(scope: Construct, id: string, props: ExperimentationServiceProps = {}) {
    super(scope, id);
    const checked = atUsersLine(ExperimentationService, () => {
      const checked = checkService(this, props);
      if (checked.resourceType === "null_resource") requireNullResource(this);
      return checked;
    });
    Object.assign(this, checked);
    this.reapply = props.reapply;
    markAsService(this);
    StackRegistry.of(this).addService(this);
  }
}

/** How a deploy reaches the service, and which Terraform resources represent its entities. */
export type ExperimentationServiceProps = ServiceProps;
