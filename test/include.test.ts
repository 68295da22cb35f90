import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  AssignmentSource,
  Experiment,
  ExperimentationService,
  fromEnvironment,
  Include,
  type IncludeProps,
  InvalidDefinitionsError,
  InvalidPropsError,
  PromptVersion,
  Segment,
} from "../lib";
import { assignmentSource, experiment } from "./terraform/entities";
import { emptyStack, messageOf, outputDirectory, synth, warningsOf, wrong } from "./terraform/synth";

const home = process.cwd();
let folder: string;

beforeEach(() => {
  folder = realpathSync(outputDirectory());
  process.chdir(folder);
});
afterEach(() => process.chdir(home));

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(name), { recursive: true });
    writeFileSync(name, text);
  }
}

/** A document for each entity, as JSON, which is YAML. */
const documents = (...entities: object[]) => entities.map((entity) => JSON.stringify(entity)).join("\n---\n");

/** What means something to Terraform, and nothing in a file. */
const TEMPLATE = "$" + "{user.name} %" + "{if true}";

const SOURCE = `# the exposures of the shop
kind: AssignmentSource
name: checkout exposures
sql: select user_id, experiment, variant, seen_at from exposures
timestampColumn: seen_at
experimentIDColumn: experiment
groupIDColumn: variant
idTypeMapping: [{ serviceUnitID: userID, column: user_id }]
`;

describe("an Include", () => {
  test("makes of files the resources that code makes, in whichever order, and moving between them changes nothing", () => {
    const props = { ...experiment, assignmentSourceName: "checkout exposures", description: TEMPLATE };
    const bot = { promptID: "bot", name: "Bot", auth_workflow_headers: [{ name: "Authorization", value: "" }] };
    const inCode = synth((stack) => {
      new ExperimentationService(stack, "service");
      const source = new AssignmentSource(stack, "source", { ...assignmentSource, name: "checkout exposures" });
      new Experiment(stack, "x", { ...props, assignmentSourceName: source.name });
      const auth_workflow_headers = [{ name: "Authorization", value: fromEnvironment("BOT_TOKEN") }];
      new PromptVersion(stack, "bot", { ...bot, auth_workflow_headers });
    });
    write({
      "x/a/checkout.json": JSON.stringify({ $schema: "../entity.json", kind: "Experiment", ...props }),
      "x/sources.yml": `${SOURCE}---\n---\n# nothing yet\n`,
      "x/README.md": "no definition",
      "x/.hidden.yaml": "{",
      "y.yaml": `{kind: PromptVersion, promptID: bot, name: Bot, auth_workflow_headers: [{name: Authorization, value: {fromEnvironment: BOT_TOKEN}}]}`,
    });
    let paths: string[] = [];
    const inFiles = synth((stack) => {
      const service = new ExperimentationService(stack, "service");
      const { entities } = new Include(stack, "files", { path: ["y.yaml", "x", "./x/sources.yml"], service });
      paths = entities.map(({ node }) => node.path);
      expect(entities.filter((entity) => Experiment.isExperiment(entity))).toHaveLength(1);
    });

    expect(paths).toEqual([
      expect.stringMatching(/^stack\/files\/PromptVersion_bot_v-[0-9a-f]{12}$/),
      "stack/files/Experiment_checkout_button",
      "stack/files/AssignmentSource_checkout exposures",
    ]);
    expect(inFiles.resourceNames.sort()).toEqual(inCode.resourceNames.sort());
    for (const name of inCode.resourceNames) {
      expect(inFiles.triggers(name)).toEqual(inCode.triggers(name));
      if (name.startsWith("experiment_checkout"))
        expect(inFiles.resource(name).depends_on).toEqual(inCode.resource(name).depends_on);
    }
  });

  test("gives constructs of identities that read alike, when joined, ids of their own", () => {
    const version = { kind: "PromptVersion", promptID: "a", id: "b_c" };
    write({ "x.yaml": documents(version, { ...version, promptID: "a_b", id: "c" }) });
    const ids = new Include(emptyStack(), "files", { path: "x.yaml" }).entities.map(({ node }) => node.id);
    expect(ids).toEqual(["PromptVersion_a_b_c", expect.stringMatching(/^PromptVersion_a_b_c_[0-9a-f]{8}$/)]);
  });

  test("warns as code does, with the place of the field in the file, and takes the settings of a construct", () => {
    const uneven = { ...experiment, kind: "Experiment", groups: [{ id: "control", size: 90 }] };
    const quiet = { ...uneven, id: "other", name: "Other", acknowledge: ["group-sizes"] };
    const strict = { ...uneven, id: "third", name: "Third", strict: ["group-sizes"] };
    write({ "x/a.yaml": documents(uneven, quiet, strict) });
    const { entities } = new Include(emptyStack(), "files", { path: "x" });
    const warnings = entities.map(warningsOf).map(([warning]) => warning?.split(": ", 2));
    expect(warnings).toEqual([["x/a.yaml:1:185", "groups"], undefined, ["x/a.yaml:5:165", "groups"]]);
    expect(entities[2]?.node.validate()).toEqual([expect.stringMatching(/^x\/a\.yaml:5:165: groups: .*strict/)]);
  });

  test("reads a secret only where text is allowed and an object is not, and leaves every other text as it is", () => {
    const tags = [TEMPLATE, "{{ x }}"];
    const groups = [{ id: "control", size: 100, parameterValues: { steps: { fromEnvironment: "not a name" } } }];
    const decisionReason = { fromEnvironment: "WHY" };
    write({ "x.yaml": documents({ ...experiment, kind: "Experiment", tags, groups, decisionReason }) });
    const [entity] = new Include(emptyStack(), "files", { path: "x.yaml" }).entities;
    const deferred = { deferred: "environment", variable: "WHY" };
    expect(entity?.declared).toMatchObject({ tags, groups, decisionReason: deferred });
  });
});

describe("environments of a definition", () => {
  const base = { kind: "Experiment", ...experiment, status: "setup", allocation: 10, tags: ["a"] };
  const fieldsIn = (choice: Pick<IncludeProps, "environment" | "environments">) =>
    new Include(emptyStack(), "files", { path: "x.yaml", ...choice }).entities.map(({ declared }) => declared);

  test("whole fields of the one in use stand in place of the definition's", () => {
    const changed = { name: "Staged", allocation: 100, status: "active", tags: ["b"], launchedGroupID: null };
    const definition = { ...base, launchedGroupID: "green", environments: { staging: changed, production: {} } };
    write({ "x.yaml": documents(definition) });
    expect(fieldsIn({ environment: "staging" })).toEqual([expect.objectContaining(changed)]);
    const same = { allocation: 10, status: "setup", tags: ["a"], launchedGroupID: "green" };
    for (const choice of [{}, { environment: "production" }, { environment: "other" }])
      expect(fieldsIn(choice)).toEqual([expect.objectContaining(same)]);
  });

  test("each of them is checked, whichever is in use, and what is wrong in all is told once", () => {
    const environments = { staging: { tags: null }, production: { allocaton: 1, tags: [8] } };
    const definition = { ...base, tags: [7], environments };
    const texts = [
      "tags[0]: given 7; allowed: a string",
      "environments.staging.tags: given null; allowed: a list",
      'environments.production.allocaton: unknown field; did you mean "allocation"',
      "environments.production.tags[0]: given 8; allowed: a string",
    ];
    const problems = problemsOf({ "x.yaml": JSON.stringify(definition, null, 1) }, "x.yaml");
    expect(problems).toEqual(texts.map((text) => expect.stringContaining(`: ${text}`)));
    expect(problems[2]).toMatch(/^x\.yaml:\d+:4: /);
  });

  const version = { kind: "PromptVersion", promptID: "p" };
  const source = { kind: "AssignmentSource", name: "x" };
  const needed = "timestampColumn, experimentIDColumn, groupIDColumn and idTypeMapping";

  test.each<[string, object, environments: unknown, string[]]>([
    ["its identity", base, { a: { id: "b", kind: "Segment" } }, ["a.id: is the same", "a.kind: is the same"]],
    ["a name that gives the id", { ...base, id: undefined }, { a: { name: "B" } }, ["a.name: the id comes from it"]],
    ["settings", base, { a: { adopt: true, service: "x" } }, ["a.adopt: is the same", "a.service: unknown field"]],
    ["those of a version by its content", version, { a: {} }, ["environments: a prompt version needs an id"]],
    ["none", base, ["a"], ["environments: given a list of 1 element; allowed: an object"]],
    ["nothing in one", base, { a: null }, ["environments.a: given null; allowed: the fields that differ"]],
    [
      "a call that lacks fields in one",
      source,
      { a: { sql: "x" } },
      [`a.sql: required with it: ${needed}, for the only`],
    ],
  ])("are refused with %s", (_, definition, environments, expected) => {
    const problems = problemsOf({ "x.yaml": JSON.stringify({ ...definition, environments }) }, "x.yaml");
    expect(problems).toEqual(expected.map((text) => expect.stringContaining(text)));
  });

  test("another name than those that there are is an error, and one that is nearly in a file a warning", () => {
    write({ "x.yaml": documents({ ...base, environments: { stagin: {} } }) });
    const include = (choice: object) => () => new Include(emptyStack(), "files", { path: "x.yaml", ...choice });
    const known = { environments: ["staging", "production"] };
    const chosen = messageOf(include({ ...known, environment: "prod" }), InvalidPropsError);
    expect(chosen).toContain('did you mean "production"?');
    const named = messageOf(include(known), InvalidDefinitionsError);
    expect(named).toMatch(/x\.yaml:1:\d+: environments\.stagin: no such environment; did you mean "staging"\?/);
    const nearly = ["staging", "stagin", "production"].map((environment) => warningsOf(include({ environment })()));
    expect(nearly).toEqual([[expect.stringContaining('did you mean "stagin"?')], [], []]);
  });
});

/** The problems of the files of an Include, without the folder of this test. */
function problemsOf(files: Readonly<Record<string, string | Buffer>>, path = "x", stack = emptyStack()): string[] {
  write(files);
  const message = messageOf(() => new Include(stack, "files", { path }), InvalidDefinitionsError);
  const [heading, ...problems] = message.replaceAll(folder, "").split("\n  - ");
  expect(heading).toMatch(new RegExp(`^stack/files: ${problems.length} problems? in \\d+ files?$`));
  return problems;
}

const beginsWith = (texts: readonly string[]) =>
  texts.map((text) => expect.stringMatching(new RegExp(`^${text.replace(/[\\[\](){}|.*?+^$]/g, "\\$&")}`)) as string);

const minimal = "kind: Segment\nname: beta\ntype: id_list\n";

test("one error lists every problem of all files, each with its place", () => {
  const text = `kind: Experiment
name: One page checkout
id: one_page_checkout
duration: 1
nme: x
groups:
  - { id: control, name: Control, size: 50 }
  - { id: one_page, sizes: 3, size: "fifty", parameterValues: { a: [1] } }
---
kind: PromptVersion
auth_workflow_headers: [{ value: 7 }]
`;
  const json = `{\n\t"kind": "Segment",\n\t"name": "beta",\n\t"service": "x"\n}`;
  expect(problemsOf({ "x/a.yaml": text, "x/b.json": json })).toEqual([
    "x/a.yaml:4:11: duration: given 1; allowed: more than 1",
    'x/a.yaml:5:1: nme: unknown field; did you mean "name"?',
    'x/a.yaml:8:21: groups[1].sizes: unknown field; did you mean "size"?',
    'x/a.yaml:8:37: groups[1].size: given "fifty"; allowed: a number; more: npx --no-install cdktf-experimentation explain experiment',
    "x/a.yaml:10:1: promptID: required",
    "x/a.yaml:11:34: auth_workflow_headers[0].value: given a number; allowed: a string; put it in quotes",
    'x/b.json:1:1: type: required; one of "id_list", "rule_based", "analysis_list", "user_store_id_list"',
    "x/b.json:4:2: service: unknown field; the Include in the code says which service the files belong to",
  ]);
});

test.each<[string, yaml: string, string[]]>([
  [
    "an unknown kind, and none",
    documents({ kind: "Zebra" }, { name: "beta" }, [1], { kind: { value: "sk-12" } }),
    [
      '1:9: kind: given "Zebra"; allowed: one of',
      "3:1: kind: required",
      "5:2: a number; allowed: the fields",
      "7:9: kind: given an object",
    ],
  ],
  [
    "slips in what only a definition has",
    documents({ kind: "Experiment", name: "One page", kindd: "x", environment: {} }, { kind: "Segment", $schema: 5 }),
    [
      '1:40: kindd: unknown field; did you mean "kind"?',
      '1:52: environment: unknown field; did you mean "environments"?',
      "3:1: name: required",
      "3:1: type: required",
      "3:29: $schema: given a number; allowed: the path",
    ],
  ],
  [
    "a key that stands there twice, and a tag",
    `${minimal}"name": beta\n---\nkind: !custom Segment\n`,
    ["4:1: this key stands there already", "6:7: not valid here: a tag"],
  ],
  ["an alias of nothing", `${minimal}tags: *none\n`, ["4:7: an alias (*) stands for an anchor (&) that is not there"]],
  [
    "aliases of everything",
    `${minimal}tags: &a [${"x, ".repeat(9)}x]\nrules: &b [${"*a, ".repeat(20)}*a]\nmore: [${"*b, ".repeat(20)}*b]\n`,
    ["1:1: it has too many levels, one in another, or its aliases"],
  ],
  ["another YAML", `%YAML 1.1\n---\n${minimal}`, ["1:1: %YAML 1.1: only YAML 1.2"]],
  ["lists in lists without end", `${minimal}tags: ${"[".repeat(20_000)}`, ["4:"]],
  ["too many levels", `${minimal}tags: ${"[".repeat(101)}${"]".repeat(101)}`, ["1:1: it has too many levels"]],
  ["a list for a key", `${minimal}? [a]\n: 1\n`, ["4:3: a key that is not text"]],
  ["merged maps", `${minimal}<<: {id: beta}\n`, ["4:1: a key that is not text"]],
  ["a number for a key", `${minimal}012: x\n`, ["4:1: a key that is not text"]],
  ["a number that would be rounded", `${minimal}id: 9007199254740993`, ["4:5: a whole number", "4:5: id: given 9007"]],
  [
    "numbers that begin with 0, as postcodes do",
    `kind: Experiment\nname: Beta\nallocation: 010\ngroups: [{ name: A, size: -0.5, parameterValues: { zip: 01234, price: 0.10, none: 0 } }]\n`,
    ["3:13: a number that begins with 0", "4:57: a number that begins with 0"],
  ],
  [
    "a key that has taken its value in, which may be a secret",
    "kind: PromptVersion\npromptID: bot\nauth_workflow_headers: [{ name: A, value:sk-12 }]\n",
    ["3:36: a key without a value"],
  ],
  [
    "values that YAML reads as another type",
    `kind: Experiment\nname: 1.10\nbonferroniCorrection: yes\nallocation: 50%\nhypothesis:\ngroups: [{size: "50"}, {size: half}]\nno:\ntags: a, b\notherMetrics: [orders]\ntargetingGateID: false\nid: true\n`,
    [
      "2:7: name: given 1.1; allowed: a string; put it in quotes",
      '3:23: bonferroniCorrection: given "yes"; allowed: a boolean; write true or false, without quotes',
      '4:13: allocation: given "50%"; allowed: a number; write the number alone, with a point and without quotes',
      "5:12: hypothesis: given null; allowed: a string; give it a value, or remove it",
      '6:17: groups[0].size: given "50"; allowed: a number; write the number alone',
      '6:31: groups[1].size: given "half"; allowed: a number',
      "7:1: no: unknown field",
      '8:7: tags: given "a, b"; allowed: a list; put its entries in [ ], or each behind a -',
      '9:16: otherMetrics[0]: given "orders"; allowed: an object with name, type, direction and hypothesizedValue',
      "10:18: targetingGateID: given false; allowed: a string or null",
      "11:5: id: given true; allowed: a string; put it in quotes",
    ],
  ],
  [
    "fields of another kind, as which they are judged",
    `kind: MetricSource\nname: One page\nidType: userID\nallocation: 10\nhypothesis: x\ntags: [7]\nadopt: 1\n`,
    [
      '1:7: kind: "MetricSource", which has few of these fields; did you mean kind: Experiment?',
      "6:8: tags[0]: given 7",
      "7:8: adopt: given 1",
    ],
  ],
  [
    "one entity twice, also where the code declares it",
    `${minimal}---\n${minimal}id: beta\n---\n${minimal.replace("beta", "other")}id: taken`,
    [
      "5:1: the segment of this id is declared in x/a.yaml:1:1, too",
      "10:1: segment taken is already declared by stack/taken",
    ],
  ],
  [
    "a token of the framework, and a secret in the place of its name",
    `${minimal.replace("beta", "a $" + "{TfToken[TOKEN.1]}")}id: { fromEnvironment: sk-12/3 }`,
    ["2:7: name: ", "4:24: id.fromEnvironment: given a string of 7 characters"],
  ],
])("a definition is refused with the place of each problem: %s", (_, text, expected) => {
  const stack = emptyStack();
  new Segment(stack, "taken", { name: "taken", type: "id_list" });
  const problems = problemsOf({ "x/a.yaml": text }, "x", stack);
  expect(problems).toEqual(beginsWith(expected.map((problem) => `x/a.yaml:${problem}`)));
  expect(problems.join()).not.toContain("sk-12");
});

const SQL_LINES = "select u, ts -- who and when  \n  from events -- all\n  where true -- as it is";

test.each([
  ["folded", `>\n  ${SQL_LINES}`, ["x.yaml:2:6"]],
  ["kept", `|\n  ${SQL_LINES}`, []],
  ["escaped", `"${SQL_LINES.replaceAll("\n", "\\n\\\n")}"`, []],
  ["on one line", "select u, ts from events -- all", []],
])("SQL whose lines become one behind a comment is refused: %s", (_, text, places) => {
  const problems = problemsOf({ "x.yaml": `kind: MetricSource\nsql: ${text}\nfolded: 1\n` }, "x.yaml");
  const ofSql = problems.filter((problem) => problem.includes("its lines become one"));
  expect(ofSql.map((problem) => problem.split(": ")[0])).toEqual(places);
});

test.each<[string, Record<string, string | Buffer>, string]>([
  [
    "not UTF-8",
    { "x/b.yaml": Buffer.from("kind: Segment\nname: caf\xe9\n", "latin1") },
    "x/b.yaml: the file is not UTF-8",
  ],
  ["an empty folder", { "x/README.md": "" }, "x: the directory has no file that ends in .yaml, .yml or .json"],
  ["another ending", { x: "" }, "x: its name has to end in .yaml, .yml or .json"],
  ["no file", {}, "x: there is no such file or directory; paths count from the working directory, "],
])("a file that cannot be read is named: %s", (_, files, expected) => {
  expect(problemsOf(files)).toEqual(beginsWith([expected]));
});

test("a file without a definition is a mistake, named by the file, and a document without one is none", () => {
  const files = { "x/a.yaml": `${SOURCE}---\n# nothing yet\n`, "x/b.json": " \n", "x/c.yml": "# later\n---\n\n...\n" };
  expect(problemsOf(files)).toEqual(beginsWith(["x/b.json", "x/c.yml"].map((name) => `${name}: holds no definition`)));
});

test.each([
  ["a comma too many", '{ "kind": "Experiment",\n"name": "sk-12", }', "2:18"],
  ["an object that is not closed", '{ "kind": "Segment",\n  "rules": [{ "name": "sk-12" }\n', "3:1"],
])("of JSON that is none, with %s, nothing but that is told, without the text and without YAML", (_, text, place) => {
  const problems = problemsOf({ "x.json": text }, "x.json");
  expect(problems).toEqual(beginsWith([`x.json:${place}: not valid JSON`]));
  expect(problems.join()).not.toMatch(/sk-|yaml|indent/i);
});

test.each([
  ["hypothesis: H1: sk-12", '6:13: not valid YAML: text with ": " in it'],
  ["hypothesis: !<sk-12> x", "6:13: not valid here: a tag or a directive"],
  ["hypothesis: 'It's sk-12'", "6:17: not valid YAML: more text behind a value that has ended"],
  ["hypothesis: > 5% sk-12", "6:15: not valid YAML: text that begins with a sign of YAML"],
  ["hypothesis: @sk-12", "6:13: not valid YAML: text that begins with a sign of YAML"],
  ["hypothesis: 'sk-12", "6:13: not valid YAML: a text that begins with a quote has none at its end"],
  ['hypothesis: "sk\\-12"', "6:16: not valid YAML: invalid escape sequence"],
  ["allocation:10", "6:1: not valid YAML: a line that is no `key: value`"],
  ["tags:\n\t- sk-12", "7:1: not valid YAML: a tab; indent by spaces"],
  ["tags:\n  - a\n - sk-12", "8:1: not valid YAML: this line begins in another column"],
  ["groups:\n  - id: a\n   size: 1", "8:1: not valid YAML: this line begins in another column"],
  ["groups:\n  - { id: a\n  - { id: sk-12 }", "8:3: not valid YAML: a { or [ further up has no end"],
  [
    "groups:\n\u00a0 - { id: sk-12, size: 1 }",
    "7:1: not valid YAML: U+00A0 is a no-break space; indent by plain spaces",
  ],
  ["groups: [{ id: sk-12 size: 50 }]", "6:16: not valid YAML: a comma is missing"],
])("a slip in YAML is told with its place, and without the text of the file: %j", (slip, place) => {
  const text = `kind: Experiment\nname: One page\nid: one_page\nidType: userID\nallocation: 10\n${slip}\n`;
  const problems = problemsOf({ "x.yaml": text }, "x.yaml");
  expect(problems).toEqual(beginsWith([`x.yaml:${place}`]));
  expect(problems.join()).not.toContain("sk");
});

test("links are followed, each to what was not read yet, and to plain files alone", () => {
  write({ "x/a/b.yaml": SOURCE });
  for (const name of ["up", "self", "again"]) symlinkSync(".", join("x", name));
  symlinkSync("a", "x/z");
  symlinkSync("a/b.yaml", "x/b.yml");
  expect(new Include(emptyStack(), "files", { path: ["x", "x"] }).entities).toHaveLength(1);
  symlinkSync("/dev/null", "x/c.json");
  expect(problemsOf({})).toEqual(["x/c.json: is not a regular file"]);
});

test("an Include without a path, or with a service that is none, is refused before a file is read", () => {
  const given = (props: object) => messageOf(() => new Include(emptyStack(), "files", wrong(props)), InvalidPropsError);
  expect(given({ path: [], service: "x" }).split("\n")).toEqual([
    "stack/files (include): 2 problems",
    "  - path: given []; allowed: at least one path",
    "  - service: given a string of 1 character; allowed: an ExperimentationService",
  ]);
  expect(given({ path: "", paths: "x" })).toContain('paths: unknown field; did you mean "path"?');
});
