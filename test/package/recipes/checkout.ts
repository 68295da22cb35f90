import { TerraformStack } from "cdktf";
import { Experiment, ExperimentationService } from "cdktf-experimentation";
import type { Construct } from "constructs";

export class Checkout extends TerraformStack {
  constructor(scope: Construct, id: string, { allocation }: { allocation: number }) {
    super(scope, id);
    new ExperimentationService(this, "service", { resourceType: "terraform_data" });
    new Experiment(this, "one-page", {
      name: "One page checkout",
      id: "one_page_checkout",
      description: "All steps of the checkout on one page.",
      hypothesis: "Fewer steps let more shoppers finish their order.",
      idType: "userID",
      status: "active",
      allocation,
      groups: [
        { id: "control", name: "Control", size: 50, parameterValues: { steps: 4 } },
        { id: "one_page", name: "One page", size: 50, parameterValues: { steps: 1 } },
      ],
      controlGroupID: "control",
      primaryMetrics: [{ name: "orders_per_user", type: "user_warehouse", direction: "increase" }],
      targetingGateID: null,
      bonferroniCorrection: true,
      defaultConfidenceInterval: "95",
    });
  }
}
