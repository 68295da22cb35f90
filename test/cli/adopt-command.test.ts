import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { visible } from "../../lib/text/visible";
import { emulatorWith, send } from "../emulator/running";
import { adopt } from "./adopted";
import { command, temporaryFolder } from "./command";
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
  const {
    metric_source: metricSource,
    segment,
    assignment_source: assignmentSource,
    ingestion_source: ingestionSource,
  } = responses;
  file("export/more/revenue.json", ingestionSource);
  file("export/notes.txt", "no record");
  file("export/orders.json", metricSource);
  const argv = ["adopt", "export", "-", file("b.json", `\ufeff${JSON.stringify(segment)}`)];
  const stdin = JSON.stringify({ ...assignmentSource, description: "日本語 ẞ" });
  const { stdout } = await command(argv, { directory, stdin });

  expect(declared(stdout)).toEqual([
    "revenue IngestionSource revenue",
    "orders MetricSource orders",
    "exposures AssignmentSource exposures",
    "betaTesters Segment beta-testers",
  ]);
  expect(stdout).toContain('description: "日本語 ẞ"');
});

describe("--kind", () => {
  const { name, sql, timestampColumn, idTypeMapping } = responses.metric_source;
  const bare = { name, sql, timestampColumn, idTypeMapping };

  test("is the kind of all records of a file, and elsewhere of those that do not tell theirs", async () => {
    const argv = ["adopt", file("a.json", [bare]), file("b.json", [{ ...bare, name: "refunds" }, responses.segment])];
    const kinds = ["--kind", "assignment_source:a.json", "--kind", "MetricSource"];
    const { stdout } = await command([...argv, ...kinds], { directory });
    expect(declared(stdout).map((line) => line.split(" ")[1])).toEqual(["AssignmentSource", "MetricSource", "Segment"]);
  });

  test.each([
    ["met\u001bric", "Allowed choices are experiment, "],
    ["segment:c.json", "name it as it is given: a.json\n"],
  ])("%j is refused with what is allowed", async (kind, problem) => {
    const said = await problems([file("a.json", bare), "--kind", kind]);
    expect(said).toContain(visible(kind));
    expect(said).toContain(problem);
  });
});

const emulator = emulatorWith();

test("the emulator's own listing can be adopted, with the kinds that it names", async () => {
  await send(emulator(), "POST /console/v1/segments", { name: "Beta testers", type: "id_list" });
  await send(emulator(), "PATCH /console/v1/experiments/assignment_source/exposures", { tags: [] });
  await send(emulator(), "POST /console/v1/prompts/support_bot/versions", { id: "v1", model: "large" });

  expect(declared(await adopt((await send(emulator(), "GET /emulator/records")).json))).toEqual([
    "betaTesters Segment beta-testers",
    "exposures AssignmentSource exposures",
    "supportBotV1 PromptVersion support-bot-v1",
  ]);
});

const ruled = (rules: unknown) => ({ ...responses.segment, name: "Beta testers", rules });
const condition = { type: "country", targetValue: ["NL"], field: null, customID: null };
const [group, ...groups] = responses.experiment.groups;
test.each<[what: string, record: unknown, facts: readonly string[], written: readonly string[], not?: RegExp]>([
  [
    "what only the service sets, and nulls that no call takes, are left out in silence",
    responses.experiment,
    [],
    ["targetingGateID: null,"],
    /lastModif|createdTime|creatorName|holdout|health|experimentType|Time|layerID|decision|Rules|left out/,
  ],
  [
    "fields that the API does not show are left out",
    { ...responses.experiment, colour: 1, groups: [{ ...group, weight: 1 }, ...groups] },
    ["no field of the API: groups[].weight, colour"],
    [],
    /^\s+(colour: 1|weight)/m,
  ],
  [
    "values that the API does not accept are left out",
    { ...responses.experiment, duration: 1, targetApps: 7, tags: ["a", null] },
    [
      "targetApps: given 7; allowed: a string or a list",
      "tags[1]: given null",
      "duration: given 1; allowed: more than 1",
    ],
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
    "nulls inside rules are left out",
    ruled([{ name: "Dutch", conditions: [condition], environments: null }]),
    [],
    ['targetValue: [\n              "NL",'],
    /field:|customID|environments/,
  ],
  ["rules in another shape are left out", ruled({ all: [] }), ['rules: given {"all":[]}; allowed: a list'], []],
  [
    "the name of a segment is to be filled in",
    responses.segment,
    ["to fill in, or cdktf synth refuses it: name"],
    ["    adopt: true,\n    name: undefined, // fill in\n"],
  ],
  [
    "what an update of an experiment needs is to be filled in, and its name",
    { ...responses.updatedExperiment, hypothesis: null, groups: null, links: [] },
    ["to fill in, or cdktf synth refuses it: name, hypothesis, groups"],
    ["    links: [],\n", ...["name", "hypothesis", "groups"].map((field) => `    ${field}: undefined, // fill in\n`)],
  ],
  [
    "a text of several lines stands as it is",
    responses.metric_source,
    [],
    ["    sql: `select user_id,\n  paid_at\nfrom orders`,\n"],
  ],
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
    const source = await adopted({}, "support bot");
    expect(declared(source)).toEqual(["supportBot10 PromptVersion support-bot10"]);
    expect(source).toContain('promptID: "support bot",\n');
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

  test("shares a variable with others of the same secret, and with no other", async () => {
    const version = (id: string, ...values: string[]) => ({
      ...promptVersion,
      id,
      auth_workflow_headers: values.map((value) => ({ name: "X-Key", value })),
    });
    const versions = [version("1", "a"), version("2", "b", "a"), version("3", "c", "d")];
    const source = await adopt(versions, "--prompt-id", "7 bots");

    expect([...source.matchAll(/fromEnvironment\("(\w+)"\)/g)].map(([, variable]) => variable)).toEqual([
      "SECRET_7_BOTS_X_KEY",
      "SECRET_7_BOTS_2_X_KEY",
      "SECRET_7_BOTS_X_KEY",
      "SECRET_7_BOTS_3_X_KEY",
      "SECRET_7_BOTS_3_X_KEY_2",
    ]);
  });

  test.each([
    ["service", "API-Key", "SERVICE_1_0_API_KEY"],
    ["service base", "URL", "SERVICE_BASE_1_0_URL"],
  ])("of %s does not get for its header %s what deploys read of the service", async (prompt, name, variable) => {
    const auth_workflow_headers = [{ name, value: "s3cr3t" }];
    const source = await adopted({ workflow_headers: [], auth_workflow_headers }, prompt);

    expect(source).toContain(`fromEnvironment("${variable}")`);
  });

  test.each<[string, unknown, string]>([
    ["workflow_headers", { bearer: "s3cr3t" }, "workflow_headers: given an object; allowed: a list"],
    ["auth_workflow_headers", [{ value: 736152 }], "auth_workflow_headers[0].value: given a number; allowed: a string"],
  ])("whose %s are %j does not show them", async (field, headers, remark) => {
    const source = await adopted({ [field]: headers });

    expect(comments(source)[0]).toContain(remark);
    expect(source).not.toMatch(/s3cr3t|736152/);
  });
});

test("the vendor of the records is said", async () => {
  const idTypeMapping = [{ acmeUnitID: "userID", column: "user_id" }];
  expect(await adopt({ ...responses.metric_source, idTypeMapping })).toContain('`vendor: "acme"`');
});

test.each([
  ["the file that is written", ["experiments.json", "--out", "checkout-page.ts"], "adoptCheckoutPage"],
  ["the file of the records", ["eu-export.json"], "adoptEuExport"],
  ["neither", ["experiments.json", "eu-export.json", "--out", "adopt.ts"], "adoptExisting"],
])("the function is named after %s, so that modules can be imported together", async (_, argv, name) => {
  for (const each of argv.slice(0, 2)) if (each.endsWith(".json")) file(each, responses.segment);
  const { stdout } = await command(["adopt", ...argv], { directory });
  const source = argv.includes("--out") ? readFileSync(join(directory, argv.at(-1) ?? ""), "utf8") : stdout;
  expect(source).toContain(`export function ${name}(scope: Construct) {`);
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
  const source = await adopt([...sources, { ...responses.segment, id: "a-b-" }]);
  const expected = Object.values(names).map((each) => each.replace(" ", " MetricSource "));
  expect(declared(source)).toEqual([...expected, "aBSegment Segment a-b-segment"]);
});

describe("what cannot be adopted is refused, and hides nothing else:", () => {
  test("an entity without its identity", async () => {
    const bad = [
      { ...responses.assignment_source, name: ".." },
      { ...responses.ingestion_source, source_name: {} },
      { ...responses.segment, id: "x" },
    ];
    const { exitCode, stdout, stderr } = await command(["adopt", "-"], {
      stdin: JSON.stringify([responses.segment, ...bad]),
    });
    expect([exitCode, declared(stdout)]).toEqual([2, ["betaTesters Segment beta-testers"]]);
    expect(stderr.split("\n").slice(0, 4)).toEqual([
      "error: 3 of 4 records cannot be adopted",
      expect.stringContaining("  - stdin, record 2: the assignment source lacks name"),
      expect.stringContaining("  - stdin, record 3: the ingestion source lacks source_name"),
      '  - stdin, record 4: the segment lacks id (id: given "x"; allowed: at least 3 characters)',
    ]);
  });

  test("no JSON, and no file", async () => {
    const said = await problems(["-", "missing.json"], '{"secret": "abc');
    expect(said).toContain(
      "2 of 2 records cannot be adopted\n  - stdin: it is not JSON at position 15\n  - missing.json: ",
    );
    expect(said).toContain("nothing was written");
    expect(said).not.toContain("abc");
  });
});

test("an empty list is a page without records: there is nothing to adopt, and nothing wrong", async () => {
  expect(await command(["adopt", "-"], { stdin: "[]" })).toMatchObject({ exitCode: 0, stdout: "" });
});

test("--out writes a file instead, and overwrites none", async () => {
  const argv = ["adopt", file("orders.json", [responses.metric_source, responses.segment]), "--out", "adopted.ts"];
  const stdout = "wrote adopted.ts: 2 entities\n";
  expect(await command(argv, { directory })).toEqual({ exitCode: 0, stdout, stderr: "" });
  const written = readFileSync(join(directory, "adopted.ts"), "utf8");
  expect(declared(written)).toEqual(["orders MetricSource orders", "betaTesters Segment beta-testers"]);

  expect(await problems(argv.slice(1))).toContain("adopted.ts exists already");
  expect(readFileSync(join(directory, "adopted.ts"), "utf8")).toBe(written);
});
