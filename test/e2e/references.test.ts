import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type App,
  DataResource,
  LocalBackend,
  Manifest,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
} from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, MetricSource } from "../../lib";
import { accessTo, deployment } from "../support/deployment";
import { aService, assignmentSource, type Build, experiment, ingestionSource, metricSource } from "../support/samples";

/** Two stacks, the second of which refers to the first. */
const twoStacks = (directory: string, sql: string, revision: number) => (app: App) => {
  const [first, second] = ["first", "second"].map((name) => {
    const stack = new TerraformStack(app, name);
    new LocalBackend(stack, { path: join(directory, `${name}.tfstate`) });
    aService()(stack);
    return stack;
  }) as [TerraformStack, TerraformStack];
  const name = new TerraformVariable(first, "name", { type: "string" }).stringValue;
  const exposures = new AssignmentSource(first, "exposures", { ...assignmentSource, sql });
  const named = new AssignmentSource(first, "named", { ...assignmentSource, name });
  const made = new DataResource(first, "made", { triggersReplace: { revision } }).id;

  const groups = [{ id: "control", parameterValues: { of: `of ${named.name}` } }];
  const { id } = new Experiment(second, "checkout", { ...experiment, assignmentSourceName: exposures.name, groups });
  new MetricSource(second, "orders", { ...metricSource, sql: `select '${made}'`, tags: [made] });
  new TerraformOutput(second, "link", { value: `/experiments/${id}` });
};

test("references to another stack are plain values or Terraform's, whose changes reach it, and that stack comes first", () =>
  deployment(
    async ({ emulator: service, workspace }) => {
      const { directory } = workspace;
      const synth = (sql: string, revision: number) => workspace.synthAll(twoStacks(directory, sql, revision));
      const apply = async (name: string) => {
        const { exitCode, output } = await workspace.stack(name).apply();
        expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
        return output;
      };
      const expectNoChange = async () =>
        expect(await workspace.stack("second").plan()).toMatchObject({ isEmpty: true });
      synth("select 1", 1);
      const { stacks } = JSON.parse(readFileSync(join(directory, "cdktf.out", Manifest.fileName), "utf8"));
      expect(stacks.second.dependencies).toEqual(["first"]);
      await apply("first");
      expect(await apply("second")).toContain('link = "/experiments/checkout_button"');
      expect(service.record("experiment", "checkout_button")).toMatchObject({
        assignmentSourceName: "exposures",
        groups: [{ parameterValues: { of: "of exposures of 2024" } }],
      });
      const before = service.record("metric_source", "orders");
      expect(before?.tags).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);
      expect(before?.sql).toBe(`select '${String(before?.tags)}'`);
      await expectNoChange();

      // a change of the first is none of the second, but for what the second refers to
      synth("select 2", 1);
      await apply("first");
      await expectNoChange();
      synth("select 2", 2);
      await apply("first");
      await apply("second");
      expect(service.record("metric_source", "orders")).not.toEqual(before);
      await expectNoChange();
    },
    { environment: (service) => ({ ...accessTo(service), TF_VAR_name: "exposures of 2024" }) },
  ));

test("a reference to a name of any characters, or to one that is not declared, is its text, and is known while planning", () =>
  deployment(async (service) => {
    // Terraform, JSON or HCL might read them as something else
    const names = ["orders", "null", '{"a":1}', `\${user.name} %{if}`, "é e\u0301"];
    const build: Build = (stack) => {
      const { sourceName } = new IngestionSource(stack, "unnamed", { ...ingestionSource, source_name: undefined });
      new TerraformOutput(stack, "unnamed-output", { value: `<${sourceName}>` });
      for (const [index, text] of names.entries()) {
        const { name } = new MetricSource(stack, `source-${index}`, { ...metricSource, name: text });
        new TerraformOutput(stack, `output-${index}`, { value: `<${name}>` });
      }
    };
    expect((await service.plan(build)).output).toMatch(/\+ output-0 += "<orders>"/);
    await service.applyPlanned();

    const { outputs } = await service.workspace.state();
    expect(outputs["unnamed-output"]).toMatchObject({ value: "<>" });
    for (const [index, text] of names.entries())
      expect(outputs[`output-${index}`]).toMatchObject({ value: `<${text}>`.normalize("NFC") });
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));
