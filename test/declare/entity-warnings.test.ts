import { App, TerraformStack, TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, fromEnvironment, MetricSource, PromptVersion, Segment } from "../../lib";
import { assignmentSource, experiment, metricSource, segment } from "../terraform/entities";
import { emptyStack, outputDirectory, synthAll, warningsOf } from "../terraform/synth";

describe("a warning about the enterprise tier", () => {
  test("is shown once in a stack, at the first construct that does not acknowledge it", () => {
    const stack = emptyStack();
    const team = "growth";
    const quiet = new Experiment(stack, "quiet", { ...experiment, team, acknowledge: ["enterprise-only"] });
    const first = new MetricSource(stack, "first", { ...metricSource, team });
    const second = new AssignmentSource(stack, "second", { ...assignmentSource, teamID: "7" });
    expect([quiet, first, second].map((construct) => warningsOf(construct).length)).toEqual([0, 1, 0]);
  });

  test("is shown in each stack", () => {
    let counts: number[] = [];
    synthAll((app) => {
      const stacks = ["one", "two"].map((name) => new TerraformStack(app, name));
      for (const stack of stacks) new Segment(stack, "beta", { ...segment, id: "beta", team: "growth" });
      counts = stacks.map((stack) => warningsOf(stack).length);
    });
    expect(counts).toEqual([1, 1]);
  });
});

test("warnings are shown also where the validations are left out, and once where synth runs twice", () => {
  const app = new App({ outdir: outputDirectory(), skipValidation: true });
  const x = new Segment(new TerraformStack(app, "stack"), "beta", { ...segment, id: "beta", team: "growth" });
  app.synth();
  app.synth();
  const shown = x.node.metadata.map(({ data }) => String(data));
  expect(shown).toEqual([expect.stringContaining("enterprise-only")]);
});

describe("a warning about a secret in the code", () => {
  const warnings = (value: string | undefined) =>
    warningsOf(
      new PromptVersion(emptyStack(), "bot", {
        promptID: "bot",
        workflow_headers: [{ name: "Accept", value: "text/plain" }, { value: "a" }, { name: "Cookie", value }],
        auth_workflow_headers: [{ name: "Accept" }, { name: "Accept", value }],
      }),
    );

  test("is shown for a literal in a header that authenticates, without the value", () => {
    expect(warnings("Bearer hunter2")).toEqual(
      ["workflow_headers[2]", "auth_workflow_headers[1]"].map(
        (header) =>
          `${header}.value: a literal in the code, which will be in the state; use fromEnvironment("NAME") instead [acknowledge: "literal-secret"]`,
      ),
    );
  });

  test("is not shown for one from the environment or from Terraform, or for none", () => {
    const variable = new TerraformVariable(emptyStack(), "token", { sensitive: true }).stringValue;
    const values = [`Bearer ${fromEnvironment("TOKEN")}`, variable, undefined];
    expect(values.map(warnings)).toEqual([[], [], []]);
  });
});

test("a warning about a derived id names it, unless only Terraform knows it", () => {
  const stack = emptyStack();
  const { stringValue } = new TerraformVariable(stack, "name", {});
  const warned = [
    new Segment(stack, "known", { name: "Beta users", type: "id_list" }),
    new Segment(stack, "unknown", { ...segment, name: stringValue }),
    new Segment(stack, "given", { ...segment, id: "beta_users" }),
  ].map(warningsOf);
  expect(warned).toEqual([[expect.stringContaining('id: "Beta users"')], [expect.not.stringContaining('id: "')], []]);
});
