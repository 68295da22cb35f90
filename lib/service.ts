import { Construct } from "constructs";
import type { DeferredFields } from "./terraform/props/deferred-value";
import { checkService, type ServiceProps } from "./terraform/props/service-props";
import { markAsService, type ServiceScope } from "./terraform/service-scope";
import { StackSupport } from "./terraform/stack-support";
import { atUsersLine } from "./terraform/synth-errors";

/**
 * Where and how the constructs of a stack reach the service. Makes no call. An address that stands in the code is kept in
 * the state, so that a plan can refuse another one.
 *
 * The key is read from the environment when the applier runs and is in no file that synth or Terraform writes.
 */
export class ExperimentationService extends Construct implements ServiceScope {
  /** The settings as they go into request files. */
  readonly settings: DeferredFields;
  /** @internal */
  readonly address: string | undefined;
  /** @internal */
  readonly movedFrom: string | undefined;
  /** Changing it sends every update again. */
  readonly reapply: string | undefined;
  /** The kind of Terraform resource that stands for a thing. */
  readonly resourceType: ServiceScope["resourceType"];

  /** @throws InvalidPropsError with every problem of the settings */
  constructor(scope: Construct, id: string, props: ExperimentationServiceProps = {}) {
    super(scope, id);
    const { fields, address, movedFrom, reapply, resourceType } = atUsersLine(ExperimentationService, () =>
      checkService(this, props),
    );
    this.settings = fields;
    this.address = address;
    this.movedFrom = movedFrom;
    this.reapply = reapply;
    this.resourceType = resourceType;
    markAsService(this);
    StackSupport.of(this).addService(this);
  }
}

/** How a deploy reaches the service, and how its things stand in Terraform. */
export type ExperimentationServiceProps = ServiceProps;
