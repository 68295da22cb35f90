import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fn } from "cdktf";
import { ExperimentationService, Segment } from "../../lib";
import {
  aMetricSource,
  anAssignmentSource,
  anExperiment,
  aPromptVersion,
  aSegment,
  aService,
  type Build,
  experiment,
  makingService,
  metricSource,
  promptVersion,
  segment,
  together,
} from "../support/samples";
import { aProject, type CommandResult, type Project } from "./command";

async function drift(
  stacks: Build | Readonly<Record<string, Build>>,
  records: unknown,
  ...argv: string[]
): Promise<CommandResult & Project> {
  const project = aProject(stacks);
  writeFileSync(join(project.directory, "records.json"), JSON.stringify(records));
  return { ...project, ...(await project.run(["drift", "records.json", ...argv])) };
}

const orders = { ...metricSource, timestampAsDay: false };
/** What the service has when all was deployed, with changes by hand. */
const records = (changes: object = {}) => [{ ...experiment, ...changes }, orders];
const both = together(anExperiment(), aMetricSource());
const other = { ...segment, isEnabled: true };

test("what agrees is exit code 0, in one line a stack", async () => {
  expect(await drift(both, records())).toMatchObject({
    exitCode: 0,
    stdout: "2 entities compared: no difference\n\ncheckout\n  2 as declared\n",
    stderr: "",
  });
});

test("what differs is said with what the next update does about it, and exit code 1", async () => {
  const { exitCode, stdout, stderr } = await drift(both, records({ status: "experiment_stopped", allocation: 0 }));
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining("2 entities compared: 1 differs from the code\n")]);
  expect(stdout).toContain(`    allocation: 0 → ${experiment.allocation}
    status: "experiment_stopped" → "active"
    the next update starts it again and raises its allocation from 0 % to ${experiment.allocation} %
  1 as declared
`);
  expect(stderr).toMatch(/^error: 2 entities /);
});

test("JSON has the declared and the actual values", async () => {
  const build = together(aSegment({}, "segment"), anExperiment());
  const found = [...records({ allocation: 5 }), { ...segment, id: "other", isEnabled: true }];
  const { stdout } = await drift(build, found, "--format", "json");
  expect(JSON.parse(stdout)).toEqual({
    stacks: [
      {
        name: "checkout",
        entities: [
          {
            ...{ kind: "experiment", name: experiment.id, construct: "checkout/checkout", state: "differs" },
            fields: [{ path: "allocation", declared: experiment.allocation, actual: 5 }],
          },
          { kind: "segment", name: segment.id, construct: "checkout/segment", state: "missing", fields: [] },
        ],
        notes: [],
      },
    ],
    unmanaged: [
      { kind: "metric_source", name: metricSource.name },
      { kind: "segment", name: "other" },
    ],
    unread: [],
  });
});

test("Markdown has a table, in which nothing means anything to a platform", async () => {
  const found = records({ team: "@team", status: "setup", hypothesis: "a | b" });
  const { stdout } = await drift(both, found, "--format", "markdown");
  expect(stdout).toMatch(/^\*\*2 entities compared: 1 differs from the code\*\*\n\n### checkout\n/);
  expect(stdout).toContain('| `status` | `"setup"` | `"active"` |');
  expect(stdout).toContain("<code>&#34;a &#124; b&#34;</code>");

  const unclear = Array.from({ length: 1_000 }, (_, index) => ({ description: index }));
  const { stdout: long } = await drift(both, [experiment, ...unclear], "--format", "markdown");
  expect(long.length).toBeLessThan(65_536);
  expect(long).toMatch(/^### checkout$.*#### Not read\n\n- records.json, record 2: .*\n- … and 950 more\n/ms);
});

test.each<[string, Build, unknown, string]>([
  ["stops what runs", anExperiment({ status: "abandoned" }), records({ status: "active" }), "the next update stops it"],
  [
    "changes no layer",
    anExperiment({ layerID: "a" }),
    records({ layerID: "b" }),
    "no update changes layerID: set it in the service",
  ],
  [
    "is none for a segment",
    aSegment(),
    { ...other, description: "x" },
    "no deploy changes it, as a segment has no update",
  ],
  [
    "creates no experiment",
    anExperiment(),
    records({ id: "other" }),
    "if it was never deployed, the next deploy creates it; else its next update is refused, and this creates it again: `terraform -chdir=",
  ],
  [
    "creates nothing that is adopted",
    anExperiment({ adopt: true }),
    records({ id: "other" }),
    "adopt: true creates nothing: its next update is refused; if the service should have it, remove adopt: true, run cdktf synth and `terraform -chdir=",
  ],
  [
    "says no more than it knows of an edit that may not be deployed",
    anExperiment({ description: "Edited." }),
    records({ status: "setup" }),
    "the next update starts it and sets 1 other value as declared",
  ],
  [
    "creates an assignment source",
    anAssignmentSource(),
    [{ name: "b", groupIDColumn: "c" }],
    "the next update creates it again",
  ],
])("the next update %s", async (_, build, found, text) => {
  expect((await drift(build, found)).stdout).toContain(`    ${text}`);
});

describe("no wolf is cried:", () => {
  const version = { ...promptVersion, promptID: undefined, id: "v1" };
  const prompts = (...ids: string[]) =>
    together(...ids.map((promptID) => aPromptVersion({ promptID, id: "v1", name: "Other" }, promptID)));

  test.each<[string, Build, unknown, string]>([
    [
      "no record of a kind",
      both,
      orders,
      "note: 1 entity not compared, as no record is of the same kind: experiment checkout_button",
    ],
    [
      "one page of several",
      both,
      { data: [{ ...experiment, id: "b" }, orders], hasMore: true },
      "1 entity not compared, as no record has the same identity, and there may be more records",
    ],
    [
      "a record that cannot be read",
      both,
      [...records({ id: null }), { ...experiment, id: "b" }],
      "as no record has the same identity, and there may be more records",
    ],
    [
      "an identity that only the deploy knows",
      together(aMetricSource(), anExperiment({ id: Fn.join("", ["a", "b"]) as string })),
      records(),
      "as only the deploy knows the identity: experiment (named during the deploy)",
    ],
    [
      "a version that two prompts have",
      prompts("a", "b"),
      [version, orders],
      "2 entities not compared, as no record names the prompt",
    ],
    ["two records of versions with one id", prompts("a"), [version, version], "1 entity not compared"],
    [
      "a dry run",
      together(aMetricSource({ dryRun: true }), anExperiment()),
      records(),
      "1 entity compared: no difference",
    ],
  ])("%s", async (_, build, found, text) => {
    const { stdout } = await drift(build, found);
    expect(stdout).toContain(text);
    expect(stdout).not.toMatch(/differs|missing/);
  });

  test("a version whose id one prompt alone has is compared, without its secrets", async () => {
    const { stdout } = await drift(prompts("a"), version);
    expect(stdout).toContain('→ "Other"');
    expect(stdout).not.toMatch(/auth_workflow_headers|TOKEN/i);
  });
});

test("what is left alone is no error, whether it differs or is not there", async () => {
  const build = together(anExperiment({ ignoreChanges: true }), aMetricSource({ ignoreChanges: true }));
  const [found] = records({ allocation: 5 });
  const { exitCode, stdout } = await drift(build, [found, { ...orders, name: "b" }]);
  expect([exitCode, stdout]).toEqual([
    0,
    `2 entities compared: all left alone

checkout
  experiment checkout_button (checkout/checkout) is left alone
    allocation: 5 → 50
    deploys leave it as it is: ignoreChanges
  1 left alone

not in the code: metric source b
`,
  ]);
});

describe("several stacks", () => {
  const twoServices = makingService((stack) => {
    for (const port of [1, 2]) {
      const baseUrl = `http://127.0.0.1:${port}`;
      const service = new ExperimentationService(stack, `service-${port}`, { baseUrl, resourceType: "terraform_data" });
      new Segment(stack, `segment-${port}`, {
        service,
        name: `Segment ${port}`,
        id: `segment-${port}`,
        type: "id_list",
      });
    }
  });
  const at = (port: number) => aService({ baseUrl: `http://127.0.0.1:${port}` });
  const stacks = {
    checkout: together(at(1), anExperiment()),
    other: together(at(1), aMetricSource()),
    elsewhere: together(at(2), aSegment()),
  };

  test("of two services are asked one after the other", async () => {
    const { exitCode, stderr } = await drift(stacks, records());
    expect([exitCode, stderr]).toEqual([
      2,
      `error: records are of one service, and these stacks have 2
  - http://127.0.0.1:1 with the key in SERVICE_API_KEY: checkout and other
  - http://127.0.0.1:2 with the key in SERVICE_API_KEY: elsewhere
  next: name the stacks of one service, and ask for each service with its own records
`,
    ]);
  });

  test("with several services itself, a stack cannot be compared, and is not asked to be named", async () => {
    const { exitCode, stderr } = await drift({ checkout: twoServices }, records());
    expect([exitCode, stderr]).toEqual([
      2,
      `error: records are of one service, and these stacks have 2
  - http://127.0.0.1:1 with the key in SERVICE_API_KEY: checkout
  - http://127.0.0.1:2 with the key in SERVICE_API_KEY: checkout
  next: no records are of all services of checkout: only stacks with one service can be compared with records
`,
    ]);
  });

  test("of one service declare what another stack does not", async () => {
    const { stdout } = await drift(stacks, [...records(), other], "check*");
    expect(stdout).toContain("1 entity compared: no difference");
    expect(stdout).toContain(`\nnot in the code: segment ${segment.id}\n`);
  });
});

test.each<[string, number, Build, unknown, string]>([
  [
    "an update puts it back",
    1,
    anExperiment(),
    records({ allocation: 0 }),
    "a deploy sends an update only where the code has changed since the last one; to send what is declared in any case, set reapply; to keep what the service has, declare it",
  ],
  ["no update does", 1, aSegment(), { ...other, description: "x" }, "to keep what the service has, declare it"],
  ["it is missing", 1, aSegment(), [{ ...other, id: "b" }], "see what is said of each that is missing"],
  ["a record cannot be read", 2, both, [...records(), { a: 1 }], "correct or take out what could not be read"],
  [
    "one cannot be read, and one differs",
    2,
    both,
    [...records({ allocation: 1 }), { a: 1 }],
    "a deploy sends an update",
  ],
])("the advice is about what there is: %s", async (_, code, build, found, advice) => {
  const { exitCode, stderr } = await drift(build, found);
  expect([exitCode, stderr.split("  next: ")[1]]).toEqual([code, expect.stringContaining(advice)]);
});

test("where no record can be read, nothing is compared", async () => {
  const { exitCode, stdout, stderr } = await drift(both, [{ a: 1 }]);
  expect([exitCode, stdout, stderr]).toEqual([
    2,
    "",
    expect.stringMatching(/^error: no record can be read\n {2}- records.json: its fields/),
  ]);
});

test("an empty page hides nothing: what no page has is missing", async () => {
  const project = aProject(both);
  mkdirSync(join(project.directory, "export"));
  const pages = [[{ ...experiment, id: "other" }, orders], { message: "", data: [] }];
  for (const [index, page] of pages.entries()) {
    writeFileSync(join(project.directory, `export/${index}.json`), JSON.stringify(page));
  }
  const { exitCode, stdout } = await project.run(["drift", "export"]);
  expect([exitCode, stdout]).toEqual([
    1,
    expect.stringMatching(/1 is missing[\s\S]*experiment checkout_button .* is missing/),
  ]);
  expect(await project.run(["drift", "-"], { stdin: "[]" })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^Nothing was compared\n[\s\S]*2 entities not compared/),
  });
});

describe("records are told from stacks:", () => {
  test("files, folders and standard input stand before, between and behind the names of stacks", async () => {
    const project = aProject({ checkout: anExperiment(), sources: aMetricSource() });
    writeFileSync(join(project.directory, "a.json"), JSON.stringify([{ ...experiment, allocation: 1 }]));
    const options = { stdin: JSON.stringify([orders, { ...promptVersion, promptID: undefined, id: "v1" }]) };
    const { stdout } = await project.run(
      ["drift", "a.json", "check*", "-", "sources", "--prompt-id", "bot", "--format", "json"],
      options,
    );
    const { stacks, unmanaged } = JSON.parse(stdout);
    expect(stacks.map(({ name }: { name: string }) => name)).toEqual(["checkout", "sources"]);
    expect(unmanaged).toEqual([{ kind: "prompt_version", name: "bot/v1" }]);
    const named = JSON.parse(
      (await project.run(["drift", "a.json", "-", "sources", "--format", "json"], options)).stdout,
    );
    expect(named.stacks.map(({ name }: { name: string }) => name)).toEqual(["sources"]);
  });

  test.each([
    [["nope.json"], "no record can be read\n  - nope.json: it cannot be read: there is no such file"],
    [
      ["records.json", "chekout"],
      '"chekout" is neither a file or folder of records nor a stack; the synthesised stacks are ',
    ],
  ])("%j is refused before anything is compared", async (argv, problem) => {
    const at = (port: number) => aService({ baseUrl: `http://127.0.0.1:${port}` });
    const project = aProject({ checkout: together(at(1), anExperiment()), elsewhere: together(at(2), aSegment()) });
    writeFileSync(join(project.directory, "records.json"), JSON.stringify(records()));
    const { exitCode, stdout, stderr } = await project.run(["drift", ...argv]);
    expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining(`error: ${problem}`)]);
  });
});

test("a record that cannot be read stands beside what can", async () => {
  const { stdout, read } = await drift(both, [...records(), { a: 1 }], "--out", "drift.txt");
  expect(stdout).toBe("");
  expect(read("drift.txt")).toContain("not read\n  records.json, record 3: its fields do not tell");
});
