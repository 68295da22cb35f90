import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TerraformStack } from "cdktf";
import {
  AssignmentSource,
  Experiment,
  ExperimentationService,
  type ExperimentProps,
  fromEnvironment,
  Include,
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
      "x/a/checkout.json": JSON.stringify({ kind: "Experiment", ...props }),
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
      expect.stringMatching(/^stack\/files\/PromptVersion_bot_[0-9a-f]{12}$/),
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

  test("has an experiment deployed after a source of the same stack, wherever that is declared", () => {
    write({ "x.yaml": documents({ kind: "Experiment", ...experiment, assignmentSourceName: "exposures" }) });
    const source = (stack: TerraformStack) => new AssignmentSource(stack, "source", assignmentSource);
    const files = (stack: TerraformStack) => new Include(stack, "files", { path: "x.yaml" });
    const ordered = (...steps: readonly ((stack: TerraformStack) => unknown)[]) =>
      synth((stack) => steps.map((step) => step(stack))).resource("experiment_checkout_button").depends_on;
    const dependsOn = ["null_resource.assignment_source_exposures"];
    expect([ordered(source, files), ordered(files, source), ordered(files)]).toEqual([dependsOn, dependsOn, undefined]);
  });

  test("warns as code does, with the place in the file, and takes the settings of a construct", () => {
    const uneven = { ...experiment, groups: [{ id: "control", size: 90 }] };
    const running = {
      ...experiment,
      layerID: "shop",
      allocation: 60,
      status: "active",
      acknowledge: ["start-incomplete"],
    };
    write({
      "x/a.yaml": documents(
        { kind: "Experiment", ...uneven },
        { kind: "Experiment", ...uneven, id: "other", acknowledge: ["group-sizes"], reapply: "2" },
        { kind: "Experiment", ...running, id: "late" },
      ),
    });
    const stack = emptyStack();
    new Experiment(stack, "early", { ...running, id: "early" } as ExperimentProps);
    const { entities } = new Include(stack, "files", { path: "x" });
    expect(entities.map(warningsOf)).toEqual([
      ['x/a.yaml:1:1 groups: sizes add up to 90, not to 100 [acknowledge: "group-sizes"]'],
      [],
      [expect.stringMatching(/^x\/a\.yaml:5:1 allocation: the active experiments of layer "shop" take 120 % together/)],
    ]);
    const strict = emptyStack();
    new ExperimentationService(strict, "service", { strict: ["group-sizes"] });
    const [first] = new Include(strict, "files", { path: "x" }).entities;
    expect(first?.node.validate()).toEqual([
      expect.stringMatching(/^x\/a\.yaml:1:1 groups: sizes add up to 90, not to 100 \[an error because of strict/),
    ]);
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

const SQL_LINES = "select u, ts -- who and when  \n  from events -- all\n  where true -- as it is";
const SQL_TEXTS = {
  folded: `>\n  ${SQL_LINES}`,
  plain: `\n  ${SQL_LINES}`,
  quoted: `'${SQL_LINES}'`,
  // as they stand
  kept: `|\n  ${SQL_LINES}`,
  escaped: `"${SQL_LINES.replaceAll("\n", "\\n\\\n")}"`,
  oneLine: "select u, ts from events -- all",
};

describe("one error lists every problem with its place:", () => {
  const KINDS =
    'one of "Experiment", "MetricSource", "AssignmentSource", "Segment", "IngestionSource", "PromptVersion"';
  const TAG = "not valid here: a tag or a directive; only plain values are read, so remove it";
  const DIGITS = "a whole number of so many digits would be rounded; write it in quotes, as text";
  const minimal = "kind: Segment\nname: beta\ntype: id_list\n";

  test("values that the interface refuses, of all files", () => {
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
    write({ "x/a.yaml": text, "x/b.json": `{\n\t"kind": "Segment",\n\t"name": "b",\n\t"service": "x"\n}` });
    const message = messageOf(() => new Include(emptyStack(), "files", { path: "x" }), InvalidDefinitionsError);
    expect(message).toBe(
      `stack/files: 7 problems in 2 files
  - x/a.yaml:4:11 duration: 1; allowed: more than 1
  - x/a.yaml:5:1 nme: unknown field; did you mean "name"?
  - x/a.yaml:8:21 groups[1].sizes: unknown field; did you mean "size"?
  - x/a.yaml:8:37 groups[1].size: "fifty"; allowed: a number
  - x/a.yaml:10:1 promptID: required
  - x/a.yaml:11:34 auth_workflow_headers[0].value: a number; allowed: a string; put it in quotes
  - x/b.json:4:2 service: unknown field; the Include in the code says which service the files belong to`,
    );
  });

  test.each<[string, Record<string, string | Buffer>, string[]]>([
    [
      "an unknown kind, and none",
      { "x/a.yaml": documents({ kind: "Experimnt" }, { name: "x" }, [1], { kind: 5 }, { kind: { value: "sk-12" } }) },
      [
        `x/a.yaml:1:9 kind: "Experimnt"; allowed: ${KINDS}; did you mean "Experiment"?`,
        `x/a.yaml:3:1 kind: required; ${KINDS}`,
        "x/a.yaml:5:1 a list of 1 element; allowed: the fields of one definition, kind among them; put a line with --- between two",
        `x/a.yaml:7:9 kind: 5; allowed: ${KINDS}`,
        `x/a.yaml:9:9 kind: an object; allowed: ${KINDS}`,
      ],
    ],
    [
      "no YAML, a key that stands there twice, and a tag",
      {
        "x/a.yaml": `a: [1\nb: "sk-12`,
        "x/b.yaml": `${minimal}"name": beta\n---\nkind: !custom Segment\n`,
        "x/c.yaml": "a: }\nb\n c\n---\nkind: !custom Segment\n",
      },
      [
        expect.stringMatching(/^x\/a\.yaml:2:1 not valid YAML: flow sequence .*end with a \]$/) as string,
        "x/b.yaml:4:1 this key stands there already; a key may stand in a map only once",
        `x/b.yaml:6:7 ${TAG}`,
        expect.stringMatching(/^x\/c\.yaml:1:4 not valid YAML: unexpected flow-map-end token/) as string,
        expect.stringMatching(/^x\/c\.yaml:2:1 not valid YAML: unexpected scalar/) as string,
        `x/c.yaml:5:7 ${TAG}`,
      ],
    ],
    [
      "aliases of nothing and of everything, and another YAML",
      {
        "x/a.yaml": `${minimal}tags: *none\n`,
        "x/b.yaml": `${minimal}tags: &a [${"x, ".repeat(9)}x]\nrules: &b [${"*a, ".repeat(20)}*a]\nmore: [${"*b, ".repeat(20)}*b]\n`,
        "x/c.yaml": `%YAML 1.1\n---\n${minimal}`,
      },
      [
        "x/a.yaml:4:7 an alias (*) stands for an anchor (&) that is not there, or comes later",
        "x/b.yaml:1:1 its aliases stand for too much, so that nobody can tell what it declares; write it out",
        "x/c.yaml:1:1 %YAML 1.1: only YAML 1.2 is read; remove the directive",
      ],
    ],
    [
      "collections in collections without end, however they are written",
      {
        "x/a.yaml": `${minimal}tags: ${"[".repeat(20_000)}`,
        "x/b.json": `${'{"a":['.repeat(20_000)}${"]}".repeat(20_000)}`,
        "x/c.yaml": `${"? ".repeat(20_000)}x`,
        "x/d.yaml": `${minimal}tags:\n${"- ".repeat(20_000)}x`,
        "x/e.yaml": "[? ".repeat(20_000),
      },
      ["x/a.yaml:4:106", "x/b.json:1:301", "x/c.yaml:1:201", "x/d.yaml:5:199", "x/e.yaml:1:301"].map(
        (place) => `${place} more than 100 levels, one in another; no definition needs so many`,
      ),
    ],
    [
      "YAML in a JSON file, a file that is not UTF-8, and one that lies about itself",
      {
        "x/a.json": `{ "kind": "Segment", "name": "beta", "type": "id_list", }`,
        "x/b.yaml": Buffer.concat([Buffer.from("kind: Segment\nname: caf"), Buffer.from([0xe9, 0x0a])]),
        "x/c.yaml": Buffer.from(minimal, "utf16le"),
      },
      [
        expect.stringMatching(/^x\/a\.json:1:57 not valid JSON: .*comma/) as string,
        "x/b.yaml:2:10 the file is not UTF-8 from here on; save it as UTF-8",
        expect.stringMatching(/^x\/c\.yaml:1:1 /) as string,
      ],
    ],
    [
      "keys and numbers that would be read as something else",
      {
        "x/a.yaml": `${minimal}<<: {id: beta}\n? [a]\n: 1\n012: x\nnull: y\n---\n${minimal}tags: [9007199254740993, -9007199254740992, 0x20000000000001, 0o400000000000000001]\n`,
      },
      [
        "x/a.yaml:4:1 << merges no maps in YAML 1.2; write their fields out",
        "x/a.yaml:5:3 a map or a list in the place of a key; nothing fills in templates such as {{ x }}",
        "x/a.yaml:7:1 a key that is not text as it stands; write it in quotes",
        "x/a.yaml:8:1 a key that is not text as it stands; write it in quotes",
        `x/a.yaml:13:8 ${DIGITS}`,
        "x/a.yaml:13:8 tags[0]: 9007199254740992; allowed: a string; put it in quotes",
        "x/a.yaml:13:26 tags[1]: -9007199254740992; allowed: a string; put it in quotes",
        `x/a.yaml:13:45 ${DIGITS}`,
        "x/a.yaml:13:45 tags[2]: 9007199254740992; allowed: a string; put it in quotes",
        `x/a.yaml:13:63 ${DIGITS}`,
        "x/a.yaml:13:63 tags[3]: 9007199254740992; allowed: a string; put it in quotes",
      ],
    ],
    [
      "keys that have taken their values in, which may be secrets",
      {
        "x/a.yaml": `kind: Experiment\nname: beta\ngroups: [{ parameterValues: { steps:4 } }]\n`,
        "x/b.yaml": "kind: PromptVersion\npromptID: bot\nauth_workflow_headers: [{ name: A, value:sk-12 }]\n",
      },
      ["x/a.yaml:3:31", "x/b.yaml:3:36"].map(
        (place) => `${place} a key without a value; put a colon and a space between the two, as in { size: 50 }`,
      ),
    ],
    [
      "SQL whose lines become one behind a comment",
      Object.fromEntries(
        Object.entries(SQL_TEXTS).map(([name, text]) => [
          `x/${name}.yaml`,
          `kind: MetricSource\nname: ${name}\ntimestampColumn: ts\nidTypeMapping: [{column: u, serviceUnitID: userID}]\nsql: ${text}\n`,
        ]),
      ),
      ["x/folded.yaml:5:6", "x/plain.yaml:6:3", "x/quoted.yaml:5:6"].map(
        (place) =>
          `${place} its lines become one, so a -- in it makes a comment of all that follows; put it behind a |`,
      ),
    ],
    [
      "two definitions without a line between them, and values that YAML reads as another type",
      {
        "x/a.yaml": `${minimal}\n${minimal}`,
        "x/b.yaml": `kind: Experiment\nname: 1.10\nbonferroniCorrection: yes\nallocation: 50%\nhypothesis:\ngroups: [{size: "50"}, {size: half}]\nno:\ntags: a, b\n`,
      },
      [
        "x/a.yaml:5:1 a second kind; where another definition begins, put a line with --- before it",
        "x/b.yaml:2:7 name: 1.1; allowed: a string; put it in quotes",
        'x/b.yaml:3:23 bonferroniCorrection: "yes"; allowed: a boolean; write true or false, without quotes',
        'x/b.yaml:4:13 allocation: "50%"; allowed: a number; write the number alone, without quotes',
        "x/b.yaml:5:12 hypothesis: null; allowed: a string; give it a value, or remove it",
        'x/b.yaml:6:17 groups[0].size: "50"; allowed: a number; write the number alone, without quotes',
        'x/b.yaml:6:31 groups[1].size: "half"; allowed: a number',
        "x/b.yaml:7:1 no: unknown field",
        'x/b.yaml:8:7 tags: "a, b"; allowed: a list; put its entries in [ ], or each behind a -',
      ],
    ],
    [
      "one entity twice, also where the code declares it",
      {
        "x/a.yaml": `${minimal}---\n${minimal}id: beta`,
        "x/b.yaml": documents({ kind: "Segment", name: "other", type: "id_list", id: "taken" }),
      },
      [
        "x/a.yaml:5:1 the segment of this id is declared in x/a.yaml:1:1, too; remove one of the two, or give one of them another id",
        'x/b.yaml:1:1 segment "taken" is already declared by stack/taken; remove one of the two, or give one of them another identity',
      ],
    ],
    [
      "a token of the framework, and a secret in the place of its name",
      {
        "x/a.yaml": `${minimal.replace("beta", "a $" + "{TfToken[TOKEN.1]}")}id: { fromEnvironment: sk-12/3 }`,
      },
      [
        "x/a.yaml:2:7 name: text that is not how the framework writes a token; what only the deploy knows can be declared in code alone",
        "x/a.yaml:4:24 id.fromEnvironment: a string of 7 characters; allowed: the name of an environment variable (letters, digits and _, not starting with a digit), not the secret itself",
      ],
    ],
    [
      "an empty folder",
      { "x/README.md": "" },
      [
        "x: the folder holds no file that ends in .yaml, .yml or .json; add one, or leave the folder out of the Include, or remove the Include",
      ],
    ],
    ["a file with another ending", { x: "" }, ["x: its name has to end in .yaml, .yml or .json"]],
    ["no file", {}, [`x: there is no such file or folder; paths count from the working directory, `]],
  ])("%s", (_, files, expected) => {
    write(files);
    const stack = emptyStack();
    new Segment(stack, "taken", { name: "taken", type: "id_list" });
    const message = messageOf(() => new Include(stack, "files", { path: "x" }), InvalidDefinitionsError);
    const problems = message.replaceAll(folder, "").split("\n  - ").slice(1);
    expect(problems).toEqual(expected);
  });
});

test.each([
  ["x/b.yml", ""],
  ["x/b.yaml", "# later\n---\n\n--- # another\n...\n"],
  ["x/b.json", " \n"],
])("a file without a definition is a mistake, named by the file: %s %j", (name, text) => {
  write({ "x/a.yaml": `${SOURCE}---\n# one at least is there\n`, [name]: text });
  const message = messageOf(() => new Include(emptyStack(), "files", { path: "x" }), InvalidDefinitionsError);
  expect(message.split("\n  - ").slice(1)).toEqual([expect.stringContaining(`${name}: holds no definition`)]);
});

test.each([
  ["a comma too many", '{ "kind": "Experiment",\n"name": "sk-12", }', "2:18"],
  ["an object that is not closed", '{ "kind": "Segment",\n  "rules": [{ "name": "sk-12" }\n', "3:1"],
  ["a text that is not closed", '{ "kind": "sk-12', "1:17"],
  ["a word without quotes", '{ "kind": "Segment", "name": "other",\n "tags": [sk-12] }', "2:11"],
  ["a comment", '// sk-12\n{ "kind": "Segment" }', "1:1"],
])("of JSON that is none, with %s, nothing but that is told, without the text and without YAML", (_, text, place) => {
  write({ "x.json": text });
  const message = messageOf(() => new Include(emptyStack(), "files", { path: "x.json" }), InvalidDefinitionsError);
  expect(message.split("\n  - ")).toEqual([
    "stack/files: 1 problem in 1 file",
    expect.stringMatching(new RegExp(`^x\\.json:${place} not valid JSON`)) as string,
  ]);
  expect(message).not.toMatch(/sk-|yaml|indent/i);
});

test.each([
  ["hypothesis: H1: sk-12", '6:13 not valid YAML: text with ": " in it, or a line below that is indented too far; put'],
  [
    "status: setup\n  tags: []",
    '6:9 not valid YAML: text with ": " in it, or a line below that is indented too far; put',
  ],
  ["hypothesis: `sk-12`", "6:13 not valid YAML: plain value cannot start with reserved character `"],
  ["hypothesis: !<sk-12> x", "6:13 not valid here: a tag or a directive"],
  ["...\n%sk-12 x\n---", "7:1 not valid here: a tag or a directive"],
  ["hypothesis: 'It's sk-12'", "6:17 not valid YAML: unexpected scalar at node end"],
  ["hypothesis: > 5% sk-12", "6:15 not valid YAML: not a YAML token"],
  ["hypothesis: - sk-12", "6:13 not valid YAML: unexpected block-seq-ind on same line with key"],
  ["hypothesis: 'sk-12", "7:1 not valid YAML: missing closing 'quote"],
  ['hypothesis: "sk\\-12"', "6:16 not valid YAML: invalid escape sequence"],
  ["hypothesis: |\nsk-12", "7:1 not valid YAML: a line that is no `key: value`; put a space behind the colon, or"],
  ["allocation:10", "6:1 not valid YAML: a line that is no `key: value`; put a space behind the colon, or"],
  ["tags:\n\t- sk-12", "7:1 not valid YAML: a tab; indent by spaces"],
  ["tags:\n  - a\n - sk-12", "8:1 not valid YAML: this line begins in another column than it should"],
  ["hypothesis: |\n\tsk-12", "7:1 not valid YAML: this line begins in another column than it should; by spaces,"],
  [
    "tags: [a, b",
    "7:1 not valid YAML: flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
  ["groups: [{ id: sk-12 size: 50 }]", "6:16 not valid YAML: "],
  ["tags: &", "6:7 not valid YAML: anchor cannot be an empty string"],
])("a slip in YAML is told with its place, and without the text of the file: %j", (slip, place) => {
  write({ "x.yaml": `kind: Experiment\nname: One page\nid: one_page\nidType: userID\nallocation: 10\n${slip}\n` });
  const message = messageOf(() => new Include(emptyStack(), "files", { path: "x.yaml" }), InvalidDefinitionsError);
  expect(message.split("\n  - ")).toEqual([
    "stack/files: 1 problem in 1 file",
    expect.stringMatching(new RegExp(`^x\\.yaml:${place.replace(/[\\[\]{|]/g, "\\$&")}`)) as string,
  ]);
  expect(message).not.toContain("sk");
});

test("ingestion sources that lack other parts of their identity are others, though the rest reads alike", () => {
  write({
    "x/a.yaml": documents({ kind: "IngestionSource", type: "s3" }, { kind: "IngestionSource", source_name: "s3" }),
  });
  const { entities } = new Include(emptyStack(), "x", { path: "x" });
  expect(entities.map(({ node }) => node.id)).toEqual([
    "IngestionSource_s3",
    expect.stringMatching(/^IngestionSource_s3_\w{8}$/),
  ]);
});

test("links are followed, each to what was not read yet, and to plain files alone", () => {
  write({ "x/a/b.yaml": SOURCE });
  for (const name of ["up", "self", "again"]) symlinkSync(".", join("x", name));
  symlinkSync("a", "x/z");
  symlinkSync("a/b.yaml", "x/b.yml");
  expect(new Include(emptyStack(), "files", { path: ["x", "x"] }).entities).toHaveLength(1);
  symlinkSync("/dev/null", "x/c.json");
  const message = messageOf(() => new Include(emptyStack(), "files", { path: "x" }), InvalidDefinitionsError);
  expect(message.split("\n  - ").slice(1)).toEqual(["x/c.json: is not a regular file"]);
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
