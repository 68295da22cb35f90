import { basename } from "node:path";
import { TerraformOutput, TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, IngestionSource, PromptVersion, Segment } from "../../../lib";
import { accessTo, deployment } from "../../support/deployment";
import {
  assignmentSource,
  type Build,
  experiment,
  ingestionSource,
  promptVersion,
  segment,
} from "../../support/samples";

const values = { text: "hunter2-in-text", amount: 7246130582.5, list: ["hunter2-in-list"], name: "hunter2-name" };

/** Traces of the values above, however they are written. */
const TRACE = /hunter2|7246130582/;

/** Entities of all kinds with sensitive values whole, in texts, deep inside, and as a name. */
const withSensitive: Build = (stack) => {
  const variable = (name: string, type: string) => new TerraformVariable(stack, name, { type, sensitive: true });
  const text = variable("text", "string").stringValue;
  const amount = variable("amount", "number").numberValue;
  const list = variable("list", "list(string)").listValue;
  const name = variable("name", "string").stringValue;
  const exposures = new AssignmentSource(stack, "exposures", { ...assignmentSource, name, sql: `-- ${text}` });
  new Experiment(stack, "checkout", {
    ...experiment,
    description: text,
    layerID: `layer ${text}`,
    tags: list,
    assignmentSourceName: exposures.name,
    groups: [{ id: "control", parameterValues: { amount, deep: [{ text: `of ${text}` }] } }],
  });
  new Segment(stack, "beta", {
    ...segment,
    rules: [{ passPercentage: amount, conditions: [{ targetValue: list }] }],
  });
  new IngestionSource(stack, "revenue", { ...ingestionSource, query: text, column_mapping: { unit_id: text } });
  new PromptVersion(stack, "support", {
    ...promptVersion,
    id: undefined,
    max_tokens: amount,
    prompts: [{ content: text }],
  });
  new TerraformOutput(stack, "source", { value: exposures.name, sensitive: true });
};

test("a sensitive value arrives, and is in no output of plan, apply and show, and in no file but Terraform's own", () =>
  deployment(
    async (service) => {
      const { output: planned } = await service.plan(withSensitive);
      await service.workspace.shownPlan();
      const { output: applied, calls } = await service.applyPlanned();
      const { output: shown } = await service.workspace.terraform(["show"]);
      const { output: again, isEmpty } = await service.plan(withSensitive);

      expect(calls).toHaveLength(6);
      expect(service.emulator.record("experiment", "checkout_button")).toMatchObject({
        description: values.text,
        layerID: `layer ${values.text}`,
        tags: values.list,
        assignmentSourceName: values.name,
        groups: [{ parameterValues: { amount: values.amount, deep: [{ text: `of ${values.text}` }] } }],
      });
      expect(service.emulator.record("assignment_source", values.name)).toMatchObject({ sql: `-- ${values.text}` });
      expect(isEmpty).toBe(true);
      expect([planned, applied, shown, again].join()).not.toMatch(TRACE);
      expect(planned).toContain("(sensitive value)");
      const all = [...(await service.workspace.files())];
      const files = all.filter(([, content]) => TRACE.test(content.toString("latin1")));
      expect(files.map(([path]) => basename(path)).sort()).toEqual(["terraform.stack.tfstate", "tfplan.json"]);

      const environment = { TF_VAR_text: "hunter2-changed", TF_VAR_amount: "7246130582.7" };
      const { output, exitCode } = await service.workspace.plan({ environment });
      expect(exitCode).toBe(1);
      expect(output).toContain("(stack/beta): rules changed, but the service has no");
      expect(output).toContain("(stack/checkout): layerID cannot change after");
      expect(output).not.toMatch(TRACE);
    },
    {
      environment: (emulator) => ({
        ...accessTo(emulator),
        TF_VAR_text: values.text,
        TF_VAR_amount: `${values.amount}`,
        TF_VAR_list: JSON.stringify(values.list),
        TF_VAR_name: values.name,
      }),
    },
  ));
