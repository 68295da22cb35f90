import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fn, TerraformVariable } from "cdktf";
import { ExperimentationService, fromEnvironment, MetricSource, PromptVersion } from "../../lib";
import {
  aMetricSource,
  anExperiment,
  anIngestionSource,
  aSegment,
  type Build,
  metricSource,
  promptVersion,
  together,
} from "../support/samples";
import { aProject, command, temporaryFolder } from "./command";

async function requests(build: Build, ...options: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await aProject(build).run(["requests", ...options]);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout;
}

test("of each entity is said when its calls are made, and why there is none", async () => {
  const text = await requests(
    together(
      anExperiment({ id: "plain" }, "a"),
      anExperiment({ id: "linked", links: [{ url: "https://wiki.example.com" }] }, "b"),
      anExperiment({ id: "left", ignoreChanges: true }, "c"),
      anExperiment({ id: "alone", ignoreChanges: true, adopt: true }, "d"),
      aSegment({ adopt: true }, "e"),
    ),
  );
  expect(text.match(/(?<=^ {2})(?:first|each|only|no) .*/gm)).toEqual([
    "first deploy: POST /console/v1/experiments",
    "each change: POST /console/v1/experiments/plain",
    "first deploy: POST /console/v1/experiments",
    "first deploy and each change: POST /console/v1/experiments/linked",
    "first deploy: POST /console/v1/experiments",
    "only with -replace: POST /console/v1/experiments/left",
    "no call: it is adopted, and its changes are ignored",
    "no call: it is adopted, and cannot be updated",
  ]);
});

test("what only the deploy knows is marked, and cannot be mistaken for text", async () => {
  const text = await requests((stack) => {
    const schema = new TerraformVariable(stack, "schema", { type: "string" });
    new MetricSource(stack, "orders", { ...metricSource, sql: `select * from ${schema.stringValue}.orders` });
    new MetricSource(stack, "honest", { ...metricSource, name: "honest", sql: "(known to Terraform)" });
    new PromptVersion(stack, "support", {
      ...promptVersion,
      promptID: schema.stringValue,
      auth_workflow_headers: [{ name: "Authorization", value: `Bearer ${fromEnvironment("BOT_TOKEN")}` }],
    });
  });

  expect(text).toContain(`sql: "select * from " + (known to Terraform) + ".orders"`);
  expect(text).toContain(`sql: "(known to Terraform)"`);
  expect(text).toContain(`auth_workflow_headers[0].value: "Bearer " + (environment variable BOT_TOKEN)`);
  expect(text).toContain("POST /console/v1/prompts/(known to Terraform)/versions");
  expect(text).toContain("prompt version (named during the deploy) (support)");
});

test("the settings of the service are shown, and said again where they change", async () => {
  const text = await requests((stack) => {
    const review = new TerraformVariable(stack, "review", { type: "string" });
    const production = new ExperimentationService(stack, "production", {
      baseUrl: "https://console.example.com",
      apiKeyVariable: "PRODUCTION_KEY",
      vendor: "acme",
      respectReviewSettings: review.stringValue,
    });
    const staging = new ExperimentationService(stack, "staging", { baseUrl: Fn.format("https://%s", ["x"]) });
    aMetricSource({ service: production })(stack);
    new MetricSource(stack, "orders-2", { ...metricSource, name: "orders 2", service: production });
    new MetricSource(stack, "orders-3", { ...metricSource, name: "orders 3", service: staging });
  });

  expect(text.split("\n").filter((line) => line.startsWith("to "))).toEqual([
    "to https://console.example.com, with the API key in PRODUCTION_KEY, vendor acme, x-respect-review-settings: (known to Terraform)",
    "to (known to Terraform), with the API key in SERVICE_API_KEY",
  ]);
  expect(text).toContain('idTypeMapping[0].acmeUnitID: "userID"');
});

test("--format json prints the calls as data, with the deferred beside", async () => {
  const build: Build = (stack) => {
    const schema = new TerraformVariable(stack, "schema", { type: "string" });
    new PromptVersion(stack, "support", {
      id: "v1",
      promptID: schema.stringValue,
      description: "two\nlines \\u000a and more",
      model: fromEnvironment("MODEL"),
    });
  };
  expect(JSON.parse(await requests(build, "--format", "json"))).toEqual([
    {
      construct: "support",
      kind: "prompt_version",
      name: null,
      action: "create",
      atFirstDeploy: true,
      atLaterChange: false,
      method: "POST",
      path: "/console/v1/prompts/{id}/versions",
      body: { id: "v1", description: "two\nlines \\u000a and more", model: null },
      deferred: [
        { at: "/parameters/id", parts: [{ terraform: 0 }] },
        { at: "/body/model", parts: [{ environment: "MODEL" }] },
      ],
    },
  ]);
});

test("HCL stacks have the same calls", async () => {
  const build = together(aSegment(), anExperiment({ ignoreChanges: true }));
  const { run, read } = aProject(build, "cdktf.out", true);
  expect((await run(["requests"])).stdout).toBe(await requests(build));
  expect(read("cdktf.out/stacks/checkout/cdk.tf")).toMatch(/^ *postcondition \{$/m);
});

describe("of several stacks", () => {
  const { run } = aProject({ staging: aSegment(), production: anExperiment(), other: () => {} });

  test("all are printed, and their calls counted; JSON says of which stack a call is", async () => {
    const { stdout } = await run(["requests"]);
    expect(stdout.match(/^\w+$/gm)).toEqual(["other", "production", "staging"]);
    expect(stdout).toContain("other\n  no call\n");
    expect(stdout).toMatch(/^3 stacks: 2 calls when all is deployed for the first time\n/);
    const json = await run(["requests", "--format", "json"]);
    expect((JSON.parse(json.stdout) as { stack: string }[]).map(({ stack }) => stack)).toEqual([
      "production",
      "production",
      "staging",
    ]);
  });

  test.each([
    ["staging other", ["other", "staging"]],
    ["*", ["other", "production", "staging"]],
    ["*g st* p*d*n", ["production", "staging"]],
  ])("those that are named by %j are printed", async (names, printed) => {
    const { stdout } = await run(["requests", ...names.split(" ")]);
    expect(stdout.match(/^\w+$/gm)).toEqual(printed);
  });

  test.each(["stagin", "*-st.ging"])("%j, which is none, is an error that names those that there are", async (name) => {
    const { exitCode, stdout, stderr } = await run(["requests", "other", name]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: .* stacks are other, production, staging\n/);
    expect(stderr).toContain(`"${name}"`);
  });
});

describe("the folder", () => {
  const root = temporaryFolder();

  test.each([
    ["cdktf.out when nothing else is said", "cdktf.out", {}],
    ["what cdktf.json says", "build", { output: "build" }],
  ])("is %s", async (_, name, config) => {
    const { directory, run } = aProject(aSegment(), name);
    writeFileSync(join(directory, "cdktf.json"), JSON.stringify(config));
    expect((await run(["requests"])).stdout).toContain("segment beta_testers");
  });

  test("is missing before cdktf synth", async () => {
    expect(await command(["requests"], { directory: root })).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: expect.stringContaining(
        `no synthesised app in ${join(root, "cdktf.out")}\n  next: run cdktf synth first`,
      ),
    });
  });

  test.each([
    ["requests/other.json", "{"],
    ["requests/other.json", '{"version":3}'],
    ["requests/other.json", "null"],
    ["../../manifest.json", "{"],
    ["../../manifest.json", "null"],
  ])("with %s as %s is of another version, and the error names the file", async (name, text) => {
    const { directory, run } = aProject(aSegment());
    const file = join(directory, "cdktf.out/stacks/checkout", name);
    writeFileSync(file, text);

    const { exitCode, stdout, stderr } = await run(["requests"]);
    expect([exitCode, stdout, stderr]).toEqual([
      2,
      "",
      expect.stringContaining(`error: ${file} is not as this version writes it\n  next: run cdktf synth again\n`),
    ]);
  });
});

describe("of names that somebody else has chosen,", () => {
  const evil = "x\u001b[2Jy\u202ez##[a]\nerror: w\n::error::v";
  const shown = String.raw`x\u001b[2Jy\u202ez\u0023\u0023[a]`;
  const { run } = aProject(anIngestionSource({ source_name: evil, query: evil }));

  test.each([
    [["requests"]],
    [["requests", "--format", "json"]],
    [["preflight"]],
    [["requests", evil]],
    [["requests", "--output", evil]],
  ])("nothing acts on the terminal of %j", async (argv) => {
    const { stdout, stderr } = await run(argv);
    expect(`${stdout}${stderr}`).toContain(shown);
    expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\n]|[\p{Bidi_Control}]|^error: w|^\s*::|##\[/mu);
  });
});
