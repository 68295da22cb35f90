import { TerraformOutput } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource, PromptVersion, Segment } from "../../lib";
import { deployment } from "./deployment";
import {
  aSegment,
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  metricSource,
  promptVersion,
  segment,
} from "./samples";

test("what a construct offers for reference can be used anywhere in the stack, and is known while planning", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const { id, name } = new Experiment(stack, "checkout", experiment);
      const beta = new Segment(stack, "beta", segment);
      const version = new PromptVersion(stack, "support", promptVersion);
      const unnamed = new IngestionSource(stack, "unnamed", { ...ingestionSource, source_name: undefined });
      const references = {
        experiment: `${id}, ${name}`,
        metric_source: new MetricSource(stack, "orders", metricSource).name,
        assignment_source: new AssignmentSource(stack, "exposures", assignmentSource).name,
        segment: `${beta.id}, ${beta.name}`,
        ingestion_source: new IngestionSource(stack, "revenue", ingestionSource).sourceName,
        // a field that is not declared is an empty text
        unnamed_source: `source: ${unnamed.sourceName}`,
        prompt_version: `${version.promptID}, ${version.id}`,
      };
      for (const [name, value] of Object.entries(references)) new TerraformOutput(stack, `${name}_is`, { value });
    };
    const { output } = await service.plan(build);
    expect(output).toMatch(/\+ experiment_is += "checkout_button, Checkout button"/);
    await service.applyPlanned();

    const { outputs } = await service.workspace.state();
    expect(Object.entries(outputs).map(([name, { value }]) => `${name} ${value}`)).toEqual([
      "assignment_source_is exposures",
      "experiment_is checkout_button, Checkout button",
      "ingestion_source_is revenue",
      "metric_source_is orders",
      "prompt_version_is support_bot, v1",
      "segment_is beta_testers, Beta testers",
      "unnamed_source_is source: ",
    ]);
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

/** Names that Terraform, JSON or HCL might read as something else. */
const awkward = ["null", "[1]", '{"a":1}', '"quoted"', `\${user.name} %{if}`, "é e\u0301", " spaced\n", "$"];

test("a name of any characters can be referred to", () =>
  deployment(async (service) => {
    await service.deploy((stack) => {
      for (const [index, text] of awkward.entries()) {
        const { name } = new MetricSource(stack, `source-${index}`, { ...metricSource, name: text });
        aSegment({ id: `segment-${index}`, description: `<${name}>` }, `segment-${index}`)(stack);
        new TerraformOutput(stack, `output-${index}`, { value: `<${name}>` });
      }
    });
    const { outputs } = await service.workspace.state();
    for (const [index, text] of awkward.entries()) {
      expect(service.emulator.record("segment", `segment-${index}`)).toMatchObject({ description: `<${text}>` });
      expect(outputs[`output-${index}`]).toMatchObject({ value: `<${text}>`.normalize("NFC") });
    }
  }));
