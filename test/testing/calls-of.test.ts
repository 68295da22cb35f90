import { Aspects, Fn, TerraformVariable, Testing } from "cdktf";
import type { IConstruct } from "constructs";
import {
  AssignmentSource,
  Experiment,
  ExperimentationService,
  fromEnvironment,
  MetricSource,
  PromptVersion,
  Segment,
} from "../../lib";
import { callsOf } from "../../lib/testing";
import { assignmentSource, experiment, metricSource, promptVersion, segment, without } from "../support/samples";
import { emptyStack } from "../terraform/synth";

test("an experiment is created by the first deploy and updated by each change", () => {
  const stack = emptyStack();
  new Experiment(stack, "checkout", { ...experiment, layerID: "layer" });

  expect(callsOf(stack)).toEqual([
    {
      construct: "stack/checkout",
      address: "null_resource.experiment_checkout_button",
      kind: "experiment",
      action: "create",
      atFirstDeploy: true,
      atLaterChange: false,
      method: "POST",
      path: "/console/v1/experiments",
      body: { ...experiment, layerID: "layer" },
    },
    {
      construct: "stack/checkout",
      address: "null_resource.experiment_checkout_button_revision",
      kind: "experiment",
      action: "update",
      atFirstDeploy: false,
      atLaterChange: true,
      method: "POST",
      path: "/console/v1/experiments/checkout_button",
      body: without(experiment, "id"),
    },
  ]);
});

test("what only Terraform and the environment know stands as text", () => {
  const stack = emptyStack();
  const schema = new TerraformVariable(stack, "schema", { type: "string" });
  new MetricSource(stack, "orders", {
    ...metricSource,
    name: schema.stringValue,
    sql: `select * from ${schema.stringValue}.orders`,
    tags: Fn.tolist(schema.value),
  });
  new PromptVersion(stack, "support", {
    ...promptVersion,
    auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${fromEnvironment("TOKEN")}` }],
  });

  const [create, update, version] = callsOf(stack);
  expect(create?.body).toMatchObject({
    name: "(known to Terraform)",
    sql: "select * from (known to Terraform).orders",
    tags: "(known to Terraform)",
    timestampColumn: metricSource.timestampColumn,
  });
  expect(update?.path).toBe("/console/v1/metrics/metric_source/(known to Terraform)");
  expect(version?.body.auth_workflow_headers).toEqual([
    { name: "Authorization", value: "Bearer (environment variable TOKEN)" },
  ]);
});

test("a body is what travels: unit ids carry the brand of the vendor, and a reference stands as its value", () => {
  const stack = emptyStack();
  new ExperimentationService(stack, "service", { vendor: "acme", resourceType: "terraform_data" });
  const exposures = new AssignmentSource(stack, "exposures", assignmentSource);
  new MetricSource(stack, "orders", { ...metricSource, tags: [exposures.name], dryRun: true });

  expect(callsOf(stack)[1]).toMatchObject({
    address: "terraform_data.metric_source_orders_dry_run",
    action: "dry-run",
    body: { dryRun: true, idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }], tags: ["exposures"] },
  });
});

test("what an aspect adds is there, with the provider that it needs", () => {
  const stack = emptyStack();
  expect(callsOf(emptyStack())).toEqual([]);
  Aspects.of(stack).add({
    visit: (node: IConstruct) => {
      if (node === stack && node.node.tryFindChild("beta") === undefined) new Segment(stack, "beta", segment);
    },
  });

  expect(callsOf(stack)).toMatchObject([{ construct: "stack/beta" }]);
  expect(JSON.parse(Testing.synth(stack, true)).provider).toHaveProperty("null");
});

test("a stack that synth refuses has no calls: the error is synth's", () => {
  const stack = emptyStack();
  new ExperimentationService(stack, "staging");
  new ExperimentationService(stack, "production");
  new Segment(stack, "beta", segment);

  expect(() => callsOf(stack)).toThrow("[stack/beta] the stack has 2 services");
});

test("asking twice, changing what was answered, and synthesising afterwards changes nothing", () => {
  const stack = emptyStack();
  new Segment(stack, "beta", segment);
  for (const { body } of callsOf(stack)) Object.assign(body, { name: "another" });

  expect(callsOf(stack)[0]?.body).toEqual(segment);
  expect(JSON.parse(Testing.synth(stack, true)).resource.null_resource).toHaveProperty("segment_beta_testers");
});
