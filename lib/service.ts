import { Construct } from "constructs";
import type { Fields } from "./terraform/hole";
import { checkService, type ServiceProps } from "./terraform/service-props";
import { markAsService, type ServiceScope } from "./terraform/service-scope";
import { StackSupport } from "./terraform/stack";

/**
 * Where and how the constructs of a stack reach the service. Makes no call and no resource of its own.
 *
 * The key is read from the environment when the applier runs and is in no file that synth or Terraform writes.
 */
export class ExperimentationService extends Construct implements ServiceScope {
  readonly settings: Fields;
  readonly reapply: string | undefined;
  readonly resourceType: ServiceScope["resourceType"];

  /** @throws InvalidPropsError with every problem of the settings */
  constructor(scope: Construct, id: string, props: ExperimentationServiceProps = {}) {
    super(scope, id);
    const { fields, reapply, resourceType } = checkService(this, props);
    this.settings = fields;
    this.reapply = reapply;
    this.resourceType = resourceType;
    markAsService(this);
    StackSupport.of(this).addService(this);
  }
}

export type ExperimentationServiceProps = ServiceProps;
