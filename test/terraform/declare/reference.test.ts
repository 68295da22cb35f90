import { resource } from "@cdktf/provider-null";
import { TerraformOutput } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../../lib";
import { assignmentSource, experiment, ingestionSource, metricSource, segment } from "../entities";
import { emptyStack, problemsListed, synth } from "../synth";

const record = "experiment_checkout_button";
const revision = `${record}_revision`;

describe("a reference in the props of another construct", () => {
  test("shows and sends the plain value, and orders the deploy", () => {
    const stack = synth((scope) => {
      const exposures = new AssignmentSource(scope, "exposures", assignmentSource);
      new Experiment(scope, "button", { ...experiment, assignmentSourceName: exposures.name });
    });
    expect(stack.triggers(revision).assignmentSourceName).toBe("exposures");
    const { calls, deferred } = stack.requestOf(record);
    expect(calls.update?.body.assignmentSourceName).toBe("exposures");
    expect(deferred).toEqual([]);
    for (const resourceName of [record, revision]) {
      expect(stack.resource(resourceName).depends_on).toEqual(["null_resource.assignment_source_exposures"]);
    }
    expect(stack.resource("assignment_source_exposures")).not.toHaveProperty("depends_on");
  });

  test("waits for the revision of an entity that has one, and is found at any depth and within text", () => {
    const stack = synth((scope) => {
      const orders = new MetricSource(scope, "orders", metricSource);
      const beta = new Segment(scope, "beta", segment);
      const conditions = [{ type: "passes_segment", targetValue: [beta.id] }];
      new Segment(scope, "rules", { name: "by_rules", type: "rule_based", rules: [{ conditions }] });
      new PromptVersion(scope, "bot", {
        promptID: "bot",
        id: "v1",
        description: `Uses ${orders.name} and ${beta.name}.`,
      });
    });
    expect(stack.resource("segment_by_rules").depends_on).toEqual(["null_resource.segment_beta_users"]);
    expect(stack.triggers("segment_by_rules").rules).toContain('"targetValue":["beta_users"]');
    expect(stack.triggers("prompt_version_bot__v1").description).toBe("Uses orders and beta_users.");
    expect(stack.resource("prompt_version_bot__v1").depends_on).toEqual([
      "null_resource.metric_source_orders_revision",
      "null_resource.segment_beta_users",
    ]);
  });

  test("is validated by its value", () => {
    const stack = emptyStack();
    const { name } = new MetricSource(stack, "short", { ...metricSource, name: "ab" });
    const spaced = new MetricSource(stack, "spaced", { ...metricSource, name: "daily orders" });
    const id = `${spaced.name}!`;
    expect(problemsListed(() => new Experiment(stack, "x", { ...experiment, name, id }))).toEqual([
      'name: given "ab"; allowed: at least 3 characters',
      'id: given "daily orders!"; allowed: text of a-z, A-Z, 0-9, _ and -',
    ]);
  });
});

describe("a reference anywhere else", () => {
  test("is a Terraform expression, which orders the deploy as well", () => {
    const stack = synth((scope) => {
      const { id } = new Experiment(scope, "button", experiment);
      new TerraformOutput(scope, "id", { value: `experiment ${id}` });
      new resource.Resource(scope, "other", { triggers: { experiment: id } });
      new resource.Resource(scope, "by_construct", { dependsOn: [scope.node.findChild("button")] as never });
    });
    expect(stack.resource("by_construct").depends_on).toEqual([`null_resource.${revision}`]);
    expect(stack.json.output?.id?.value).toBe(`experiment \${null_resource.${revision}.triggers.id}`);
    expect(stack.triggers("other").experiment).toBe(`\${null_resource.${revision}.triggers.id}`);
  });

  test("has the last resource of its construct, for each kind", () => {
    const stack = synth((scope) => {
      const values = [
        new Experiment(scope, "e", experiment).name,
        new MetricSource(scope, "m", metricSource).name,
        new AssignmentSource(scope, "a", assignmentSource).name,
        new Segment(scope, "s", segment).name,
        new IngestionSource(scope, "i", ingestionSource).sourceName,
        new PromptVersion(scope, "p", { promptID: "bot", id: "v1" }).id,
        new PromptVersion(scope, "q", { promptID: "bot", id: "v2" }).promptID,
      ];
      new TerraformOutput(scope, "all", { value: values });
    });
    expect(stack.json.output?.all?.value).toEqual([
      `\${null_resource.${revision}.triggers.name}`,
      `\${null_resource.metric_source_orders_revision.triggers.name}`,
      `\${null_resource.assignment_source_exposures.triggers.name}`,
      `\${null_resource.segment_beta_users.triggers.name}`,
      `\${null_resource.ingestion_source_Metrics__s3__refunds_revision.triggers.source_name}`,
      `\${null_resource.prompt_version_bot__v1.triggers.id}`,
      `\${null_resource.prompt_version_bot__v2.triggers.promptID}`,
    ]);
  });
});
