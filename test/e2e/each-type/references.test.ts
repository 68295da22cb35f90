import { TerraformOutput } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../../lib";
import { deployment } from "../deployment";
import {
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  segment,
} from "../samples";

test("what a construct offers for reference can be used anywhere in the stack", () =>
  deployment(async (service) => {
    await service.deploy((stack) => {
      const { id, name } = new Experiment(stack, "checkout", experiment);
      const beta = new Segment(stack, "beta", segment);
      const version = new PromptVersion(stack, "support", promptVersion);
      const references = {
        experiment: `${id}, ${name}`,
        metric_source: new MetricSource(stack, "orders", metricSource).name,
        assignment_source: new AssignmentSource(stack, "exposures", assignmentSource).name,
        segment: `${beta.id}, ${beta.name}`,
        ingestion_source: new IngestionSource(stack, "revenue", ingestionSource).sourceName,
        prompt_version: `${version.promptID}, ${version.id}`,
      };
      for (const [name, value] of Object.entries(references)) new TerraformOutput(stack, `${name}_is`, { value });
    });

    const { outputs } = await service.workspace.state();
    expect(Object.entries(outputs).map(([name, { value }]) => `${name} ${value}`)).toEqual([
      "assignment_source_is exposures",
      "experiment_is checkout_button, Checkout button",
      "ingestion_source_is revenue",
      "metric_source_is orders",
      "prompt_version_is support_bot, v1",
      "segment_is beta_testers, Beta testers",
    ]);
  }));

test("a reference to a field that is not declared is an empty text everywhere", () =>
  deployment(async (service) => {
    await service.deploy((stack) => {
      const { sourceName } = new IngestionSource(stack, "revenue", { ...ingestionSource, source_name: undefined });
      new TerraformOutput(stack, "source", { value: `source: ${sourceName}` });
    });

    expect((await service.workspace.state()).outputs).toMatchObject({ source: { value: "source: " } });
  }));

test("what a construct refers to is deployed before it", () =>
  deployment(async (service) => {
    const stack =
      (sql: string): Build =>
      (stack) => {
        const exposures = new AssignmentSource(stack, "exposures", { ...assignmentSource, sql });
        const { id } = new Segment(stack, "beta", segment);
        const tags = [id, `about ${sql}`];
        new Experiment(stack, "checkout", { ...experiment, assignmentSourceName: exposures.name, tags });
      };
    const first = await service.deploy(stack("select 1"));
    const next = await service.deploy(stack("select 2"));

    expect(first.calls.at(-1)).toMatchObject({
      operation: "POST /console/v1/experiments",
      body: { assignmentSourceName: "exposures", tags: ["beta_testers", "about select 1"] },
    });
    expect(next.calls.map(({ operation }) => operation)).toEqual([
      "POST /console/v1/experiments/assignment_source/exposures",
      "POST /console/v1/experiments/checkout_button",
    ]);
  }));
