import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Manifest, TerraformStack, TerraformVariable } from "cdktf";
import {
  AssignmentSource,
  Experiment,
  ExperimentationService,
  fromEnvironment,
  IngestionSource,
  MetricSource,
  PromptVersion,
  Segment,
} from "../../../lib";
import { type WarningName, warningNames } from "../../../lib/terraform/warnings/warning-names";
import { assignmentSource, experiment, ingestionSource, metricSource, segment } from "../entities";
import { emptyStack, outputDirectory, synth, synthAll, warningsOf } from "../synth";

describe("a warning about the enterprise tier", () => {
  test("is shown once in a stack, at the first construct that does not acknowledge it", () => {
    const stack = emptyStack();
    const team = "growth";
    const quiet = new Experiment(stack, "quiet", { ...experiment, team, acknowledge: ["enterprise-only"] });
    const first = new MetricSource(stack, "first", { ...metricSource, team });
    const second = new AssignmentSource(stack, "second", { ...assignmentSource, teamID: "7" });
    expect([quiet, first, second].map((construct) => warningsOf(construct).length)).toEqual([0, 1, 0]);
    expect(warningsOf(first)).toEqual([
      'team: accepted by the service in the enterprise tier only [acknowledge: "enterprise-only"]',
    ]);
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

describe("a warning about a secret in the code", () => {
  const warnings = (value: string | undefined) =>
    warningsOf(
      new PromptVersion(emptyStack(), "bot", {
        promptID: "bot",
        workflow_headers: [{ name: "Accept", value: "text/plain" }],
        auth_workflow_headers: [{ name: "Accept" }, { name: "Authorization", value }],
      }),
    );

  test("is shown for a literal header value, without the value", () => {
    expect(warnings("Bearer hunter2")).toEqual([
      'auth_workflow_headers[1].value: a literal in the code, which will be in the state; use fromEnvironment("NAME") instead [acknowledge: "literal-secret"]',
    ]);
  });

  test.each([
    ["Authorization", 1],
    ["proxy-authorization", 1],
    ["COOKIE", 1],
    ["X-Api-Key", 1],
    ["x-auth-token", 1],
    ["X-Client-Secret", 1],
    ["Ocp-Apim-Subscription-Key", 1],
    ["Accept", 0],
    ["Content-Type", 0],
    ["X-Max-Tokens", 0],
    ["Idempotency-Key", 0],
    [undefined, 0],
  ])("is shown for a header of the workflow by its name: %s", (name, count) => {
    const workflow_headers = [
      { name: "Accept", value: "text/plain" },
      { name, value: "hunter2" },
    ];
    const shown = warningsOf(new PromptVersion(emptyStack(), "bot", { promptID: "bot", workflow_headers }));
    expect(shown).toEqual(
      Array(count).fill(
        'workflow_headers[1].value: a literal in the code, which will be in the state; use fromEnvironment("NAME") instead [acknowledge: "literal-secret"]',
      ),
    );
  });

  test("is not shown for one from the environment or from Terraform, or for none", () => {
    const variable = new TerraformVariable(emptyStack(), "token", { sensitive: true }).stringValue;
    for (const value of [`Bearer ${fromEnvironment("TOKEN")}`, variable, undefined])
      expect(warnings(value)).toEqual([]);
  });
});

describe("a warning about a derived id", () => {
  test("is shown for a segment as for an experiment, and says how to keep the id", () => {
    expect(warningsOf(new Segment(emptyStack(), "beta", { name: "Beta users", type: "id_list" }))).toEqual([
      'id: derived from the name, so a new name would create another entity; set id: "Beta users" to keep this one [acknowledge: "derived-id"]',
    ]);
    expect(warningsOf(new Segment(emptyStack(), "beta", { ...segment, id: "beta_users" }))).toEqual([]);
  });

  test("names no id where only Terraform knows the name", () => {
    const stack = emptyStack();
    const name = new TerraformVariable(stack, "name", {}).stringValue;
    expect(warningsOf(new Segment(stack, "beta", { ...segment, name }))).toEqual([
      'id: derived from the name, so a new name would create another entity [acknowledge: "derived-id"]',
    ]);
  });
});

test("a warning about a create without update is shown where an update lacks fields, not where the kind has none", () => {
  const stack = emptyStack();
  expect(warningsOf(new IngestionSource(stack, "a", { type: "s3", source_name: "x" }))).toEqual([
    'dataset: missing, and an update requires it, so this ingestion source can be created but not changed [acknowledge: "create-only"]',
  ]);
  expect(warningsOf(new IngestionSource(stack, "b", ingestionSource))).toEqual([]);
  expect(warningsOf(new Segment(stack, "c", { ...segment, id: "c_c" }))).toEqual([]);
});

test("warnings appear at the construct that they are about, and stop nothing", () => {
  const find = synthAll((app) => {
    const stack = new TerraformStack(app, "stack");
    new ExperimentationService(stack, "service");
    new Experiment(stack, "button", { ...experiment, groups: [] as const, turboMode: true });
    expect(warningsOf(stack.node.findChild("button") as Experiment)).toHaveLength(1);
    expect(warningsOf(stack)).toHaveLength(1);
  });
  expect(find("stack").resourceNames).toHaveLength(2);
});

test("the command line gets each warning with its construct and field; a construct is silent about what it acknowledges alone", () => {
  const groups = [
    { id: "a", name: "A", size: 50 },
    { id: "a", name: "A", size: 49 },
  ];
  const fields = { groups, controlGroupID: "b", launchedGroupID: "c", scheduledReloadDays: [1, 1], team: "growth" };
  const shown = (...acknowledge: WarningName[]) => {
    const directory = outputDirectory();
    synth((stack) => {
      new Experiment(stack, "checkout", { ...experiment, ...fields, id: undefined, acknowledge });
      new Experiment(stack, "decided", { ...experiment, id: "decided", status: "decision_made", acknowledge });
      const { hypothesis, ...lacking } = experiment;
      new Experiment(stack, "partial", { ...lacking, id: "partial", acknowledge });
      new Segment(stack, "beta", { ...segment, adopt: true, id: "beta", acknowledge });
      const auth_workflow_headers = [{ name: "Authorization", value: "literal" }];
      new PromptVersion(stack, "bot", { promptID: "bot", auth_workflow_headers, acknowledge });
    }, directory);
    const { stacks } = JSON.parse(readFileSync(join(directory, Manifest.fileName), "utf8")) as {
      readonly stacks: { readonly stack: { readonly annotations: readonly Record<string, string>[] } };
    };
    return stacks.stack.annotations.map(({ constructPath, message = "" }) =>
      message.replace(/^([^:]+): .* \[acknowledge: "(.*)"\]$/, `${constructPath} $1 $2`),
    );
  };
  const all = [
    "stack/checkout id derived-id",
    "stack/checkout groups group-sizes",
    "stack/checkout groups group-ids",
    "stack/checkout groups group-names",
    "stack/checkout controlGroupID control-group",
    "stack/checkout launchedGroupID launched-group",
    "stack/checkout scheduledReloadDays warehouse-only",
    "stack/checkout scheduledReloadDays reload-days",
    "stack/checkout team enterprise-only",
    "stack/decided launchedGroupID decision-without-launched-group",
    "stack/partial hypothesis create-only",
    "stack/beta adopt adopt-without-call",
    "stack/bot auth_workflow_headers[0].value literal-secret",
  ];
  expect(shown()).toEqual(all);
  for (const name of warningNames) {
    expect([name, shown(name)]).toEqual([name, all.filter((each) => !each.endsWith(` ${name}`))]);
  }
});
