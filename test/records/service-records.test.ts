import { parseRecords, type RecordOptions, unreadText } from "../../lib/records/service-records";
import { responses } from "../cli/records";

const { experiment, segment, metric_source: metricSource, assignment_source: assignmentSource } = responses;

/** What a service may keep of an entity of any kind. */
const bookkeeping = {
  ...{ creatorID: "u-17", creatorName: "Ada", creatorEmail: null, createdTime: 1, targetApps: ["web"], holdoutIDs: [] },
  ...{ lastModifierID: "u-17", lastModifierName: "Ada", lastModifierEmail: null, lastModifiedTime: 2 },
};

/** What is read from a value: the kinds of the records, or why there is none. */
function read(value: unknown, options?: RecordOptions) {
  return parseRecords([{ name: "export.json", text: JSON.stringify(value) }], options);
}

function kindsIn(value: unknown, options?: RecordOptions): string[] {
  const { records, unread } = read(value, options);
  return [...records.map(({ kind }) => kind.name), ...unread.map(({ problem }) => problem)];
}

test.each([
  ["a record", metricSource, ["metric_source"]],
  ["a whole answer", { message: "Created.", data: metricSource }, ["metric_source"]],
  ["a page", { message: "", data: [metricSource], pagination: { page: 1 } }, ["metric_source"]],
  [
    "a prompt version whose prompt is an object with fields that every object inherits",
    { ...responses.prompt_version, promptID: { toString: 1, valueOf: [{ toString: null }] } },
    ["prompt_version"],
  ],
  [
    "a record that has a field data of its own",
    { ...responses.ingestion_source, data: { region: "eu" } },
    ["ingestion_source"],
  ],
  [
    "a response without an envelope, whose record has a field data",
    { message: "Created.", ...responses.ingestion_source, data: { region: "eu" } },
    ["ingestion_source"],
  ],
  [
    "an envelope of such a record",
    { message: "Created.", data: { ...responses.ingestion_source, data: [{ region: "eu" }] } },
    ["ingestion_source"],
  ],
  ["lists of lists", [[metricSource], [[{ data: [segment] }]]], ["metric_source", "segment"]],
  ["the emulator's listing", { kind: "metric_source", id: "a", data: { name: "a" } }, ["metric_source"]],
])("records are found in %s", (_, value, expected) => {
  expect(kindsIn(value)).toEqual(expected);
});

test("of several records of one entity, the later fields count", () => {
  const { records, overridden } = read([experiment, responses.updatedExperiment]);
  const [record] = records;
  expect(overridden).toEqual([expect.stringMatching(/^experiment checkout_button \(.*\ballocation\b.*, record 1\)$/)]);
  expect(read([experiment, { ...experiment, lastModifiedTime: 1 }]).overridden).toEqual([]);
  expect(record?.fields).toMatchObject({ name: "Checkout button", allocation: 60, layerID: "checkout" });
});

const kindOfResponse: Readonly<Record<string, string>> = { updatedExperiment: "experiment", namedSegment: "segment" };

test.each<[string, unknown]>([
  ...Object.entries(responses).map(([name, record]): [string, unknown] => [kindOfResponse[name] ?? name, record]),
  ["segment", { id: "beta", name: "Beta", type: "id_list", createdTime: 1 }],
  ["segment", { ...responses.namedSegment, ...bookkeeping, status: "active" }],
  ["ingestion_source", { dataset: "Metrics", type: "s3" }],
  // a field more, which only another kind has
  ["metric_source", { ...metricSource, status: "active" }],
  ["assignment_source", { ...assignmentSource, timestampAsDay: true }],
  ["experiment", { ...experiment, enabled: true }],
])("the fields of a record of the kind %s tell it: %j", (kind, record) => {
  expect(kindsIn(record)).toEqual([kind]);
});

const { name, sql, timestampColumn, idTypeMapping } = metricSource;
const bare = { name, sql, timestampColumn, idTypeMapping };

test.each([
  [
    "do not tell its kind; give --kind, one of metric_source, assignment_source, or take it out if it is of none",
    bare,
    "metric_source",
  ],
  // those that need an id are none of its kinds
  [
    "do not tell its kind; give --kind, one of metric_source, assignment_source, or take it out if it is of none",
    { name: "orders", idType: "userID", tags: [] },
    "metric_source",
  ],
  [
    "do not tell its kind; give --kind, one of experiment, segment, or take it out if it is of none",
    { ...bookkeeping, id: "beta", name: "Beta testers", tags: [] },
    "segment",
  ],
  [
    "fit several kinds; give --kind, one of experiment, segment",
    { ...segment, name: "Beta testers", duration: 28, allocation: 100 },
    "segment",
  ],
])("a record whose fields %s, is not guessed at", (problem, record, kind) => {
  expect(kindsIn([metricSource, record])).toEqual(["metric_source", `its fields ${problem}`]);
  expect(kindsIn([{ ...metricSource, name: "other" }, record], { kind })).toEqual(["metric_source", kind]);
});

test.each([
  [{ data: { items: [experiment] } }, '"items"; give that list alone, as `jq .data.items`'],
  [{ result: experiment }, '"result"; give what it holds, as `jq .result`'],
  [{ data: [{ "key-1": experiment }] }, `give what it holds, as \`jq '[.data[]["key-1"] // empty]'\``],
  [[metricSource, { attributes: experiment }], "as `jq '[.[].attributes // empty]'`"],
  [{ a: experiment, b: segment }, '"a" and "b"; give a list of what they hold, as `jq \'[.[] // empty]\'`'],
  [{ fault: { faultstring: "no" } }, "it has what tells an entity of no kind; take it out"],
])("where records are in another envelope, the command names all of the way to them: %j", (value, problem) => {
  expect(read(value).unread).toMatchObject([{ problem: expect.stringContaining(problem) }]);
});

test.each([
  { id: "new_page", name: "New page", isEnabled: true, rules: [], checksPerHour: 3, type: "PERMANENT" },
  { id: "texts", name: "Texts", isEnabled: true, rules: [], defaultValue: {} },
])("a gate or a config, which is like a segment without its type, is not taken for one: %j", (record) => {
  const problem = "its fields do not tell its kind; give --kind, one of experiment, prompt_version, or take it out";
  expect(kindsIn([segment, record])).toEqual(["segment", expect.stringContaining(problem)]);
});

test("what cannot be read stands beside what can, without its values", () => {
  const texts = [
    { name: "a.json", text: JSON.stringify([metricSource, 7, { ...experiment, id: null }, segment]) },
    { name: "b.json", text: '{"secret": "abc' },
    { name: "c.json", text: " \n" },
    { name: "d.json", text: undefined, problem: "it cannot be read (ENOENT)" },
  ];
  const { records, unread } = parseRecords(texts);
  expect(records).toMatchObject([{ where: "a.json, record 1" }, { where: "a.json, record 4" }]);
  expect(unread.map(unreadText)).toEqual([
    "a.json, record 2: it is not a record but a number",
    "a.json, record 3: the experiment lacks id",
    "b.json: it ends in the middle of the JSON; write or fetch it again",
    "c.json: it is empty",
    "d.json: it cannot be read (ENOENT)",
  ]);
});

test.each<[string, unknown, string]>([
  [
    "an error with a status",
    { message: "Invalid API key", status: 401 },
    "a refusal of the service: 401 Invalid API key",
  ],
  ["a code", { code: 403, message: "Forbidden" }, "403 Forbidden"],
  ["a list of errors", { errors: [{ message: "no such project" }] }, "a refusal of the service: no such project"],
  ["a problem document", { title: "Too Many Requests", detail: "wait", status: 429 }, "429 Too Many Requests wait"],
  ["a failure without a status", { success: false, message: "no" }, "a refusal of the service: no;"],
  ["a response without a record", { message: "ok", data: null }, "its data is null"],
  [
    "a list in another envelope",
    { results: [experiment], count: 1 },
    'may hold some in "results"; give that list alone',
  ],
  ["a code in text", { statusCode: "403", message: "Forbidden" }, "a refusal of the service: 403 Forbidden"],
  ["a failure in words", { status: "error", reason: "no key" }, "a refusal of the service: error no key"],
  ["a message alone", { message: "Invalid API key" }, "it has no record, and says: Invalid API key"],
  ["a problem without a status", { detail: "Not found." }, "says: Not found."],
  ["an envelope of nothing", { data: {} }, "an object without a field"],
  ["a plan of Terraform", { format_version: "1.2", resource_changes: [{}], checks: [{}] }, "a plan of Terraform"],
  ["a state file", { version: 4, terraform_version: "1.11.4", lineage: "a", resources: [{}] }, "a state file"],
  ["a request file", { version: 2, construct: "checkout/a", steps: [{ name: "create" }] }, "a request file"],
  ["the same inside of data", { data: { items: [experiment] } }, 'may hold some in "items"'],
])("%s is no record, and is named for what it is, with and without a stated kind", (_, value, problem) => {
  for (const kind of [undefined, "experiment"]) {
    expect(read([metricSource, value], { kind }).unread).toMatchObject([{ problem: expect.stringContaining(problem) }]);
  }
});

test("a whole number that would be rounded is named where it can be declared, and counts for nothing elsewhere", () => {
  const text = (n: string) =>
    JSON.stringify({ ...experiment, groups: [{ parameterValues: { n: 17 } }] }).replace("17", n);
  const problemOf = (json: string) => parseRecords([{ name: "a.json", text: json }]).unread[0]?.problem;
  for (const n of ["12345678901234567890", "-9007199254740993", "1".repeat(400)])
    expect(problemOf(text(n))).toContain(`groups[0].parameterValues.n is ${n}, and a whole number of so many digits`);

  const kept = [
    "9007199254740992",
    "12345678901234567000",
    "0.12345678901234567890",
    "1e400",
    '"12345678901234567890"',
  ];
  for (const n of kept) expect(problemOf(text(n))).toBeUndefined();
  const escaped = JSON.stringify('\\" 12345678901234567890');
  expect(problemOf(`{"lastModifierID":12345678901234567890,${text(escaped).slice(1)}`)).toBeUndefined();
});

test.each(["[]", '{"message":"","data":[]}', "[[],[]]"])("%s is a page without records", (text) => {
  const texts = [JSON.stringify([metricSource]), text].map((text) => ({ name: "a.json", text }));
  expect(parseRecords(texts)).toMatchObject({ records: [{}], unread: [], partial: new Set(), count: 1 });
});

test.each([
  ["all of a list", [metricSource], []],
  ["a page that does not say of how many", { data: [metricSource, metricSource], nextPage: null }, ["metric_source"]],
  ["one page of two", { data: [metricSource], pagination: { total: 2, totalPages: 2 } }, ["metric_source"]],
  ["one that stands in no list", { message: "Updated.", data: metricSource }, ["metric_source"]],
  ["all of several lists", [[segment], [{ ...segment, id: "b" }]], []],
  ["the only page", { data: [metricSource], pagination: { totalPages: 1, totalItems: 1 } }, []],
])("%s: kinds of which there may be more", (_, value, expected) => {
  expect([...read(value).partial]).toEqual(expected);
});

test("the vendor's name for a unit id is spelled back in the mapping, and nowhere else", () => {
  const mapping = (vendor: string) => [{ [`${vendor}UnitID`]: "userID", column: "acmeUnitID" }];
  const owner = { acmeUnitID: "x" };
  const [record] = read({ ...assignmentSource, idTypeMapping: mapping("acme"), owner }).records;
  expect(record).toMatchObject({ vendor: "acme", fields: { idTypeMapping: mapping("service"), owner } });
});

test("thousands of levels are no record, and the file is named", () => {
  const rules = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  for (const text of [`${'{"data":'.repeat(20_000)}1${"}".repeat(20_000)}`, `{"id": "beta", "rules": ${rules}}`]) {
    const { records, unread } = parseRecords([{ name: "deep.json", text }]);
    expect(records).toEqual([]);
    expect(unread).toMatchObject([{ where: "deep.json", problem: expect.stringContaining("more than 100 levels") }]);
  }
});
