import { symlinkSync } from "node:fs";
import fc from "fast-check";
import { Include, InvalidDefinitionsError } from "../../lib";
import { experiment as schema } from "../../lib/api/experiment-schema";
import { canHaveDefault } from "../../lib/definitions/kind-defaults";
import { experiment } from "../terraform/entities";
import { emptyStack, messageOf, synth, warningsOf } from "../terraform/synth";
import { check, inOwnDirectories, write } from "./checking";

inOwnDirectories();

const definition = (id: string, more: object = {}) => ({ kind: "Experiment", name: id, id, ...more });

/** The fields that a file declares, by the id of the experiment. */
function declared(path: string | string[], choice: object = {}) {
  const { entities } = new Include(emptyStack(), "files", { path, ...choice });
  return Object.fromEntries(entities.map(({ declared }) => ["id" in declared ? declared.id : "", declared]));
}

test("nearer defaults stand in place of farther ones, a definition's fields of both, and an environment's of all", () => {
  write({
    "_defaults.yaml": "Experiment: { team: Root, idType: userID, tags: [root], hypothesis: Root }\n",
    "x/_defaults.yaml": "Experiment: { team: X, tags: [x, y], targetingGateID: gate }\nSegment: { idType: stableID }\n",
    "x/deep/a.json": definition("one", {
      hypothesis: "Own",
      targetingGateID: null,
      environments: { staging: { tags: ["s"] } },
    }),
    "x/b.yaml": "kind: Segment\nid: two\nname: two\ntype: id_list\n",
    "y/c.json": definition("three"),
  });
  const one = { team: "X", idType: "userID", tags: ["x", "y"], hypothesis: "Own", targetingGateID: null };
  const all = declared(["x", "y"]);
  expect(all.one).toMatchObject(one);
  expect(all.two).toMatchObject({ idType: "stableID" });
  expect(all.three).toMatchObject({ team: "Root", tags: ["root"], hypothesis: "Root" });
  expect(declared("x", { environment: "staging" }).one).toMatchObject({ ...one, tags: ["s"] });
});

test("whichever path an Include names, a file takes the same", () => {
  write({ "x/_defaults.yaml": "Experiment: { team: X }\n", "x/deep/a.json": definition("one") });
  symlinkSync("x/deep", "link");
  for (const path of ["x", "x/deep", "x/deep/a.json", "./x/../x", process.cwd(), "link", "link/a.json"])
    expect(declared(path).one).toMatchObject({ team: "X" });
});

test("a file beside the working directory takes those up to where both are", () => {
  write({
    "_defaults.yaml": "Experiment: { team: Above }\n",
    "shared/_defaults.yaml": "Experiment: { idType: userID }\n",
    "shared/a.json": definition("one"),
    "app/b.json": definition("two"),
  });
  process.chdir("app");
  const { one, two } = declared(["../shared", "."]);
  expect(one).toMatchObject({ idType: "userID" });
  expect([one, two]).toEqual([
    expect.not.objectContaining({ team: "Above" }),
    expect.not.objectContaining({ team: "Above" }),
  ]);
});

test("what each decides by itself has no default, and stays required", () => {
  write({
    "x/_defaults.yaml": `Experiment:
  name: One
  id: one
  status: active
  allocation: 10
  groups: []
  controlGroupID: a
  launchedGroupID: a
  decisionReason: because
  acknowledge: [ramp]
  adopt: true
  strict: true
  reapply: x
  ignoreChanges: true
  environments: {}
MetricSource: { sql: select 1, dryRun: true }
IngestionSource: { query: select 1 }
Segment: { rules: [] }
PromptVersion: { promptID: p, prompts: [], workflow_headers: [], auth_workflow_headers: [] }
`,
    "x/a.json": definition("one"),
    "x/b.yaml": "kind: MetricSource\nname: orders\ntimestampColumn: ts\nidTypeMapping: []\n",
  });
  const { problems } = check("x");
  const fields = problems.map((line) => /: (\w+\.\w+): cannot have a default/.exec(line)?.[1]);
  const ofExperiment =
    "name id status allocation groups controlGroupID launchedGroupID decisionReason acknowledge adopt strict reapply ignoreChanges environments";
  const others =
    "MetricSource.sql MetricSource.dryRun IngestionSource.query Segment.rules PromptVersion.promptID PromptVersion.prompts PromptVersion.workflow_headers PromptVersion.auth_workflow_headers";
  const expected = [...ofExperiment.split(" ").map((field) => `Experiment.${field}`), ...others.split(" ")];
  expect(fields.filter((field) => field !== undefined).sort()).toEqual(expected.sort());
  expect(problems).toContain("x/b.yaml:1:1: sql: required");
});

test("a problem in a default is named once, at its place, with the number of definitions that take it", () => {
  write({
    "x/_defaults.yaml":
      "Experiment:\n  defaultConfidenceInterval: 95\n  id_type: 5\n  tags: [1]\n  nothing: x\n  duration: 1\n",
    "x/a.json": [definition("one"), definition("two", { tags: ["a"] })],
    "x/b/c.json": definition("three", { duration: 5, environments: { staging: {}, production: { tags: [] } } }),
  });
  expect(check("x").problems).toEqual([
    expect.stringMatching(
      /^x\/_defaults\.yaml:2:30: Experiment\.defaultConfidenceInterval: given 95; allowed: .*; 3 definitions take it$/,
    ),
    'x/_defaults.yaml:3:3: Experiment.id_type: unknown field; did you mean "idType"?; 3 definitions take it',
    expect.stringMatching(
      /^x\/_defaults\.yaml:3:12: Experiment\.id_type: given 5; allowed: a string; .*; 3 definitions take it$/,
    ),
    expect.stringMatching(/^x\/_defaults\.yaml:4:10: Experiment\.tags\[0\]: given 1; .*; 2 definitions take it$/),
    expect.stringMatching(/^x\/_defaults\.yaml:5:3: Experiment\.nothing: unknown field; .*; 3 definitions take it$/),
    expect.stringMatching(
      /^x\/_defaults\.yaml:6:13: Experiment\.duration: given 1; allowed: more than 1; 2 definitions take it$/,
    ),
  ]);
  const message = messageOf(() => new Include(emptyStack(), "files", { path: "x" }), InvalidDefinitionsError);
  expect(message.split("\n").filter((line) => line.startsWith("  - "))).toEqual(
    check("x").problems.map((line) => `  - ${line}`),
  );
});

test.each([
  ["a kind that is none", "Experiment2: {}\n", '1:1: given "Experiment2"; allowed: one of'],
  [
    "a kind of other tools",
    "Metric: {}\n",
    '1:1: given "Metric"; allowed: one of .*; the interface has no call for it',
  ],
  ["a kind in another case", "experiment: { team: X }\n", '1:1: given "experiment".*did you mean "Experiment"\\?'],
  ["a definition", "kind: Segment\nname: beta\n", "1:1: a definition; put it into a file of another name"],
  [
    "fields of no kind",
    "team: Checkout\nidType: userID\n",
    "1:1: fields of no kind; allowed: the kinds of definitions",
  ],
  ["a list", "[]\n", "1:1: a list of 0 elements; allowed: the kinds"],
  ["no fields", "Experiment:\n", "1:12: Experiment: given null; allowed: the fields"],
  ["two documents", "Segment: {}\n---\nSegment: {}\n", "3:1: the second document; put all defaults into one"],
  ["text that is no YAML", "Segment: {\n", "\\d:\\d+: not valid YAML"],
  ["a conflict", "<<<<<<< HEAD\nSegment: {}\n=======\n>>>>>>> x\n", "1:1: a conflict of git"],
  [
    "a setting of another kind",
    "Segment: { endsOn: 2026-12-18 }\n",
    "1:20: Segment.endsOn: can be used for an experiment only; remove it; 1 definition takes it",
  ],
])("a file of defaults with %s is refused at its place", (_, text, expected) => {
  write({ "x/_defaults.yaml": text, "x/a.yaml": "kind: Segment\nid: two\nname: two\ntype: id_list\n" });
  const [first, ...others] = check("x").problems;
  expect(others.filter((line) => line.startsWith("x/_defaults"))).toEqual([]);
  expect(first).toMatch(new RegExp(`^x/_defaults\\.yaml:${expected}`));
});

test.each([
  "_defaults.yml",
  "_defaults.json",
  "_Defaults.yaml",
  "_default.yaml",
  "_DEFAULTS.YAML",
  "_defaults.yaml.txt",
])("another spelling of the name is an error: %s", (name) => {
  write({ [`x/${name}`]: "Experiment: { team: X }\n", "x/deep/a.json": definition("one") });
  for (const path of ["x", "x/deep", `x/${name}`]) {
    const [problem] = check(path).problems;
    expect(problem).toBe(`x/${name}: defaults are read from _defaults.yaml alone; rename the file, or put them there`);
  }
});

test("a default of a kind that no definition below has is a warning, where all of them are known", () => {
  write({ "x/_defaults.yaml": "Experiment: { team: X }\nSegment: { tags: [] }\n", "x/deep/a.json": definition("one") });
  const unused = "x/_defaults.yaml:2:10: Segment: no definition in this directory or below it is of this kind";
  const ofDefaults = (lines: string[]) => lines.filter((line) => line.includes("_defaults.yaml:2"));
  expect(ofDefaults(check("x").warnings)).toEqual([unused]);
  for (const path of ["x/deep", "x/deep/a.json", "x/_defaults.yaml"])
    expect(ofDefaults(check(path).warnings)).toEqual([]);
  const stack = emptyStack();
  expect(ofDefaults(warningsOf(new Include(stack, "files", { path: "x" })))).toEqual([unused]);
  write({
    "y/_defaults.yaml": "",
    "z/_defaults.yaml": "# later\n",
    "y/a.json": definition("two"),
    "z/a.json": definition("three"),
  });
  expect(check("y", "z").problems).toEqual([]);
});

test("a warning about a default is named at its place, once for all definitions", () => {
  write({
    "x/_defaults.yaml": "Experiment: { turboMode: true, endsOn: 2026-12-18 }\n",
    "x/a.json": [definition("one"), definition("two"), definition("three", { acknowledge: ["warehouse-only"] })],
  });
  const { warnings } = check("x");
  expect(warnings.filter((line) => line.startsWith("x/_defaults"))).toEqual([
    expect.stringMatching(/^x\/_defaults\.yaml:1:26: turboMode: .*; in 2 definitions$/),
  ]);
});

test("a problem between a default and what a definition lacks is named with the definition", () => {
  write({ "x/_defaults.yaml": "Experiment: { links: [] }\n", "x/a.json": definition("one") });
  expect(check("x").problems).toEqual([
    expect.stringMatching(/^x\/a\.json:1:1: links: required with it: description, /),
  ]);
});

test("moving a field between a definition and its defaults plans nothing", () => {
  const fields = Object.entries({
    ...experiment,
    tags: ["a"],
    duration: 14,
    endsOn: "2026-12-18",
    links: [],
    targetApps: "web",
  });
  const movable = fields.filter(([field]) => canHaveDefault(schema, field));
  const resources = () => {
    const stack = synth((scope) => new Include(scope, "files", { path: "x" }));
    return stack.resourceNames.map((name) => [name, stack.resource(name)]);
  };
  expect(movable.length).toBeGreaterThan(5);
  write({ "x/a.json": { kind: "Experiment", ...Object.fromEntries(fields) } });
  const before = resources();
  fc.assert(
    fc.property(fc.subarray(movable), (moved) => {
      const rest = fields.filter((field) => !moved.includes(field));
      write({
        "x/_defaults.yaml": JSON.stringify({ Experiment: Object.fromEntries(moved) }),
        "x/a.json": { kind: "Experiment", ...Object.fromEntries(rest) },
      });
      expect(resources()).toEqual(before);
    }),
    { numRuns: 20 },
  );
});

test("of each field, the value of the nearest place counts, in whichever places it stands", () => {
  const fields = ["idType", "hypothesis", "team", "analyticsType", "defaultConfidenceInterval"] as const;
  const words = {
    analyticsType: ["frequentist", "bayesian", "sprt"],
    defaultConfidenceInterval: ["80", "90", "95", "98", "99"],
  };
  const levels = ["_defaults.yaml", "x/_defaults.yaml", "x/y/_defaults.yaml", "own", "environment"];
  const places = fc.record(Object.fromEntries(fields.map((field) => [field, fc.subarray([...levels.keys()])])));
  fc.assert(
    fc.property(places, (placed) => {
      const valueAt = (field: string, level: number) => {
        const allowed = Object.hasOwn(words, field) ? words[field as keyof typeof words] : undefined;
        return allowed === undefined ? `${field}-${level}` : allowed[level % allowed.length];
      };
      const at = levels.map((_, level) =>
        Object.fromEntries(
          fields.filter((field) => placed[field]?.includes(level)).map((field) => [field, valueAt(field, level)]),
        ),
      );
      const [root, outer, inner, own = {}, environment] = at;
      write({
        "_defaults.yaml": JSON.stringify({ Experiment: root }),
        "x/_defaults.yaml": JSON.stringify({ Experiment: outer }),
        "x/y/_defaults.yaml": JSON.stringify({ Experiment: inner }),
        "x/y/a.json": definition("one", { ...own, environments: { staging: environment } }),
      });
      const nearest = (upTo: number) =>
        Object.fromEntries(
          fields.flatMap((field) => {
            const level = placed[field]?.filter((each) => each <= upTo).at(-1);
            return level === undefined ? [] : [[field, valueAt(field, level)]];
          }),
        );
      const { id: _, kind: __, name: ___, ...staged } = { kind: "", ...declared("x", { environment: "staging" }).one };
      expect(staged).toEqual(nearest(4));
      expect(declared("x/y/a.json").one).toEqual({ id: "one", name: "one", ...nearest(3) });
    }),
    { numRuns: 30 },
  );
});
