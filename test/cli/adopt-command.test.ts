import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";
import { adopt, command } from "./command";
import { responses } from "./records";

const directory = temporaryFolder();

function file(name: string, content: unknown): string {
  writeFileSync(join(directory, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
}

/** The declarations in a source: variable, class and construct id of each. */
function declared(source: string): string[] {
  return [...source.matchAll(/^ {2}const (\w+) = new (\w+)\(scope, "([\w-]+)", \{$/gm)].map((match) =>
    match.slice(1).join(" "),
  );
}

/** The comments above the constructs, without their marks, each as one text. */
function comments(source: string): string[] {
  return [...source.matchAll(/(?:^ {2}\/\/.*\n)+/gm)].map(([block]) =>
    block.replace(/\s*\n?^ {2}\/\/ ?/gm, " ").trim(),
  );
}

async function problems(argv: readonly string[], stdin = ""): Promise<string> {
  const { exitCode, stdout, stderr } = await command(["adopt", ...argv], { directory, stdin });
  expect([exitCode, stdout]).toEqual([2, ""]);
  return stderr;
}

test("records come from files, folders and stdin, in their order", async () => {
  mkdirSync(join(directory, "export/more"), { recursive: true });
  file("export/more/revenue.json", responses.ingestion_source);
  file("export/notes.txt", "no record");
  file("export/orders.json", responses.metric_source);
  const argv = ["adopt", "export", "-", file("b.json", `\ufeff${JSON.stringify(responses.segment)}`)];
  const stdin = JSON.stringify({ ...responses.assignment_source, description: "日本語 ẞ" });
  const { stdout } = await command(argv, { directory, stdin });

  expect(declared(stdout)).toEqual([
    "revenue IngestionSource revenue",
    "orders MetricSource orders",
    "exposures AssignmentSource exposures",
    "betaTesters Segment beta-testers",
  ]);
  expect(stdout).toContain('description: "日本語 ẞ"');
});

const { name, sql, timestampColumn, idTypeMapping } = responses.metric_source;
const bare = { name, sql, timestampColumn, idTypeMapping };

test("--kind is the kind of all records of a file, and elsewhere of those that do not tell theirs", async () => {
  const argv = ["adopt", file("a.json", [bare]), file("b.json", [{ ...bare, name: "refunds" }, responses.segment])];
  const kinds = ["--kind", "assignment_source:a.json", "--kind", "MetricSource"];
  const { stdout } = await command([...argv, ...kinds], { directory });
  expect(declared(stdout).map((line) => line.split(" ")[1])).toEqual(["AssignmentSource", "MetricSource", "Segment"]);
});

test("another kind, and one of a file that is not read, are refused with what is allowed", async () => {
  const refused = (kind: string) => problems([file("a.json", bare), "--kind", kind]);
  expect(await refused("met\u001bric")).toMatch(/met\\u001bric.* Allowed choices are experiment, /);
  expect(await refused("segment:c.json")).toContain("name it as it is given: a.json\n");
});

const condition = { type: "country", targetValue: ["NL"], field: null, customID: null };
const rules = [{ name: "Dutch", conditions: [condition], environments: null }];
const acme = { ...responses.metric_source, idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }] };
test.each<[what: string, record: unknown, facts: readonly string[], written: readonly string[], not?: RegExp]>([
  [
    "what only the service sets, and nulls that no call takes, are left out in silence",
    { ...responses.experiment, holdoutIDs: [], startTime: null, inlineTargetingRulesJSON: '{"rules": []}' },
    [],
    ["targetingGateID: null,"],
    /lastModif|createdTime|creatorName|holdout|health|experimentType|Time|layerID|decision|Rules|left out/,
  ],
  [
    "what says who takes part, and no field declares, is named with its value",
    {
      ...responses.experiment,
      experimentType: "SWITCHBACK",
      inlineTargetingRulesJSON: '{"rules":[{"type":"country"}]}',
      inlineTargetingRules: [{ name: "x" }],
    },
    ["country", 'holdoutIDs ["h1"]', 'experimentType "SWITCHBACK"', "startTime 17540", 'inlineTargetingRules [{"name"'],
    [],
  ],
  [
    "groups without an id are named",
    { ...responses.experiment, groups: [{ id: "a", name: "A" }, { name: "Test" }, {}] },
    ['groups without an id, which nothing can name: "Test", one without a name'],
    [],
  ],
  [
    "fields that the API does not show are left out",
    { ...responses.experiment, colour: 1, groups: [{ id: "a", weight: 1 }] },
    ["no field of the API: groups[].weight, colour"],
    [],
    /^\s+(colour: 1|weight)/m,
  ],
  [
    "values that the API does not accept are left out",
    { ...responses.experiment, duration: 1, targetApps: 7, tags: ["a", null] },
    ["targetApps: given 7; allowed: a string or a list", "tags[1]: given null", "duration: given 1; allowed: more"],
    [],
    /^ {4}(duration|targetApps|tags):/m,
  ],
  [
    "fields that no call can send are left out",
    { ...responses.assignment_source, groupIDColumn: null },
    ["no call can send it: sql", "lacks for the full call: groupIDColumn"],
    [],
    /^ {4}sql:/m,
  ],
  [
    "nulls inside rules are left out, and the name of a segment is to be filled in",
    { ...responses.segment, rules },
    ["to fill in, or npx cdktf synth refuses it: name"],
    ["    adopt: true,\n    name: undefined, // fill in\n", 'targetValue: [\n              "NL",'],
    /field:|customID|environments/,
  ],
  [
    "what an update of an experiment needs is to be filled in, and its name",
    { ...responses.experiment, name: undefined, hypothesis: null, groups: null, links: [] },
    ["to fill in, or npx cdktf synth refuses it: name, hypothesis, groups"],
    ["    links: [],\n", ...["name", "hypothesis", "groups"].map((field) => `    ${field}: undefined, // fill in\n`)],
  ],
  ["the vendor of the records is said", acme, [], ['`vendor: "acme"`']],
])("%s", async (_, record, facts, written, not = /^never/) => {
  const source = await adopt(record);

  const [comment, ...more] = comments(source);
  expect(more).toEqual([]);
  for (const fact of facts) expect(comment).toContain(fact);
  for (const text of written) expect(source).toContain(text);
  expect(source).not.toMatch(not);
});

describe("a prompt version", () => {
  const { prompt_version: promptVersion } = responses;
  const adopted = (record: object, prompt = "bot") => adopt({ ...promptVersion, ...record }, "--prompt-id", prompt);

  test("asks for its prompt, and is told by that and its id", async () => {
    expect(await problems([file("version.json", promptVersion)])).toContain("give --prompt-id");
    expect(declared(await adopted({}, "support bot"))).toEqual(["supportBot10 PromptVersion support-bot10"]);
  });

  test("takes from the environment what authenticates, in either list of headers, and says so", async () => {
    const workflow_headers = [
      { name: "X-Team", value: "support" },
      { name: "Authorization", value: "Bearer s3cr3t-token" },
      { value: "no name tells it" },
    ];
    const source = await adopted({ workflow_headers });

    expect(source).toContain('import { fromEnvironment, PromptVersion } from "cdktf-experimentation";');
    expect(source.match(/value: .*,$/gm)).toEqual([
      'value: "support",',
      'value: fromEnvironment("BOT_AUTHORIZATION"),',
      'value: "no name tells it",',
      'value: fromEnvironment("BOT_1_0_AUTHORIZATION"),',
    ]);
    expect(comments(source)[0]).toContain("set BOT_AUTHORIZATION, BOT_1_0_AUTHORIZATION where deploys run");
    expect(source).not.toMatch(/s3cr3t|t0p-secret/);
  });

  test("shares a variable with others of the same secret, with no other, and with nothing that deploys read", async () => {
    const version = (id: string, name: string, ...values: string[]) => ({
      ...{ ...promptVersion, id },
      auth_workflow_headers: values.map((value) => ({ name, value })),
    });
    const variablesOf = async (prompt: string, ...versions: object[]) =>
      (await adopt(versions, "--prompt-id", prompt)).match(/(?<=fromEnvironment\(")\w+/g);
    const versions = [version("1", "X-Key", "a"), version("2", "X-Key", "b", "a"), version("3", "X-Key", "c", "d")];

    expect(await variablesOf("7 bots", ...versions)).toEqual([
      "SECRET_7_BOTS_X_KEY",
      "SECRET_7_BOTS_2_X_KEY",
      "SECRET_7_BOTS_X_KEY",
      "SECRET_7_BOTS_3_X_KEY",
      "SECRET_7_BOTS_3_X_KEY_2",
    ]);
    expect(await variablesOf("service", version("1", "API-Key", "a"))).toEqual(["SERVICE_1_API_KEY"]);
  });

  test("does not show headers in another shape", async () => {
    const headers = { workflow_headers: { bearer: "s3cr3t" }, auth_workflow_headers: [{ value: 736152 }] };
    const source = await adopted(headers);

    expect(comments(source)[0]).toContain("workflow_headers: given an object; allowed: a list");
    expect(comments(source)[0]).toContain("auth_workflow_headers[0].value: given a number; allowed: a string");
    expect(source).not.toMatch(/s3cr3t|736152/);
  });
});

test("values that a later record of a folder overrides are named", async () => {
  mkdirSync(join(directory, "twice"));
  file("twice/a.json", responses.experiment);
  file("twice/b.json", { ...responses.experiment, allocation: 7 });
  const { stdout, stderr } = await command(["adopt", "twice"], { directory });
  expect(stdout).toContain("allocation: 7");
  expect(stderr).toMatch(
    /^note: values of 1 record do not count, .*: experiment \w+ \(allocation in twice\/a\.json\)\n$/,
  );
});

test("variables and construct ids are made of the names, with the kind where these say nothing or are taken", async () => {
  const names = {
    "orders per user (7d)": "ordersPerUser7d orders-per-user7d",
    "Café Crème": "cafeCreme cafe-creme",
    注文: "metricSource metric-source",
    " ": "metricSource2 metric-source2",
    "2024 orders": "metricSource2024Orders metric-source2024-orders",
    delete: "deleteMetricSource delete-metric-source",
    "from environment": "fromEnvironmentMetricSource from-environment-metric-source",
    "a b": "aB a-b",
    a_b: "aBMetricSource a-b-metric-source",
    "A-B": "aBMetricSource2 a-b-metric-source2",
  };
  const sources = Object.keys(names).map((name) => ({ ...responses.metric_source, name }));
  const expected = Object.values(names).map((each) => each.replace(" ", " MetricSource "));
  expect(declared(await adopt(sources))).toEqual(expected);
});

test("what cannot be adopted is refused, and hides nothing else", async () => {
  const bad = [
    { ...responses.assignment_source, name: ".." },
    { ...responses.ingestion_source, source_name: {} },
    { ...responses.segment, id: "x" },
  ];
  const options = { directory, stdin: JSON.stringify([responses.segment, ...bad]) };
  const { exitCode, stdout, stderr } = await command(["adopt", "-", "missing.json"], options);
  expect([exitCode, declared(stdout)]).toEqual([2, ["betaTesters Segment beta-testers"]]);
  expect(stderr.split("\n").slice(0, 5)).toEqual([
    "error: 4 of 5 records cannot be adopted",
    "  - stdin, record 2: the assignment source lacks name",
    "  - stdin, record 3: the ingestion source lacks source_name",
    "  - missing.json: it cannot be read: there is no such file or directory",
    '  - stdin, record 4: the segment lacks id (id: given "x"; allowed: at least 3 characters)',
  ]);
  expect(await problems(["missing.json"])).toMatch(/^error: no record can be read\n.*\n.* nothing was written\n/);
  // a page without records
  expect(await command(["adopt", "-"], { stdin: "[]" })).toMatchObject({ exitCode: 0, stdout: "" });
});

test("--out writes a file instead, and overwrites none", async () => {
  const argv = ["adopt", file("orders.json", [responses.metric_source, responses.segment]), "--out", "adopted.ts"];
  const stdout = "wrote adopted.ts: 2 entities\n";
  expect(await command(argv, { directory })).toEqual({ exitCode: 0, stdout, stderr: "" });
  file("adopted.ts", "edited by hand");
  expect(await problems(["orders.json", "--out", "new.yaml", ...argv.slice(2)])).toMatch(
    /adopted\.ts exists already\n {2}next: remove it, or name another/,
  );
  expect(readFileSync(join(directory, "adopted.ts"), "utf8")).toBe("edited by hand");
  expect(existsSync(join(directory, "new.yaml"))).toBe(false);
});

describe("experiments that are archived or abandoned", () => {
  const inStatus = (id: string, status: string | undefined) => ({ ...responses.experiment, id, status });
  const all = [
    inStatus("old_one", "archived"),
    inStatus("gone_one", "abandoned"),
    inStatus("live_one", "active"),
    inStatus("no_status", undefined),
  ];

  test.each(["typescript", "yaml"])("are left out of %s, and named with their number", async (format) => {
    const source = await adopt(all, "--format", format);
    expect(source).not.toMatch(/^\s*id: .?(old|gone)_one/m);
    expect(source).toMatch(/id: .?live_one/);
    expect(source).toMatch(/id: .?no_status/);
    expect(source).toMatch(
      /2 experiments are left out: old_one \(archived\), gone_one \(abandoned\); --status abandoned,archived/,
    );
  });

  test("are adopted where --status names them, and others are left out then", async () => {
    const source = await adopt(all, "--status", "archived, setup");
    expect(source).toMatch(/id: "old_one"/);
    expect(source).toMatch(/2 experiments are left out: gone_one \(abandoned\), live_one \(active\)/);
    expect(await problems(["-", "--status", "archive"], "[]")).toContain("Allowed are");
  });

  test("are named where nothing else is there, and nothing is written", async () => {
    const { exitCode, stdout, stderr } = await command(["adopt", "-"], { stdin: JSON.stringify(all.slice(0, 1)) });
    expect([exitCode, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/^1 experiment is left out: old_one \(archived\); .*nothing was written\n$/);
  });
});

test("each document of a YAML file has the line by which editors find its schema, also in a workspace whose packages are further up", async () => {
  const workspace = join(directory, "workspace");
  const schemas = join(workspace, "node_modules/cdktf-experimentation/schemas");
  mkdirSync(schemas, { recursive: true });
  writeFileSync(join(schemas, "entity.json"), "{}");
  const infra = join(workspace, "packages/infra");
  mkdirSync(join(infra, "experiments"), { recursive: true });
  const stdin = JSON.stringify([responses.metric_source, responses.experiment]);
  await command(["adopt", "-", "--out", "experiments/a.yaml"], { directory: infra, stdin });

  const documents = readFileSync(join(infra, "experiments/a.yaml"), "utf8").split(/^---\n/m);
  const line = "# yaml-language-server: $schema=../../../node_modules/cdktf-experimentation/schemas/entity.json\n";
  expect(documents.map((text) => text.slice(0, line.length))).toEqual([line, line]);
});
