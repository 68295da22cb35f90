import { TerraformStack } from "cdktf";
import { ExperimentationService, Include } from "cdktf-experimentation";
import type { Construct } from "constructs";

export class Checkout extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new ExperimentationService(this, "service", { resourceType: "terraform_data" });
    new Include(this, "experiments", { path: "experiments" });
  }
}
