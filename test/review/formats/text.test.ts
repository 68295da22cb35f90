import { createColors } from "picocolors";
import { differencesOf } from "../../../lib/plan/differences";
import { textOf } from "../../../lib/review/formats/text";
import type { Change, Risk, StackReview } from "../../../lib/review/model";
import { Opaque } from "../../../lib/value/value";
import { anUpdate, aReview, type SampleField } from "../samples";

/** The text of changes without colours, line by line. */
function linesOf(
  changes: readonly Change[],
  width = Number.POSITIVE_INFINITY,
  stack: Partial<StackReview> = {},
  commit?: string,
): string[] {
  return textOf(aReview(changes, stack), { colours: createColors(false), width, commit }).split("\n");
}

const leaving: Partial<Change> = { action: "forget", construct: undefined, calls: [], fields: [], risks: [] };

const BUTTON = "experiment checkout_button (checkout/button)";

test.each<[Partial<Change>, string]>([
  [{ action: "create" }, `create ${BUTTON}`],
  [{ action: "version", kind: "prompt_version" }, "new prompt version checkout_button (checkout/button): "],
  [{ action: "adopt" }, `adopt ${BUTTON}: taken over, and all that is declared overwrites`],
  [{ action: "adopt", calls: [] }, `adopt ${BUTTON}: taken over as it exists in the service; no call`],
  [{ action: "retry" }, `retry ${BUTTON}: `],
  [{ action: "reapply" }, `reapply ${BUTTON}: `],
  [{ action: "reapply", cause: "the cause" }, `reapply ${BUTTON}: sent again without a change: the cause`],
  [{ action: "dry-run" }, `dry run of ${BUTTON}: `],
  [leaving, "leaves the code: experiment checkout_button: it stays in the service as it is; no call"],
  [{ ...leaving, construct: "checkout/button" }, `leaves Terraform's state: ${BUTTON}: `],
  [{ name: null }, "update experiment (named during the deploy) (checkout/button)"],
])("an entity is one line that says what happens to it: %j", (change, expected) => {
  expect(linesOf([anUpdate(change)])).toContainEqual(expect.stringContaining(`  ${expected}`));
});

test("fields are values, lines of long texts, or the order of a list", () => {
  const fields = [
    { path: "status", before: "setup", after: "active" },
    { path: "tags[0]", before: "a" },
    { path: "tags[1]", after: "b" },
    { path: "groups", before: [{ id: "a" }, { id: "b" }], after: [{ id: "b" }, { id: "a" }] },
    { path: "description", before: new Opaque("secret", [], { content: "1" }), after: new Opaque("deploy") },
    { path: "sequentialTesting", before: true, isUnsent: true as const },
    { path: "externalExperimentName", before: "one\ntwo", isUnsent: true as const },
    { path: "hypothesis", before: "one\n\ttwo\u001b[31m", after: "one" },
  ];

  const lines = linesOf([anUpdate({ fields, risks: [] })]).map((line) => line.trim());
  expect(lines.slice(lines.indexOf('status: "setup" → "active"')).slice(1, 11)).toEqual([
    'tags: "a" → "b"',
    'groups (order): ["a", "b"] → ["b", "a"]',
    "description: (sensitive) → (known after the deploy)",
    "sequential testing: true → (no longer sent)",
    "external experiment name (no longer sent):",
    "- one",
    "- two",
    "hypothesis:",
    "one",
    "- \ttwo\\u001b[31m",
  ]);
});

test("a text that the plan has as a digest is told by its size, and not compared line by line", () => {
  const before = new Opaque("long", [`sha256 ${"0".repeat(64)} of 2,000,000 characters`]);
  const change = anUpdate({ fields: [{ path: "sql", before, after: "select 1\n".repeat(200) }] });

  expect(linesOf([change]).map((line) => line.trim())).toContain(
    "sql: a text of 2,000,000 characters, of which the plan keeps a digest → a text of 1,800 characters",
  );
});

test("a long text is shown to a limit", () => {
  const after = Array.from({ length: 200 }, (_, index) => `line ${index}`).join("\n");
  const lines = linesOf([anUpdate({ fields: [{ path: "sql", after }] })]);

  expect(lines).toContain("      + line 59");
  expect(lines).toContain("      … 140 more lines: see --format json or html");
});

const metric = (index: number, before?: object, after?: object) =>
  ({ path: `primaryMetrics[${index}]`, before, after }) as SampleField;
const newGroup = [{ id: "control", size: 50, parameterValues: { a: 1 } }];

test.each<[string, SampleField[], string]>([
  ["an element by its name", [{ path: "groups[1].size", before: 50, after: 60 }], 'group "green" › size: 50 → 60'],
  [
    "a parameter as its owner calls it",
    [{ path: 'groups[0].parameterValues["is On"]', after: true }],
    '+ group "control" › is On: true',
  ],
  [
    "a list of its owner's as its owner calls it",
    [{ path: "groups[0].parameterValues.series[1]", before: "a", after: "b" }],
    'group "control" › series 2: "a" → "b"',
  ],
  [
    "a list in what a rule returns, too",
    [{ path: "rules[0].returnValue.status[0]", before: "a", after: "b" }],
    'rule 1 › return value › status 1: "a" → "b"',
  ],
  ["an element without a name by its place", [{ path: "filters[1].value", after: 1 }], "+ filter 2 › value: 1"],
  [
    "metrics that take the place of others",
    [metric(0, { name: "a", type: "sum" }), metric(1, { name: "b" }), metric(0, undefined, { name: "c" })],
    'primary metrics: a (type "sum"), b → c',
  ],
  [
    "a metric whose type is its name",
    [metric(0, undefined, { name: "sum", type: "sum" })],
    '+ primary metrics: sum (type "sum")',
  ],
  ["a new group", [{ path: "groups", after: newGroup }], '+ group "control": size 50, parameter values { "a": 1 }'],
  ["a removed group", [{ path: "groups[1]", before: { id: "green" } }], '- group "green": { "id": "green" }'],
  ["a removed group by its own name", [{ path: "groups[0]", before: { id: "red", size: 5 } }], '- group "red": size 5'],
  [
    "abbreviations as they are",
    [{ path: "targetingGateID", before: null, after: "a" }],
    'targeting gate ID: null → "a"',
  ],
  ["words of which one is an abbreviation", [{ path: "groupIDColumn", after: "a" }], '+ group ID column: "a"'],
])("fields are called as people call them: %s", (_, fields, expected) => {
  expect(linesOf([anUpdate({ fields, risks: [] })]).map((line) => line.trim())).toContain(expected);
});

test("what a group loses is told of that group, also where another one before it is gone", () => {
  const whole = {
    before: { groups: [{ id: "red" }, { id: "green", description: "lighter" }] },
    after: { groups: [{ id: "green" }] },
  };
  const fields = differencesOf(whole.before, whole.after, ["groups"]);
  expect(linesOf([anUpdate({ fields, whole, risks: [] })])).toContain('    - group "green" › description: "lighter"');
});

test("what leaves the code is counted, and stands behind what a deploy calls for", () => {
  const lines = linesOf([anUpdate(leaving), anUpdate({ ...leaving, name: "another" }), anUpdate()]);
  expect(lines.filter((line) => /^ {2}(update|leaves) /.test(line)).map((line) => line.trim().split(" ")[0])).toEqual([
    "update",
    "leaves",
    "leaves",
  ]);
  expect(lines.at(-2)).toContain("2 leave the code");
});

test("lines are no longer than the width, but for what has no blanks", () => {
  const fields = [
    { path: "sql", before: "select a\nfrom b", after: "select a, a_second_column, a_third_column\nfrom b" },
    { path: "tags", before: ["a", "b", "c"], after: ["d", "e", "f", "g"] },
  ];
  const lines = linesOf([anUpdate({ fields })], 40, { notes: ["a note"] });

  expect(lines.filter((line) => line.length > 40 && !line.includes("POST"))).toEqual([
    "  update experiment checkout_button (checkout/button)",
  ]);
  expect(lines).toContain("        a_third_column");
  expect(lines).toContain('      + ["d", "e", "f", "g"]');
  expect(lines).toContain("  note: a note");
});

test.each<[Partial<Risk>[], string]>([
  [[], "No known risk"],
  [[{}], "Not ready: 1 risk in 1 change needs a decision"],
  [[{}, {}, { accepted: true }], "Not ready: 2 risks in 2 changes need a decision"],
  [[{ acknowledged: true }], "Ready: 1 risk, accepted"],
  [[{ accepted: true }, { acknowledged: true }], "Ready: 2 risks, all accepted"],
])("the first line is the verdict: %j", (risks, verdict) => {
  const [risk] = anUpdate().risks;
  const quiet = anUpdate({ risks: [] });
  const changes = risks.map((each) => anUpdate(risk === undefined ? {} : { risks: [{ ...risk, ...each }] }));
  expect(linesOf([quiet, ...changes], 1_000)[0]).toBe(verdict);
});

test("the first lines say where, when and from what, and what starts and stops; the last sums up", () => {
  const started = {
    ...fieldsOf("active"),
    hypothesis: "Green sells more.",
    primaryMetrics: [{ name: "orders" }, { name: "refunds" }],
    allocation: 50,
    groups: [{ id: "control", size: 50 }, { id: "green" }],
  };
  const changes = [
    ...["e10", "e9"].map((name) => anUpdate({ name, construct: `checkout/${name}`, risks: [] })),
    anUpdate({ name: "b", transition: "stops", risks: [], whole: { before: {}, after: fieldsOf("x") } }),
    anUpdate({ name: "a", title: "Button", transition: "starts", whole: { before: {}, after: started } }),
  ];
  const service = { baseUrl: "https://a.example", apiKeyVariable: "KEY" };
  const lines = linesOf(changes, 1_000, { service, plannedAt: "2026-11-22T16:44:10Z" }, "0123456789abcdef");

  expect(lines[1]).toBe("stack checkout · https://a.example · planned 2026-11-22 16:44 UTC · commit 0123456789ab");
  expect(lines).toContain("starts now, 50 % of units: experiment a (Button, team Growth, active)");
  for (const fact of ["Green sells more.", "orders and refunds", "control 50 %, green"]) {
    expect(lines).toContainEqual(expect.stringMatching(`^  .*: ${fact}$`));
  }
  expect(lines).toContain("stops: experiment b (team Growth, x)");
  // what starts or stops first, then by name, numbers as numbers
  expect(lines.filter((line) => line.startsWith("  update")).map((line) => line.split(" ")[4])).toEqual([
    "a",
    "b",
    "e9",
    "e10",
  ]);
  expect(lines.at(-2)).toBe("4 to update: 4 calls; nothing is deleted in the service");
  const stopping = linesOf(
    Array.from({ length: 25 }, () => anUpdate({ transition: "stops" })),
    1_000,
  );
  expect(stopping.filter((line) => line.startsWith("stops:"))).toHaveLength(20);
  expect(stopping).toContain("… and 5 more");
});

function fieldsOf(status: string) {
  return { team: "Growth", status };
}
