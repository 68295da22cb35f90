import { readFileSync } from "node:fs";
import { join } from "node:path";
import { NullProvider } from "@cdktf/provider-null/lib/provider";
import { Resource } from "@cdktf/provider-null/lib/resource";
import { type App, LocalBackend, Manifest, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, MetricSource, Segment } from "../../lib";
import { deployedApp, services } from "../neighbours/app";
import { accessTo } from "../support/deployment";
import { aService, assignmentSource, experiment, metricSource, segment } from "../support/samples";

/** Two stacks, the second of which refers to the first. */
const twoStacks = (directory: string, sql: string, revision: string) => (app: App) => {
  const [first, second] = ["first", "second"].map((name) => {
    const stack = new TerraformStack(app, name);
    new LocalBackend(stack, { path: join(directory, `${name}.tfstate`) });
    aService()(stack);
    return stack;
  }) as [TerraformStack, TerraformStack];
  const name = new TerraformVariable(first, "name", { type: "string" }).stringValue;
  new NullProvider(first, "null");
  const exposures = new AssignmentSource(first, "exposures", { ...assignmentSource, sql });
  const named = new AssignmentSource(first, "named", { ...assignmentSource, name });
  const beta = new Segment(first, "beta", segment);
  const made = new Resource(first, "other", { triggers: { revision } }).id;

  const groups = [{ id: "control", parameterValues: { of: `${beta.id}, ${named.name}` } }];
  const { id } = new Experiment(second, "checkout", { ...experiment, assignmentSourceName: exposures.name, groups });
  new MetricSource(second, "orders", { ...metricSource, sql: `select '${made}'`, tags: [made] });
  new TerraformOutput(second, "link", { value: `/experiments/${id}` });
};

test("references to another stack are plain values or Terraform's, whose changes reach it, and that stack comes first", () =>
  services(1, (service) =>
    deployedApp({ ...accessTo(service), TF_VAR_name: "exposures of 2024" }, async (app) => {
      app.synth(twoStacks(app.directory, "select 1", "1"));
      const { stacks } = JSON.parse(readFileSync(join(app.directory, "cdktf.out", Manifest.fileName), "utf8"));
      expect(stacks.second.dependencies).toEqual(["first"]);
      await app.apply("first");
      expect(await app.apply("second")).toContain('link = "/experiments/checkout_button"');
      expect(service.record("experiment", "checkout_button")).toMatchObject({
        assignmentSourceName: "exposures",
        groups: [{ parameterValues: { of: "beta_testers, exposures of 2024" } }],
      });
      const before = service.record("metric_source", "orders");
      expect(before?.tags).toEqual([expect.stringMatching(/^\d+$/)]);
      expect(before?.sql).toBe(`select '${String(before?.tags)}'`);
      await app.expectNoChange("second");

      // a change of the first is none of the second, but for what the second refers to
      app.synth(twoStacks(app.directory, "select 2", "1"));
      await app.apply("first");
      await app.expectNoChange("second");
      app.synth(twoStacks(app.directory, "select 2", "2"));
      await app.apply("first");
      await app.apply("second");
      expect(service.record("metric_source", "orders")).not.toEqual(before);
      await app.expectNoChange("second");
    }),
  ));
