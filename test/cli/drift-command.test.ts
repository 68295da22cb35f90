import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ExperimentationService } from "../../lib";
import {
  aMetricSource,
  anExperiment,
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

test.each<[string, number, unknown, string, RegExp]>([
  ["what agrees", 0, records(), "2 entities compared: no difference", /^$/],
  [
    "what differs",
    1,
    records({ allocation: 0 }),
    "allocation: 0 → 50",
    /^error: .* 1 differs from the code\n {2}next: /,
  ],
  [
    "a record that cannot be read",
    2,
    [...records(), { a: 1 }],
    "records.json, record 3: ",
    /^error: .* 1 record could not/,
  ],
])("%s is exit code %d", async (_, code, found, said, error) => {
  const { exitCode, stdout, stderr } = await drift(both, found);
  expect([exitCode, stdout]).toEqual([code, expect.stringContaining(said)]);
  expect(stderr).toMatch(error);
});

test("a terminal has what to do once, and standard error has it where the result goes elsewhere, or is JSON", async () => {
  const project = await drift(both, records({ allocation: 0 }));
  const said = async (isTTY: boolean, ...options: string[]) => {
    const { stdout, stderr } = await project.run(["drift", "records.json", ...options], { isTTY });
    return [stdout, stderr].map((text) => text.includes("set reapply"));
  };
  expect([await said(true), await said(false), await said(true, "--format", "json")]).toEqual([
    [true, false],
    [true, true],
    [false, true],
  ]);
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

const at = (port: number) => aService({ baseUrl: `http://127.0.0.1:${port}` });
const stacks = {
  checkout: together(at(1), anExperiment()),
  other: together(at(1), aMetricSource()),
  elsewhere: together(at(2), aSegment()),
};

test("stacks of two services are refused, and so is one that has several itself", async () => {
  const { exitCode, stdout, stderr } = await drift(stacks, records());
  const key = "with the API key in SERVICE_API_KEY:";
  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(
    `\n  - http://127.0.0.1:1 ${key} checkout and other\n  - http://127.0.0.1:2 ${key} elsewhere\n  next: name the stacks of one`,
  );
  const mixed = makingService((stack) => {
    for (const apiKeyVariable of ["ONE", "OTHER"]) {
      const service = new ExperimentationService(stack, apiKeyVariable, { apiKeyVariable });
      aMetricSource({ service, name: apiKeyVariable }, `of-${apiKeyVariable}`)(stack);
    }
  });
  expect((await drift(mixed, records())).stderr).toContain("next: no records are of all services of checkout");
  // what another stack of the service declares is in the code
  const { stdout: one } = await drift(stacks, [...records(), other], "check*");
  expect(one).toMatch(/^1 entity compared: no difference\n[\s\S]*\nNot in the code\n {2}- segment beta_testers\n/);
});

test("of a folder, files that may be exports and are not read are named, so that nothing counts as missing; others are a note", async () => {
  const project = aProject(together(anExperiment(), aSegment()));
  const folder = join(project.directory, "exports");
  mkdirSync(join(folder, ".git"), { recursive: true });
  const page = JSON.stringify([experiment]);
  for (const name of ["a.JSON", ".hidden", ".git/config", "README.md"]) writeFileSync(join(folder, name), page);
  const read = await project.run(["drift", "exports"]);
  expect(read.stdout).toContain("segment");
  expect(read.stderr).toContain("note: 1 file not read: exports/README.md\n");

  for (const name of ["b.json.gz", "c.ndjson", "page2", "d.json.txt"]) writeFileSync(join(folder, name), page);
  const { exitCode, stdout } = await project.run(["drift", "exports"]);
  expect(exitCode).toBe(2);
  expect(stdout).not.toContain("missing");
  for (const name of ["b.json.gz", "c.ndjson", "page2", "d.json.txt"])
    expect(stdout).toContain(`exports/${name}: not read`);
});

test("files, folders and standard input stand before, between and behind the names of stacks", async () => {
  const project = aProject({ checkout: anExperiment(), sources: aMetricSource() });
  writeFileSync(join(project.directory, "a.json"), JSON.stringify([{ ...experiment, allocation: 1 }]));
  const stdin = JSON.stringify([orders, { ...promptVersion, promptID: undefined, id: "v1" }]);
  const compared = async (...argv: string[]) =>
    JSON.parse((await project.run(["drift", "a.json", ...argv, "--format", "json"], { stdin })).stdout);
  const { stacks: both, unmanaged } = await compared("check*", "-", "sources", "--prompt-id", "bot");
  expect(both).toMatchObject([{ name: "checkout" }, { name: "sources" }]);
  expect(unmanaged).toEqual([{ kind: "prompt_version", name: "bot/v1" }]);
  expect((await compared("-", "sources")).stacks).toMatchObject([{ name: "sources" }]);
});

test.each([
  [["nope.json"], "no record can be read\n  - nope.json: it cannot be read: there is no such file"],
  [["records.json", "chekout"], '"chekout" is neither a file or directory of records nor a stack; the synthesised '],
])("%j is refused before anything is compared", async (argv, problem) => {
  const project = aProject(stacks);
  writeFileSync(join(project.directory, "records.json"), JSON.stringify(records()));
  const { exitCode, stdout, stderr } = await project.run(["drift", ...argv]);
  expect([exitCode, stdout, stderr]).toEqual([2, "", expect.stringContaining(`error: ${problem}`)]);
});
