import { Aspects, Fn, TerraformVariable, Testing } from "cdktf";
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
  const both = { construct: "stack/checkout", kind: "experiment", method: "POST" };

  expect(callsOf(stack)).toEqual([
    {
      ...both,
      address: "null_resource.experiment_checkout_button",
      action: "create",
      atFirstDeploy: true,
      atLaterChange: false,
      path: "/console/v1/experiments",
      body: { ...experiment, layerID: "layer" },
    },
    {
      ...both,
      address: "null_resource.experiment_checkout_button_revision",
      action: "update",
      atFirstDeploy: false,
      atLaterChange: true,
      path: "/console/v1/experiments/checkout_button",
      body: without(experiment, "id"),
    },
  ]);
});

test("a body is what travels: unit ids carry the brand of the vendor, a reference is its value, and what is known at deploy stands as text", () => {
  const stack = emptyStack();
  const schema = new TerraformVariable(stack, "schema", { type: "string" });
  new ExperimentationService(stack, "service", { vendor: "acme", resourceType: "terraform_data" });
  const exposures = new AssignmentSource(stack, "exposures", assignmentSource);
  new MetricSource(stack, "orders", { ...metricSource, tags: [exposures.name], dryRun: true });
  new MetricSource(stack, "known", { ...metricSource, name: schema.stringValue, tags: Fn.tolist(schema.value) });
  new PromptVersion(stack, "support", { ...promptVersion, description: `Bearer ${fromEnvironment("TOKEN")}` });

  const [, dry, , update, version] = callsOf(stack);
  expect(dry).toMatchObject({
    address: "terraform_data.metric_source_orders_dry_run",
    action: "dry-run",
    body: { dryRun: true, idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }], tags: ["exposures"] },
  });
  expect(update).toMatchObject({
    path: "/console/v1/metrics/metric_source/(known to Terraform)",
    body: { tags: "(known to Terraform)", timestampColumn: metricSource.timestampColumn },
  });
  expect(version?.body.description).toBe("Bearer (environment variable TOKEN)");
});

test("what an aspect adds is there, with the provider that it needs; asking twice and changing the result changes nothing", () => {
  const stack = emptyStack();
  expect(callsOf(stack)).toEqual([]);
  Aspects.of(stack).add({
    visit: (node) => {
      if (node === stack && node.node.tryFindChild("beta") === undefined) new Segment(stack, "beta", segment);
    },
  });
  for (const { body } of callsOf(stack)) Object.assign(body, { name: "another" });

  expect(callsOf(stack)).toMatchObject([{ construct: "stack/beta", body: segment }]);
  expect(JSON.parse(Testing.synth(stack, true)).provider).toHaveProperty("null");
});

test("a stack that synth refuses has no calls: the error is synth's", () => {
  const stack = emptyStack();
  for (const name of ["staging", "production"]) new ExperimentationService(stack, name);
  new Segment(stack, "beta", segment);

  expect(() => callsOf(stack)).toThrow("[stack/beta] the stack has 2 services");
});
