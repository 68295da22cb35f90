import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fn, TerraformVariable } from "cdktf";
import { ExperimentationService, fromEnvironment, PromptVersion } from "../../lib";
import {
  aMetricSource,
  anExperiment,
  anIngestionSource,
  aPromptVersion,
  aSegment,
  type Build,
  together,
} from "../support/samples";
import { aProject } from "./command";

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
    aMetricSource({ sql: `select * from ${schema.stringValue}.orders` })(stack);
    aMetricSource({ name: "honest", sql: "(known to Terraform)" }, "honest")(stack);
    const auth_workflow_headers = [{ name: "Authorization", value: `Bearer ${fromEnvironment("BOT_TOKEN")}` }];
    aPromptVersion({ promptID: schema.stringValue, auth_workflow_headers })(stack);
  });

  expect(text).toContain(`sql: "select * from " + (known to Terraform) + ".orders"`);
  expect(text).toContain(`sql: "(known to Terraform)"`);
  expect(text).toContain(`auth_workflow_headers[0].value: "Bearer " + (environment variable BOT_TOKEN)`);
  expect(text).toContain("POST /console/v1/prompts/(known to Terraform)/versions");
  expect(text).toContain("prompt version (named during the deploy)\n  support\n");
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
    const services = [production, production, staging];
    for (const [index, service] of services.entries())
      aMetricSource({ service, name: `orders ${index}` }, `orders-${index}`)(stack);
  });

  expect(text.match(/^to .*/gm)).toEqual([
    "to https://console.example.com, with the API key in PRODUCTION_KEY, vendor acme, x-respect-review-settings: (known to Terraform)",
    "to (known to Terraform), with the API key in SERVICE_API_KEY",
  ]);
  expect(text).toContain('idTypeMapping[0].acmeUnitID: "userID"');
});

test("--format json prints the calls as data, with the deferred beside", async () => {
  const build: Build = (stack) => {
    const promptID = new TerraformVariable(stack, "prompt", { type: "string" }).stringValue;
    new PromptVersion(stack, "support", { id: "v1", promptID, model: fromEnvironment("MODEL") });
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
      body: { id: "v1", model: null },
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
    expect(stdout).toContain("other\n  no call\n");
    expect(stdout).toMatch(/^3 stacks: 2 calls when all is deployed for the first time\n/);
    const json = JSON.parse((await run(["requests", "--format", "json"])).stdout);
    expect(json).toMatchObject([{ stack: "production" }, { stack: "production" }, { stack: "staging" }]);
  });

  test.each([
    ["staging other", ["other", "staging"]],
    ["*g st* p*d*n", ["production", "staging"]],
  ])("those that are named by %j are printed", async (names, printed) => {
    const { stdout } = await run(["requests", ...names.split(" ")]);
    expect(stdout.match(/^\w+$/gm)).toEqual(printed);
  });

  test("one that is none is an error that names those that there are", async () => {
    const { exitCode, stdout, stderr } = await run(["requests", "other", "*-st.ging"]);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^error: there is no stack "\*-st\.ging"; .* stacks are other, production, staging\n/);
  });
});

test("the folder is cdktf.out, or what cdktf.json says", async () => {
  const { directory, run } = aProject(aSegment(), "build");
  const { exitCode, stderr } = await run(["requests"]);
  const problem = `error: there is no synthesised app in ${join(directory, "cdktf.out")}\n  next: in the directory of cdktf.json, run npx cdktf synth first`;
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(problem)]);
  writeFileSync(join(directory, "cdktf.json"), '{"output":"build"}');
  expect((await run(["requests"])).stdout).toContain("segment beta_testers");
});

test.each([
  ["requests/other.json", "{"],
  ["requests/other.json", '{"version":3}'],
  ["../../manifest.json", "null"],
])("%s as %s is of another version, and the error names the file", async (name, text) => {
  const { directory, run } = aProject(aSegment());
  const file = join(directory, "cdktf.out/stacks/checkout", name);
  writeFileSync(file, text);
  const stderr = expect.stringContaining(
    `error: ${file} is not as this version writes it\n  next: run npx cdktf synth`,
  );
  expect(await run(["requests"])).toEqual({ exitCode: 2, stdout: "", stderr });
});

const evil = "x\u001b[2Jy\u202ez##[a]\nerror: w\n::error::v";
test.each([
  [["requests"]],
  [["requests", "--format", "json"]],
  [["preflight"]],
  [["requests", evil]],
  [["requests", "--output", evil]],
])("names that somebody else has chosen do not act on the terminal of %j", async (argv) => {
  const { stdout, stderr } = await aProject(anIngestionSource({ source_name: evil, query: evil })).run(argv);
  expect(`${stdout}${stderr}`).toContain(String.raw`x\u001b[2Jy\u202ez\u0023\u0023[a]`);
  expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\n]|[\p{Bidi_Control}]|^error: w|^\s*::|##\[/mu);
});
