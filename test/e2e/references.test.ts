import { TerraformOutput } from "cdktf";
import { IngestionSource, MetricSource } from "../../lib";
import { deployment } from "../support/deployment";
import { type Build, ingestionSource, metricSource } from "../support/samples";

/** Names that Terraform, JSON or HCL might read as something else. */
const awkward = ["orders", "null", "[1]", '{"a":1}', '"quoted"', `\${user.name} %{if}`, "é e\u0301", " spaced\n", "$"];

test("a reference to a name of any characters, or to one that is not declared, is its text, and is known while planning", () =>
  deployment(async (service) => {
    const build: Build = (stack) => {
      const { sourceName } = new IngestionSource(stack, "unnamed", { ...ingestionSource, source_name: undefined });
      new TerraformOutput(stack, "of-unnamed", { value: `<${sourceName}>` });
      for (const [index, text] of awkward.entries()) {
        const { name } = new MetricSource(stack, `source-${index}`, { ...metricSource, name: text });
        new TerraformOutput(stack, `output-${index}`, { value: `<${name}>` });
      }
    };
    expect((await service.plan(build)).output).toMatch(/\+ output-0 += "<orders>"/);
    await service.applyPlanned();

    const { outputs } = await service.workspace.state();
    expect(outputs["of-unnamed"]).toMatchObject({ value: "<>" });
    for (const [index, text] of awkward.entries()) {
      expect(outputs[`output-${index}`]).toMatchObject({ value: `<${text}>`.normalize("NFC") });
    }
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));
