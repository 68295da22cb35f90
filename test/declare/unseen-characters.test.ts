import { Experiment, MetricSource, Segment } from "../../lib";
import { experiment, metricSource, segment } from "../terraform/entities";
import { emptyStack, warningsOf, wrong } from "../terraform/synth";

const unseen = (warnings: string[]) =>
  warnings.filter((each) => each.includes("unseen-characters")).map((each) => each.split(";")[0]);

const ofSql = (sql: string) => unseen(warningsOf(new MetricSource(emptyStack(), "x", { ...metricSource, sql })));
const ofExperiment = (props: object) =>
  unseen(warningsOf(new Experiment(emptyStack(), "x", wrong({ ...experiment, ...props }))));

test.each([
  ["select user_id,\u00a0paid_at from orders", "sql: U+00A0 at position 16 is a no-break space"],
  ["select a\nfrom b\u200b", "sql: U+200B at position 7 of line 2 is a zero width space"],
  ["select a from b where c = ‘Berlin’", "sql: U+2018 at position 27 only looks like '"],
  ["select “a” from b", 'sql: U+201C at position 8 only looks like "'],
  ["select a – b from c", "sql: U+2013 at position 10 only looks like -"],
  ["select count（a） from b", "sql: U+FF08 at position 13 only looks like ("],
  ["select \ufeffa from b", "sql: U+FEFF at position 8 is a byte order mark"],
  ["select us\u0435r_id from b", "sql: U+0435 at position 10 only looks like e"],
])("SQL that has a character which nobody sees outside its strings is warned of: %s", (sql, expected) => {
  expect(ofSql(sql)).toEqual([expected]);
});

test.each([
  "select 'it’s – “new”\u00a0' as a, \"Größe\u00a0\" from b -- that’s\u00a0it\n/* ‘so’ */",
  "select größe, 名前 from tabelle # l’été",
  "select a from b\r\n\twhere c = '\u200b'",
  "select 'don\\'t’' from b",
])("SQL in which such characters are text, names or comments is not: %s", (sql) => {
  expect(ofSql(sql)).toEqual([]);
});

test("names, ids and keys are warned of at their place, and texts for people are not", () => {
  const groups = [
    {
      id: "control ",
      name: "Control",
      size: 50,
      description: "l’été : 10\u00a0%",
      parameterValues: { "co\u200blour": "a\u00a0b" },
    },
    { id: "green", name: "Gr\u0435en", size: 50, parameterValues: { nested: [{ " a": "“b”" }] } },
  ];
  const primaryMetrics = [{ name: "orders\u00a0" }];
  const rest = { idType: "userID\u2009", hypothesis: "\u00a0“x”", tags: ["a\u202eb", "бета"], layerID: " layer" };
  const found = ofExperiment({ ...rest, groups, primaryMetrics });
  expect(found.sort()).toEqual([
    "groups[0].id: U+0020 at position 8 is a space",
    'groups[0].parameterValues["co\\u200blour"]: U+200B at position 3 is a zero width space',
    "groups[1].name: U+0435 at position 3 only looks like e",
    'groups[1].parameterValues.nested[0]["\\u0020a"]: U+0020 at position 1 is a space',
    "idType: U+2009 at position 7 is a space of another kind",
    "layerID: U+0020 at position 1 is a space",
    "primaryMetrics[0].name: U+00A0 at position 7 is a no-break space",
    "tags[0]: U+202E at position 2 is a character that nobody sees",
  ]);
});

test("a value to compare with may end in a blank, and what it holds besides is warned of", () => {
  const rules = [{ conditions: [{ targetValue: ["a ", "b\u00a0c"], field: "x" }] }];
  const warnings = warningsOf(new Segment(emptyStack(), "x", { ...segment, rules }));
  expect(unseen(warnings)).toEqual(["rules[0].conditions[0].targetValue[1]: U+00A0 at position 2 is a no-break space"]);
});

test.each([
  ["“checkout”", true],
  ["‘checkout’", true],
  ["„checkout“", true],
  ["“New” checkout", false],
  ["l’été", false],
])("a name all in quotes of a word processor is warned of: %s", (layerID, isOdd) => {
  const found = isOdd ? [expect.stringMatching(/^layerID: U\+20.. at position 1 only looks like /)] : [];
  expect(ofExperiment({ layerID })).toEqual(found);
  expect(ofExperiment({ hypothesis: layerID })).toEqual([]);
});

test("the sign for a character that could not be read is warned of in any text, also in those for people", () => {
  const groups = [{ id: "control", name: "Control", parameterValues: { label: ["Zur\ufffdck"], id: "a" } }];
  expect(ofExperiment({ hypothesis: "Gr\ufffdn", groups })).toEqual([
    "groups[0].parameterValues.label[0]: U+FFFD at position 4 is the sign for a character that could not be read",
    "hypothesis: U+FFFD at position 3 is the sign for a character that could not be read",
  ]);
  expect(ofSql("select 'Gr\ufffdn' from a")).toHaveLength(1);
});
