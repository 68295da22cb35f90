import { App, TerraformOutput, TerraformStack } from "cdktf";
import {
  AssignmentSource,
  Experiment,
  ExperimentationService,
  fromEnvironment,
  Include,
  IngestionSource,
  MetricSource,
  PromptVersion,
  Segment,
} from "cdktf-experimentation";
import type { Construct } from "constructs";

/** What the checkout team measures and tries out. */
class Checkout extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // the base URL comes from SERVICE_BASE_URL and the API key from SERVICE_API_KEY, when the deploy runs
    new ExperimentationService(this, "service", { respectReviewSettings: "true", resourceType: "terraform_data" });

    const unit = { serviceUnitID: "userID", column: "user_id" };

    new MetricSource(this, "orders", {
      name: "orders",
      description: "One row for each order paid.",
      sourceType: "query",
      sql: "select user_id, paid_at, total from shop.orders where paid_at is not null",
      timestampColumn: "paid_at",
      idTypeMapping: [unit],
      tags: ["checkout"],
    });

    const exposures = new AssignmentSource(this, "exposures", {
      name: "checkout exposures",
      sql: "select user_id, experiment, variant, seen_at from shop.exposures",
      timestampColumn: "seen_at",
      experimentIDColumn: "experiment",
      groupIDColumn: "variant",
      idTypeMapping: [unit],
    });

    const returning = new Segment(this, "returning", {
      name: "Returning shoppers",
      id: "returning_shoppers",
      type: "analysis_list",
      description: "Shoppers with an order in the last 90 days.",
    });

    new IngestionSource(this, "refunds", {
      dataset: "Metrics",
      type: "snowflake-v2",
      source_name: "refunds",
      query: "select user_id, id_type, day, metric, refunded from finance.refunds",
      enabled: true,
      column_mapping: {
        unit_id: "user_id",
        id_type: "id_type",
        dateid: "day",
        metric_name: "metric",
        metric_value: "refunded",
      },
    });

    new Experiment(this, "one-page", {
      name: "One page checkout",
      id: "one_page_checkout",
      description: "All steps of the checkout on one page.",
      hypothesis: "Fewer steps let more shoppers finish their order.",
      idType: "userID",
      status: "active",
      allocation: 10,
      groups: [
        { id: "control", name: "Control", size: 50, parameterValues: { steps: 4 } },
        { id: "one_page", name: "One page", size: 50, parameterValues: { steps: 1 } },
      ],
      controlGroupID: "control",
      primaryMetrics: [{ name: "orders_per_user", type: "user_warehouse", direction: "increase" }],
      targetingGateID: null,
      bonferroniCorrection: true,
      defaultConfidenceInterval: "95",
      duration: 28,
      assignmentSourceName: exposures.name,
      tags: ["checkout", returning.id],
    });

    // those of people who write no TypeScript
    new Include(this, "experiments", { path: "experiments" });

    new PromptVersion(this, "assistant", {
      promptID: "checkout_assistant",
      name: "Checkout assistant",
      provider: "example",
      model: "example-large",
      temperature: 0.2,
      max_tokens: 400,
      prompts: [{ role: "system", content: "You help shoppers to finish their order. Be brief." }],
      auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${fromEnvironment("ASSISTANT_TOKEN")}` }],
    });

    new TerraformOutput(this, "exposure-source", { value: exposures.name });
  }
}

const app = new App();
new Checkout(app, "checkout");
app.synth();
