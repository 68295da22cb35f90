import { rawText, type Words } from "../../lib/report/document";
import { type FieldDifference, fieldRows } from "../../lib/report/field-rows";
import { diff, exactly, leavesOf } from "../../lib/value/diff";
import { type Fields, Opaque, type Value } from "../../lib/value/value";

/** The rows of all that differs between two sets of fields, each as one text. */
function rows(before: Fields, after: Fields): string[] {
  return textsOf(leavesOf(diff(before, after, exactly, null)));
}

function textsOf(differences: readonly FieldDifference[]): string[] {
  const textOf = (words: Words | undefined) => (words === undefined ? "" : rawText(words));
  return fieldRows(differences).map((row) =>
    "node" in row ? `${rawText(row.label)}: lines` : `${row.label}: ${textOf(row.before)} → ${textOf(row.after)}`,
  );
}

const control = { id: "control", size: 50 };
const green = { id: "green", size: 50, parameterValues: { "is On": true, series: ["a", "b"] } };
const withGreen = (changes: object) => ({ groups: [control, { ...green, ...changes }] as Value });
const named = (...names: string[]): Fields => ({ metrics: names.map((name) => ({ name })) });
const rule = (status: string): Fields => ({ rules: [{ id: "r", returnValue: { status: [status] } }] });

test.each<[string, Fields, Fields, string[]]>([
  ["an element by its name", withGreen({}), withGreen({ size: 60 }), ['group "green" › size: 50 → 60']],
  [
    "a parameter as its owner calls it, in lists, too",
    withGreen({}),
    withGreen({ parameterValues: { "is On": false, series: ["a", "c"] } }),
    ['group "green" › is On: true → false', 'group "green" › series 2: b → c'],
  ],
  ["what a rule returns", rule("a"), rule("b"), ['rule "r" › return value › status 1: a → b']],
  ["a part without a name by its place", { filters: [{ a: 1 }] }, { filters: [{ a: 2 }] }, ["filter 1 › a: 1 → 2"]],
  [
    "metrics that take the place of others",
    { primaryMetrics: [{ name: "a", type: "sum" }, { name: "b" }] },
    { primaryMetrics: [{ name: "c" }] },
    ["primary metrics: a: type sum, b → c"],
  ],
  [
    "a new group in a line, with its parameters as their owner calls them",
    { groups: [control] },
    withGreen({}),
    ['groups:  → green: size 50, parameter values { "is On": true, "series": ["a", "b"] }'],
  ],
  [
    "an object of the API in words, and one in it as JSON",
    {},
    { owner: { ownerID: "o1", ownerType: "USER" }, sampling: { status: "on", by: { a: 1 } } },
    ["owner:  → owner ID o1, owner type USER", 'sampling:  → status on, by { "a": 1 }'],
  ],
  ["a removed group", { groups: [control, { id: "red" }] }, { groups: [control] }, ["groups: red → "]],
  ["abbreviations as they are", { targetingGateID: null }, { targetingGateID: "a" }, ["targeting gate ID: none → a"]],
  ["a list in another order", named("a", "b"), named("b", "a"), ["metrics (order): a, b → b, a"]],
  ["texts that could be something else", { a: "5", b: "" }, { a: 5, b: " x" }, ['a: "5" → 5', 'b: "" → "\\u0020x"']],
  ["what cannot be read", { a: Opaque.hidden() }, { a: Opaque.unknown() }, ["a: hidden → known at deploy time"]],
  ["line breaks at an end", { sql: "a" }, { sql: "a\n" }, ["sql:  → a line break at its end: added"]],
  ["long texts line by line", { sql: "a\nb" }, { sql: "a" }, ["sql: lines"]],
])("fields are called as people call them: %s", (_, before, after, expected) => {
  expect(rows(before, after).sort()).toEqual([...expected].sort());
});

test("a text of several lines in an element has its lines, and a line break at an end is not shown", () => {
  const prompts = [
    { content: "You sell.\n\nBe kind.\n", role: "system" },
    { content: "Hi {{question}}\n", role: "user" },
  ];
  const [row] = fieldRows([{ path: ["prompts"], names: [], after: prompts }]);
  expect(row).toMatchObject({
    after: { lines: ["role system", "· content: You sell.", "· ", "· Be kind.", "content Hi {{question}}, role user"] },
  });
});

test("objects are lines in words, and a long list is cut, with the number of the rest", () => {
  const conditions = [
    { type: "email", operator: "str_contains_any", targetValue: ["@a.example", "@b.example"] },
    { type: "custom_field", field: "age", operator: "gt", targetValue: ["31"] },
    { type: "user_id", operator: "any", targetValue: Array.from({ length: 5_000 }, (_, index) => `u${index}`) },
    { type: "fails_segment", targetValue: ["staff", "a "] },
  ];
  const rules = [{ name: "All", passPercentage: 10, conditions, returnValue: { a: "b" } }];
  expect(
    rows({}, { rules, mapping: [{ column: "user_id", unitID: "userID" }], tags: Array.from("abcdefghi") }),
  ).toEqual([
    'rules:  → All: pass percentage 10, return value { "a": "b" }, · email contains any of @a.example, @b.example, ' +
      '· custom field age gt 31, · user id any of u0, u1, u2, u3 and 4,996 more, · fails segment staff, "a\\u0020"',
    "mapping:  → column user_id, unit ID userID",
    "tags:  → a, b, c, d and 5 more",
  ]);
});

test("what is no longer sent is said, and beside a text of which a plan keeps a digest, the size of the other", () => {
  const at = (field: string) => ({ path: [field], names: [undefined] });
  const digest = Opaque.digest("sha256");
  const long = "too long for a plan";
  const unsent = "no longer sent: the service may keep or clear it";
  const differences: FieldDifference[] = [
    { ...at("sequentialTesting"), before: true, isUnsent: true },
    { ...at("externalExperimentName"), before: "one\ntwo", isUnsent: true },
    { ...at("sql"), before: digest, after: "select 1\n".repeat(200) },
    { ...at("groups"), before: digest, after: [control, { text: "x".repeat(40_000) }] },
    { ...at("tags"), before: digest, after: ["a"] },
  ];
  expect(textsOf(differences)).toEqual([
    `sequential testing: true → ${unsent}`,
    `external experiment name: ${unsent}: lines`,
    `sql: ${long} → 1,800 characters: see --format json`,
    `groups: ${long} → 40,049 characters: see --format json`,
    `tags: ${long} → a`,
  ]);
});
