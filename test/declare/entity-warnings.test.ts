import { App, TerraformStack, TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, fromEnvironment, MetricSource, PromptVersion, Segment } from "../../lib";
import { assignmentSource, experiment, metricSource, segment } from "../terraform/entities";
import { emptyStack, outputDirectory, warningsOf } from "../terraform/synth";

test("a warning about the enterprise tier is shown once in each stack, where none acknowledges it, and where synth runs twice", () => {
  const app = new App({ outdir: outputDirectory(), skipValidation: true });
  const team = "growth";
  const all = ["one", "two"].flatMap((name) => {
    const stack = new TerraformStack(app, name);
    const quiet = new Experiment(stack, "quiet", { ...experiment, team, acknowledge: ["enterprise-only"] });
    const first = new MetricSource(stack, "first", { ...metricSource, team });
    return [quiet, first, new AssignmentSource(stack, "second", { ...assignmentSource, teamID: "7" })];
  });
  app.synth();
  app.synth();
  expect(all.map(({ node }) => node.metadata.length)).toEqual([0, 1, 0, 0, 1, 0]);
});

test("a secret that is a literal in a header that authenticates is warned of, without the value", () => {
  const warnings = (value: string | undefined) => {
    const workflow_headers = [{ name: "Accept", value: "text/plain" }, { name: "A" }, { name: "Cookie", value }];
    const auth_workflow_headers = [{ name: "Accept" }, { name: "Accept", value }];
    const props = { promptID: "bot", workflow_headers, auth_workflow_headers };
    return warningsOf(new PromptVersion(emptyStack(), "bot", props));
  };
  expect(warnings("Bearer hunter2")).toEqual(
    ["workflow_headers[2]", "auth_workflow_headers[1]"].map(
      (header) =>
        `${header}.value: a literal in the code, which will be in the state; use fromEnvironment("NAME") instead [acknowledge: "literal-secret"]`,
    ),
  );
  const variable = new TerraformVariable(emptyStack(), "token", { sensitive: true }).stringValue;
  expect([`Bearer ${fromEnvironment("TOKEN")}`, variable, undefined].map(warnings)).toEqual([[], [], []]);
});

test("a warning about a derived id names it, unless only Terraform knows it", () => {
  const stack = emptyStack();
  const { stringValue } = new TerraformVariable(stack, "name", {});
  const warned = [
    new Segment(stack, "known", { name: "Beta users", type: "id_list" }),
    new Segment(stack, "unknown", { ...segment, name: stringValue }),
    new Segment(stack, "given", { ...segment, id: "beta_users" }),
    new Experiment(stack, "adopted", { ...experiment, id: undefined, adopt: true }),
  ].map(warningsOf);
  expect(warned).toEqual([
    [
      expect.stringMatching(
        /would create another.*id: "Beta users" to keep this one, or "Beta_users" before its first deploy/,
      ),
    ],
    [expect.not.stringContaining('id: "')],
    [],
    [expect.stringContaining("would adopt another entity")],
  ]);
});
