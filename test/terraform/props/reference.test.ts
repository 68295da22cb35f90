import { resource } from "@cdktf/provider-null";
import { TerraformOutput } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../../lib";
import { assignmentSource, experiment, ingestionSource, metricSource, segment } from "../entities";
import { emptyStack, problemsListed, synth } from "../synth";

const revision = "experiment_checkout_button_revision";

test("a reference shows and sends the plain value, at any depth and in text, and waits for the last resource", () => {
  const stack = synth((scope) => {
    const orders = new MetricSource(scope, "orders", metricSource);
    const exposures = new AssignmentSource(scope, "exposures", assignmentSource);
    const parameterValues = { of: [`Uses ${orders.name}.`] };
    const props = { assignmentSourceName: exposures.name, groups: [{ parameterValues }] };
    new Experiment(scope, "button", { ...experiment, ...props });
  });
  expect(stack.triggers(revision)).toMatchObject({
    assignmentSourceName: "exposures",
    groups: expect.stringContaining('{"of":["Uses orders."]}'),
  });
  expect(stack.requestOf("experiment_checkout_button").deferred).toEqual([]);
  const dependsOn = ["null_resource.metric_source_orders_revision", "null_resource.assignment_source_exposures"];
  for (const name of ["experiment_checkout_button", revision])
    expect(stack.resource(name).depends_on).toEqual(dependsOn);
  expect(stack.resource("assignment_source_exposures")).not.toHaveProperty("depends_on");
});

test("a reference is validated by its value", () => {
  const stack = emptyStack();
  const { name } = new MetricSource(stack, "short", { ...metricSource, name: "ab" });
  expect(problemsListed(() => new Experiment(stack, "x", { ...experiment, name, id: `${name} !` }))).toEqual([
    'name: given "ab"; allowed: at least 3 characters',
    'id: given "ab !"; allowed: text of a-z, A-Z, 0-9, _ and -',
  ]);
});

test("anywhere else, a reference is an expression of the last resource of its construct, which orders the deploy as well", () => {
  const stack = synth((scope) => {
    const values = [
      new Experiment(scope, "e", experiment).name,
      new MetricSource(scope, "m", metricSource).name,
      new AssignmentSource(scope, "a", assignmentSource).name,
      `segment ${new Segment(scope, "s", segment).name}`,
      new IngestionSource(scope, "i", ingestionSource).sourceName,
      new PromptVersion(scope, "p", { promptID: "bot", id: "v1" }).id,
      new PromptVersion(scope, "q", { promptID: "bot", id: "v2" }).promptID,
    ];
    new TerraformOutput(scope, "all", { value: values });
    new resource.Resource(scope, "by_construct", { dependsOn: [scope.node.findChild("e")] as never });
  });
  expect(stack.resource("by_construct").depends_on).toEqual([`null_resource.${revision}`]);
  expect(stack.json.output?.all?.value).toEqual([
    `\${null_resource.${revision}.triggers.name}`,
    `\${null_resource.metric_source_orders_revision.triggers.name}`,
    `\${null_resource.assignment_source_exposures.triggers.name}`,
    `segment \${null_resource.segment_beta_users.triggers.name}`,
    `\${null_resource.ingestion_source_Metrics__s3__refunds_revision.triggers.source_name}`,
    `\${null_resource.prompt_version_bot__v1.triggers.id}`,
    `\${null_resource.prompt_version_bot__v2.triggers.promptID}`,
  ]);
});
