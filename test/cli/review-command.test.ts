import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CloudBackend, LocalBackend, NamedCloudWorkspace } from "cdktf";
import { startEmulator } from "../../lib/emulator";
import type { ReviewJson } from "../e2e/reviewed";
import { accessTo } from "../support/deployment";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  aSegment,
  aService,
  type Build,
  experiment,
  metricSource,
  together,
} from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";
import { terraform, terraformEnvironment } from "../support/terraform";
import { aProject, type CommandOptions, command, synthesise } from "./command";

const root = temporaryFolder();
let count = 0;

interface App extends CommandOptions {
  readonly directory: string;
}

/** An app with a plan for each of its stacks, as `cdktf diff` leaves them, and what the review finds around it. */
async function plannedApp(stacks: Readonly<Record<string, Build>>): Promise<App> {
  const app = await newApp();
  synth(app, stacks);
  for (const name of Object.keys(stacks)) {
    for (const argv of [["init"], ["plan", "-out=plan"]]) await terraform(folderOf(app, name), argv);
  }
  return app;
}

/** An app that is deployed to an emulator, then changed, and planned. */
async function changedApp(former: Build, changed: Build): Promise<App> {
  const app = await newApp();
  synth(app, { checkout: former });
  await terraform(folderOf(app), ["init"]);
  const service = await startEmulator();
  await terraform(folderOf(app), ["apply", "-auto-approve"], accessTo(service)).finally(() => service.close());
  synth(app, { checkout: changed });
  await terraform(folderOf(app), ["plan", "-out=plan"]);
  return app;
}

async function newApp(): Promise<App> {
  const directory = join(root, `${++count}`);
  mkdirSync(join(directory, "cdktf.out"), { recursive: true });
  return { directory, environment: await terraformEnvironment(root) };
}

function folderOf({ directory }: App, stack = "checkout"): string {
  return join(directory, "cdktf.out/stacks", stack);
}

/** Synthesises stacks whose states lie in their own folders. */
function synth({ directory }: App, stacks: Readonly<Record<string, Build>>): void {
  const local: Build = (stack) => void new LocalBackend(stack, { path: "terraform.tfstate" });
  const withState = Object.entries(stacks).map(([name, build]) => [name, together(local, build)] as const);
  synthesise(join(directory, "cdktf.out"), Object.fromEntries(withState));
}

/** An app that several tests look at; none may change it. */
let plain: App;
beforeAll(async () => {
  plain = await plannedApp({ checkout: anExperiment() });
});

test("all stacks of an app are reviewed, or those that are named; what else is of the same service is said", async () => {
  const app = await plannedApp({
    sources: together(aService(), anAssignmentSource()),
    tests: anExperiment({ controlGroupID: "nobody", acknowledge: ["start-incomplete"] }),
    production: together(aService({ apiKeyVariable: "OTHER" }), aSegment()),
  });
  const reviewed = async (...names: string[]) => {
    const { stdout } = await command(["review", ...names, "--format", "json"], app);
    const { stacks } = JSON.parse(stdout) as { stacks: { name: string; notes: string[] }[] };
    return stacks.map(({ name, notes }) => [name, ...notes.filter((text) => /not looked|synth warns/.test(text))]);
  };
  const warning = expect.stringMatching(/^synth warns of tests\/checkout: controlGroupID: .*"control-group"\]$/);

  expect(await reviewed()).toEqual([["production"], ["sources"], ["tests", warning]]);
  const unseen = "not looked at, though of the same service: stack sources";
  expect(await reviewed("t*", "prod*")).toEqual([["production"], ["tests", warning, unseen]]);
});

test("a terminal gets colours, and lines no wider than it is", async () => {
  const { stdout } = await command(["review"], { ...plain, isTTY: true, columns: 60 });
  expect(stdout).toContain("\u001b[31m!");
  expect(stripVTControlCharacters(stdout)).not.toMatch(/^.{61}/m);
});

test("--accept lets a risk pass for this once, also of what left the code; without it, --strict says what would", async () => {
  const left = await changedApp(
    anExperiment({ acknowledge: ["start-incomplete"] }),
    anExperiment({ id: "other", name: "Other", status: "decision_made" }),
  );
  const strict = (...accepted: string[]) =>
    command(["review", "--strict", "--format", "json", ...accepted.flatMap((each) => ["--accept", each])], left);
  const unmanaged = "running-unmanaged:experiment/checkout_button";
  const decision = "decision-without-launched-group:experiment/other";

  const refused = await strict();
  expect([refused.exitCode, JSON.parse(refused.stdout).stacks]).toMatchObject([1, [{ name: "checkout" }]]);
  expect(refused.stderr.split("\n").slice(0, 3)).toEqual([
    "error: 2 risks need a decision",
    "  - decision-without-launched-group: experiment other (checkout/checkout)",
    "  - running-unmanaged: experiment checkout_button",
  ]);
  expect(refused.stderr).toContain(`: --accept ${decision} --accept ${unmanaged}\n`);
  const [ofDeclared, ofLeft] = [await strict(unmanaged), await strict(decision)].map(({ stderr }) => stderr);
  expect(ofDeclared).toContain("error: 1 risk needs a decision\n  - decision-");
  expect(ofDeclared).toContain("set acknowledge");
  // it has no construct that could
  expect(ofLeft).toContain("error: 1 risk needs a decision\n  - running-");
  expect(ofLeft).not.toContain("set acknowledge");
  const accepted = await strict(unmanaged, decision);
  expect([accepted.exitCode, accepted.stderr]).toEqual([0, ""]);
  expect(accepted.stdout.match(/"accepted": true/g)).toHaveLength(2);
  for (const [wrong, advice] of [
    ["ramp:experiment/banner", `--accept ${decision} --accept ${unmanaged}`],
    ["running-design", "--accept running-design: "],
  ] as const) {
    expect(await strict(wrong)).toEqual({ exitCode: 2, stdout: "", stderr: expect.stringContaining(advice) });
  }
});

test("of one entity in two stacks, --strict says which each risk is of, and what would accept both is refused", async () => {
  const app = await plannedApp({ production: anExperiment(), staging: anExperiment() });
  const risks = ["production", "staging"].map((stack) => `start-incomplete:${stack}/experiment/checkout_button`);
  const options = risks.map((text) => `--accept ${text}`).join(" ");

  const undecided = await command(["review", "--strict"], app);
  expect(undecided).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`: ${options}\n`) });
  expect(undecided.stderr).toContain("  - start-incomplete: staging: experiment checkout_button");
  const both = ["review", "--strict", "--accept", "start-incomplete:experiment/checkout_button"];
  expect(await command(both, app)).toEqual({ exitCode: 2, stdout: "", stderr: expect.stringContaining(options) });
});

test("one run writes a page and a comment, with a link to the commit of the CI system", async () => {
  const argv = ["review", "--out", "both.html", "--out", "both.md", "--limit", "20000"];
  const variables = { GITLAB_CI: "true", CI_COMMIT_SHA: "0123456789abcdef", CI_PROJECT_DIR: plain.directory };
  const environment = { ...plain.environment, ...variables, CI_PROJECT_URL: "https://gitlab.example/shop" };
  expect(await command(argv, { ...plain, environment })).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  expect(readFileSync(join(plain.directory, "both.html"), "utf8")).toMatch(/^<!DOCTYPE html>[\s\S]*0123456789ab</);
  expect(readFileSync(join(plain.directory, "both.md"), "utf8")).toContain(
    "[`0123456789ab`](https://gitlab.example/shop/-/commit/0123456789abcdef)",
  );
  expect(await command(["review", "--out", "missing/review.html"], plain)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("missing/review.html cannot be written: there is no directory missing"),
  });
});

test("a plan is shown by Terraform, or given as its JSON in a file or from standard input", async () => {
  const json = await terraform(folderOf(plain), ["show", "-json", "plan"]);
  writeFileSync(join(plain.directory, "plan.json"), json);
  // as `>` of Windows PowerShell writes it
  writeFileSync(join(plain.directory, "utf-16.json"), `\ufeff${json}`, "utf16le");
  // in a path with a space, and it asks a question
  const TERRAFORM_BINARY_NAME = join(plain.directory, "open tofu");
  writeFileSync(TERRAFORM_BINARY_NAME, '#!/bin/sh\ncat > answer\nexec terraform "$@"\n', { mode: 0o755 });
  const environment = { ...plain.environment, TERRAFORM_BINARY_NAME };
  const expected = await command(["review"], { ...plain, environment });
  expect(expected).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("start-incomplete"), stderr: "" });
  expect(readFileSync(join(folderOf(plain), "answer"), "utf8")).toBe("");

  for (const file of ["cdktf.out/stacks/checkout/plan", "plan.json", "utf-16.json", "-"]) {
    expect(await command(["review", "--plan", file], { ...plain, stdin: json })).toEqual(expected);
  }
});

test("--records tells what the service has: what changes of it, what somebody did by hand, and nothing that is unknown", async () => {
  const ready = { controlGroupID: "control", primaryMetrics: [{ name: "orders" }] };
  const app = await changedApp(
    together(anExperiment(ready), aMetricSource()),
    together(
      anExperiment({ ...ready, allocation: 60, acknowledge: ["status-step", "ramp"] }),
      aMetricSource(),
      anExperiment({ ...ready, id: "old", adopt: true }, "old"),
      anExperiment({ ...ready, id: "part", adopt: true }, "part"),
      anExperiment({ ...ready, id: "taken", status: "setup" }, "taken"),
    ),
  );
  const records = [
    { ...experiment, ...ready, allocation: 55, status: "experiment_stopped" },
    { ...experiment, ...ready, id: "old", description: "Another." },
    { id: "part", allocation: 40 },
    { ...experiment, id: "taken" },
    { ...metricSource, sourceType: "query", sql: "select 2" },
  ];
  const reviewed = async (content: unknown) => {
    writeFileSync(join(app.directory, "records.json"), JSON.stringify(content));
    const argv = ["review", "--records", "records.json", "--strict", "--format", "json"];
    const { exitCode, stdout, stderr } = await command(argv, app);
    const [{ changes, notes } = { changes: [], notes: [] }] = (JSON.parse(stdout) as ReviewJson).stacks;
    const ofRecords = notes.filter((text) => /record|in the service|the service has|acknowledges/.test(text));
    return { exitCode, stderr, changes, notes: ofRecords };
  };

  expect((await command(["review", "--strict"], app)).stderr).toContain("next: give records of what the service has");
  const { exitCode, stderr, changes, notes } = await reviewed(records);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining("next: change it; or,")]);
  const named = (...names: string[]) => names.map((name) => ({ name }));
  const described = { path: "description", before: "Another.", after: experiment.description };
  expect(changes).toMatchObject([
    { transition: "starts", risks: named("status-step", "overwrites-by-hand") },
    { action: "adopt", risks: [], fields: [described] },
    { risks: named("unknown-before") },
    { risks: [] },
  ]);
  const idle = expect.stringMatching(/^experiment checkout_button .* acknowledges ramp, and there is nothing of it/);
  expect(notes).toEqual([
    idle,
    expect.stringMatching(/^the service has experiment taken already: .*adopt: true/),
    expect.stringMatching(/^in the service, metric source orders differs .* drift$/),
  ]);

  // what cannot be read leaves the review undone, whatever it has found
  const partial = await reviewed([records[0], { a: 1 }]);
  expect([partial.exitCode, partial.stderr]).toEqual([
    2,
    expect.stringMatching(/^error: 3 risks [\s\S]* {2}- records\.json, record 2: it is no record/),
  ]);
  expect(partial.notes).toEqual([
    idle,
    expect.stringContaining("experiment old, experiment part"),
    expect.stringContaining("records.json, record 2: it is no record"),
  ]);
  const { stderr: unread } = await command(["review", "--records", "records.json"], app);
  expect(unread).toMatch(/^error: 1 record could not be read\n {2}- records\.json, record 2: /);
});

describe("what cannot be reviewed is refused with what to run:", () => {
  let app: App;
  beforeEach(() => {
    app = { ...plain, directory: join(root, `${++count}`) };
    cpSync(plain.directory, app.directory, { recursive: true, verbatimSymlinks: true });
  });

  /** What a review says that could not be made. */
  async function refused(argv: readonly string[], options: CommandOptions = {}): Promise<string> {
    const result = await command(["review", ...argv], { ...app, ...options });
    expect([result.exitCode, result.stdout]).toEqual([2, ""]);
    return result.stderr;
  }

  test("no plan", async () => {
    rmSync(join(folderOf(app), "plan"));

    expect(await refused([])).toContain('there is no plan of "checkout"\n  next: run npx cdktf diff checkout');
    expect(await refused(["--plan", "plan"])).toContain("plan cannot be read: there is no such file or directory");
    expect(await refused(["--plan", "-", "--records", "-"])).toContain("both read standard input");
    synth(app, { one: anExperiment(), two: aMetricSource() });
    expect(await refused(["--plan", "plan"])).toContain("--plan is for one stack, and there are 2: one, two\n");
  });

  test("no plan where cdktf makes none, as it runs elsewhere", async () => {
    const remote: Build = (stack) =>
      void new CloudBackend(stack, { organization: "example", workspaces: new NamedCloudWorkspace("checkout") });
    synthesise(join(app.directory, "cdktf.out"), { checkout: together(remote, anExperiment()) });
    rmSync(join(folderOf(app), "plan"));
    const next = "next: run `terraform -chdir=cdktf.out/stacks/checkout plan -out=plan`";
    expect(await refused([])).toContain(next);

    const { directory } = aProject({ checkout: together(remote, anExperiment()) }, "cdktf.out", true);
    expect(await refused([], { directory })).toContain(next);
  });

  test.each<[string, string | Buffer, string, string?]>([
    ["a state", '{"format_version":"1.0","terraform_version":"1.11.4","values":{}}', "it is a state"],
    ["an empty state", '{"format_version":"1.0"}', "it is a state"],
    ["a state file", '{"version":4,"serial":1,"lineage":"a","resources":[]}', "it is a state file"],
    [
      "a version",
      '{"terraform_version":"1.11.4","platform":"linux"}',
      "it is what another command of Terraform prints",
    ],
    ["a request file", '{"version":2,"construct":"checkout/a","steps":[]}', "it is a request file"],
    ["a plan in a list", '[{"format_version":"1.2","planned_values":{}}]', "it is a list, and a plan is an object"],
    [
      "a plan for people",
      "Terraform will perform the following actions:\n\nPlan: 1 to add, 0 to change",
      "it is the text",
    ],
    ["nothing", "\n", "it is empty"],
    ["a conflict", '<<<<<<< HEAD\n{"a":1}\n=======\n', "it has the rest of a conflict of git"],
    ["the log of a plan", '{"@level":"info","@message":"a"}\n{}\n', "it is the log of `terraform plan -json`"],
    ["several values", '{"a":1}\n{"b":2}', "it is several JSON values"],
    ["half of a plan", '{"format_version":"1.2","planned_values":{', "it ends in the middle"],
    ["a plan that is not UTF-8", Buffer.from('{"format_version":"1.2","a":"\xfc"}', "latin1"), "it is not UTF-8"],
  ])("%s, given as the JSON of a plan", async (_, content, what) => {
    writeFileSync(join(app.directory, "given"), content);

    const said = await refused(["--plan", "given"]);
    expect(said).toContain(`checkout: what was given is no plan: ${what}`);
    expect(said).toContain(
      "next: give the plan file itself by --plan, or what `terraform show -json PLAN_FILE` prints",
    );
  });

  test("an archive on standard input", async () => {
    expect(await refused(["--plan", "-"], { stdin: "PK\u0003\u0004" })).toContain(
      "it is a plan file, and not its JSON",
    );
  });

  test("what is neither an archive nor JSON of a plan, in the words of Terraform, which can show what runs elsewhere", async () => {
    const cloud = '{"remote_plan_format":1,"run_id":"run-1","hostname":"app.example.com"}';
    for (const content of [cloud, '{"meta":{},"encrypted_data":"AAAA","encryption_version":"v0"}', "no plan"]) {
      writeFileSync(join(folderOf(app), "plan"), content);
      const said = await refused([]);
      expect(said).toMatch(/terraform cannot show the plan .*plan\n {2}- /);
      // what Terraform asks for is a report of its own crash, or nothing
      expect(said).toMatch(/next: run .*cdktf diff checkout, or give a plan file, .* by --plan, and review again\n/);
    }
  });

  test("request files that a formatter has written anew, whose remedy is another synth and no plan", async () => {
    const file = join(folderOf(app), "requests/experiment_checkout_button.json");
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8"))));

    const said = await refused([]);
    expect(said).toContain("- requests/experiment_checkout_button.json\n  next: run npx cdktf synth");
    synth(app, { checkout: anExperiment() });
    expect((await command(["review"], app)).exitCode).toBe(0);
  });

  test("a plan of another synthesis", async () => {
    synth(app, { checkout: anExperiment({ allocation: 20 }) });
    expect(await refused([])).toMatch(/\n {2}- checkout\/checkout is not as .*\n {2}next: run npx cdktf diff checkout/);
  });

  test("a file that Terraform cannot show, and a Terraform that is not there", async () => {
    const plan = join(folderOf(app), "plan");
    writeFileSync(plan, readFileSync(plan).subarray(0, 500));

    const torn = await refused([]);
    expect(torn).toContain(`terraform cannot show the plan ${plan}\n  - `);
    expect(torn).toContain("next: run npx cdktf diff checkout, or give a plan file, ");
    // Node tells of the first one later, and throws the second one at once, as it does for a .cmd on Windows
    writeFileSync(join(root, "file"), "");
    for (const missing of ["no-terraform", "file/terraform"]) {
      const TERRAFORM_BINARY_NAME = join(root, missing);
      const said = await refused([], { environment: { ...app.environment, TERRAFORM_BINARY_NAME } });
      expect(said).toMatch(/^error: cannot run ".*terraform": .*\n {2}next: put terraform on PATH, or name it by /);
    }
  });

  test("a plan that was applied", async () => {
    const folder = folderOf(app);
    synth(app, { checkout: aSegment({ adopt: true }) });
    await terraform(folder, ["plan", "-out=plan"]);
    const planned = { ...app, stdin: await terraform(folder, ["show", "-json", "plan"]) };
    expect((await command(["review"], app)).exitCode).toBe(0);
    await terraform(folder, ["apply", "plan"]);
    // the state of another workspace, or another file, is not the one that was planned
    mkdirSync(join(folder, "elsewhere"));
    const backend = { type: "local", config: { path: "other.tfstate" } };
    writeFileSync(join(folder, "elsewhere/terraform.tfstate"), JSON.stringify({ backend }));
    for (const other of [{ TF_WORKSPACE: "production" }, { TF_DATA_DIR: "elsewhere" }]) {
      const options = { ...planned, environment: Object.assign({}, app.environment, other) };
      expect((await command(["review", "--plan", "-"], options)).exitCode).toBe(0);
    }
    expect(await refused([])).toContain("the plan was applied already");
    // never initialised here: its state is where the stack says
    rmSync(join(folder, ".terraform"), { recursive: true });
    expect(await refused(["--plan", "-"], planned)).toContain("the plan was applied already");
  });
});

test("arguments that the user gives to calls of Terraform do not reach the one that shows a plan", async () => {
  const environment = { ...plain.environment, TF_CLI_ARGS: "-input=false", TF_CLI_ARGS_show: "-parallelism=1" };
  expect((await command(["review"], { ...plain, environment })).exitCode).toBe(0);
});

describe("of a plan whose JSON was given,", () => {
  const groups = (treatment: string) => [
    { id: "control", name: "Control", size: 50, parameterValues: { price: "5 €", größe: "Größe" } },
    { id: "treat", name: "Treat", size: 50, parameterValues: { price: treatment, größe: "cafe\u0301" } },
  ];
  let app: App;
  let json: string;
  beforeAll(async () => {
    const [before, after] = ["5 €", "5 £"].map((price) => anExperiment({ status: "active", groups: groups(price) }));
    app = await changedApp(before as Build, after as Build);
    json = await terraform(folderOf(app), ["show", "-json", "plan"]);
  });

  test.each<[string, (text: string) => string]>([
    ["UTF-8", (text) => text],
    [
      "escapes",
      (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ],
    ["another normal form", (text) => text.normalize("NFD")],
  ])("texts as %s are those that synth wrote", async (_, change) => {
    const { exitCode, stderr } = await command(["review", "--strict", "--plan", "-"], { ...app, stdin: change(json) });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("running-treatment")]);
  });

  test.each<[string, (text: string) => string]>([
    ["question marks, as a pipe of Windows PowerShell 5.1 writes", (text) => text.replace(/[^\0-\x7f]/g, "?")],
    ["the sign of a decoder that could not read", (text) => text.replace(/[^\0-\x7f]/g, "\ufffd")],
    ["nothing", (text) => text.replace(/[^\0-\x7f]/g, "")],
    ["other letters", (text) => Buffer.from(text).toString("latin1")],
  ])("%s in place of what is beyond ASCII is refused: a risk could not be seen", async (_, change) => {
    const result = await command(["review", "--strict", "--plan", "-"], { ...app, stdin: change(json) });
    expect(result).toMatchObject({ exitCode: 2, stdout: "" });
    expect(result.stderr).toContain("- checkout/checkout: groups\n");
  });
});
