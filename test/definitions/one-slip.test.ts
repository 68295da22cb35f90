import { problemsOf } from "./reading";

test("fields in the spelling of another tool are each one problem, and hide no other", () => {
  const text = `kind: experiment
name: Short order
id_type: userID
allocation: 10%
groups:
  - { name: Test, size: 50%, parameter_values: { a: 1 } }
  - { key: control, rollout_percentage: 50 }
primary_metrics: [{ name: orders, hypothesized_value: a lot }]
launched_group_id: 5
secondary_idtype: companyID
start_date: 2026-12-01
`;
  expect(problemsOf(text).map((line) => line.replace(/; (allowed|see).*/, ""))).toEqual([
    '1:7: kind: given "experiment"',
    '3:1: id_type: unknown field; did you mean "idType"?',
    '4:13: allocation: given "10%"',
    '6:25: groups[0].size: given "50%"',
    '6:30: groups[0].parameter_values: unknown field; did you mean "parameterValues"?',
    '7:7: groups[1].key: unknown field; here it is "id"',
    '7:21: groups[1].rollout_percentage: unknown field; here it is "size", in percent',
    '8:1: primary_metrics: unknown field; did you mean "primaryMetrics"?',
    '8:35: primary_metrics[0].hypothesized_value: unknown field; did you mean "hypothesizedValue"?',
    '8:55: primary_metrics[0].hypothesized_value: given "a lot"',
    '9:1: launched_group_id: unknown field; did you mean "launchedGroupID"?',
    "9:20: launched_group_id: given 5",
    '10:1: secondary_idtype: unknown field; did you mean "secondaryIDType"?',
    "11:1: start_date: unknown field; more: npx --no-install cdktf-experimentation explain experiment",
  ]);
});

test.each([
  [
    "case",
    "kind: metric_source",
    'kind: given "metric_source"; allowed: one of "Experiment"',
    'did you mean "MetricSource"?',
  ],
  [
    "a letter of another alphabet",
    "kind: MetricS\u043eurce",
    "U+043E at position 8 only looks like o",
    'did you mean "MetricSource"?',
  ],
  ["its key", "Kind: MetricSource", "Kind: unknown field", 'did you mean "kind"?'],
  [
    "a key with a mark before it",
    "\ufeffkind: MetricSource",
    "U+FEFF at position 1 is a byte order mark",
    'did you mean "kind"?',
  ],
  ["no kind at all", "timestampColumn: ts", 'kind: required; one of "Experiment"', "did you mean kind: MetricSource?"],
])("a kind that can be guessed is one problem, and the fields are judged: %s", (_, first, what, question) => {
  const lines = problemsOf(`name: orders\n${first}\nSQL: select 1\nidTypeMapping: 5\ntimestampAsDay: true\n`);
  const ofKind = lines.filter((line) => line.includes(question));
  expect(ofKind).toEqual([expect.stringContaining(what)]);
  const others = ["SQL: unknown field; did you mean", "idTypeMapping: given 5; allowed: a list"];
  expect(lines.filter((line) => !ofKind.includes(line) && !line.includes("timestampColumn: required"))).toEqual(
    others.map((text) => expect.stringContaining(text)),
  );
});

test.each([
  ["Metric", "MetricSource"],
  ["gates", "targetingGateID"],
  ["FeatureGate", "targetingGateID"],
  ["statsig_layer", "layerID"],
  ["Holdout", "made in the service"],
  ["DynamicConfig", "made in the service"],
  ["autotune", "made in the service"],
  ["ParameterStore", "made in the service"],
])("a kind that other tools have is said to have no call, and nothing is guessed: %s", (kind, where) => {
  const lines = problemsOf(`kind: ${kind}\nname: orders\nalocation: 5\n`);
  expect(lines).toEqual([expect.stringMatching(/^1:7: kind: given ".*; the interface has no call for it, .*/)]);
  expect(lines[0]).toContain(where);
  expect(lines[0]).not.toContain("did you mean");
});

test.each([
  ["ID", 'did you mean "id"?'],
  ["key", 'here it is "id"'],
])("one entity is found twice though its id is called %s, and two are not taken for one", (key, question) => {
  const segmentOf = (name: string, id: string) => `kind: Segment\nname: ${name}\n${id}\ntype: id_list\n`;
  const slip = `3:1: ${key}: unknown field; ${question}`;
  expect(problemsOf(`${segmentOf("a b", `${key}: beta`)}---\n${segmentOf("b a", "id: beta")}`)).toEqual([
    slip,
    expect.stringContaining("is declared in x.yaml:1:1, too"),
  ]);
  expect(problemsOf(`${segmentOf("a b", `${key}: beta`)}---\n${segmentOf("a b", "id: gamma")}`)).toEqual([slip]);
});

test("a text under a name like environments is another field of a tool, and no environments", () => {
  const lines = problemsOf("kind: Segment\nname: beta\nid: beta\ntype: id_list\nenvironment_key: production\n");
  expect(lines).toEqual([expect.stringMatching(/^5:1: environment_key: unknown field; more: /)]);
});

test("a key of environments that is nearly right is one problem, and what it holds is judged", () => {
  const lines = problemsOf("kind: Segment\nname: beta\ntype: id_list\nenvironment: { staging: { description: 5 } }\n");
  expect(lines).toEqual([
    '4:1: environment: unknown field; did you mean "environments"?',
    expect.stringContaining(": environments.staging.description: given 5; allowed: a string"),
  ]);
});

test.each([
  ["type: Segment\nname: beta\nid: beta\n", ['1:1: type: unknown field; did you mean "kind"?', "type: required"]],
  ["experiment: { name: Short order }\n", ['in place of "experiment", write kind: Experiment']],
  ["experiments:\n  - { kind: Segment, name: beta, type: id_list }\n", ['whole document, without "experiments"']],
  ["experiments: [{ name: Short order }]\n", ["write a list of what it holds, each with kind: Experiment"]],
  ["experiments: { a: { name: Short order } }\n", ["write a list of what it holds, each with kind: Experiment"]],
  ["short_order: { allocation: 5, groups: [] }\n", ['in place of "short_order", write kind: Experiment']],
  ["resource: { statsig_segment: { a: { name: beta } } }\n", ["JSON of Terraform's configuration is not read"]],
  ["fact_sources: [{ name: a }]\nmetrics: [{ name: b }]\n", ["kind: required; one of"]],
  [
    "kind: Segment\nname: beta\nid: beta\ntype: id_list\nenvironments: { staging: { environments: {} } }\n",
    ["environments.staging.environments: one environment has no others in it"],
  ],
  ["x-all: &all [a]\nkind: Segment\nname: beta\nid: beta\ntype: id_list\ntags: *all\n", ["an anchor (&) can stand"]],
])("a key around or beside a definition leads to what is meant: %j", (text, expected) => {
  expect(problemsOf(text)).toEqual(expected.map((part) => expect.stringContaining(part)));
});

test.each([
  ["bonferroniCorrection: 1", "allowed: a boolean; write true or false, without quotes"],
  ["duration: 2 weeks", "explain experiment"],
  ["scheduledReloadDays: [Mon]", "explain experiment"],
  ["externalEvents: [{ timestamp: 2026-11-27 }]", "write a time as the number that records of the service have"],
  ["allocation: 10,5 %", "write the number alone, with a point and without quotes"],
])("a value that is nearly right leads to the right one: %s", (line, advice) => {
  expect(problemsOf(`kind: Experiment\nname: Short order\n${line}\n`)).toEqual([expect.stringContaining(advice)]);
});

test("defaults in a file of another name are told where they belong", () => {
  const lines = problemsOf("Experiment: { team: X }\nSegment: {}\n");
  expect(lines).toEqual(["1:1: kind: required; fields by kind are defaults, in a file _defaults.yaml"]);
});

test.each<[string, string, readonly string[]]>([
  [
    "the words of other tools",
    "kind: Experiment\nname: Short order\nstatus: running\nvariations: []\ncoverage: 1\n",
    [
      '4:1: variations: unknown field; here it is "groups"',
      '5:1: coverage: unknown field; here it is "allocation", in percent: a share of 1 is 100',
    ],
  ],
  [
    "a kind with the vendor's name before it, and a share under the name of a weight",
    "kind: statsig_segment\nid: staff\nname: Staff\ntype: rule_based\nrules: [{ name: a, weight: 5, clauses: [] }]\n",
    [
      'did you mean "Segment"?',
      'rules[0].weight: unknown field; here it is "passPercentage", in percent',
      'rules[0].clauses: unknown field; here it is "conditions"',
    ],
  ],
  [
    "what stands in a list under another tool's word",
    "kind: Experiment\nname: Short order\nvariants: [{ key: a, weight: 500, variables: { b: 1 } }]\nmetrics: [orders]\n",
    [
      '3:1: variants: unknown field; here it is "groups"',
      'variants[0].key: unknown field; here it is "id"',
      'variants[0].weight: unknown field; here it is "size", in percent',
      'variants[0].variables: unknown field; here it is "parameterValues"',
      '4:1: metrics: unknown field; here it is "primaryMetrics"',
      'metrics[0]: given "orders"; allowed: an object with name, type',
    ],
  ],
  [
    "conditions and units of other tools",
    "kind: Segment\nname: Staff\ntype: rule_based\nrules: [{ clauses: [{ attribute: age, op: gt, values: ['3'] }] }]\n---\nkind: MetricSource\nname: orders\nstatement: select 1\ntimestampColumn: ts\nentities: [{ entity_name: User, column: u }]\n",
    ["clauses[0].attribute", 'clauses[0].op: unknown field; here it is "operator"', "entities[0].entity_name"],
  ],
  [
    "JSON in the quotes that another format needs",
    `kind: Experiment\nname: Short order\nsecondary_metrics_json: '[{ "name": "orders" }]'\ngroups: '{}'\n`,
    [
      'secondary_metrics_json: unknown field; did you mean "secondaryMetrics"?',
      "; it is JSON in quotes: remove those around it",
      "4:9: groups: given",
    ],
  ],
  [
    "no kind, and fields in another spelling",
    "name: shop\nsource_type: query\nsql: select 1\ntimestamp_column: ts\nid_type_mapping: []\n",
    ["did you mean kind: MetricSource?", "source_type: unknown field", "timestamp_column", "id_type_mapping"],
  ],
  [
    "what the service returned",
    '{ "message": "read", "data": { "id": "a", "name": "Short order" } }',
    ["1:1: kind: missing; this is a response of the service"],
  ],
  [
    "Terraform's own language",
    'resource "statsig_segment" "staff" {\n  name = "staff"\n}\n',
    ["1:1: HCL of Terraform"],
  ],
])("what is pasted from elsewhere leads to what is meant here: %s", (_, text, expected) => {
  const lines = problemsOf(text).join("\n");
  for (const part of expected) expect(lines).toContain(part);
});

test("a field that is there under its right name, too, means no other, at any depth", () => {
  const text =
    "kind: Segment\nname: Beta\nid: beta\ntype: id_list\nidType: userID\nid_type: 5\nrules: [{ id: a, ID: b }]\nTags: [a]\ntags: [b]\n";
  expect(problemsOf(text)).toEqual([
    '6:1: id_type: unknown field; "idType" is there, too: keep one of the two, with this name',
    '7:18: rules[0].ID: unknown field; "id" is there, too: keep one of the two, with this name',
    '8:1: Tags: unknown field; "tags" is there, too: keep one of the two, with this name',
  ]);
});

test("a field that there is not, near to one that there is, is one problem with what there is instead", () => {
  expect(problemsOf("kind: Segment\nname: Beta\ntype: id_list\nids: [1, 2]\nenvironment: staging\n")).toEqual([
    expect.stringMatching(/^4:1: ids: unknown field; no field has the ids of a list/),
    '5:1: environment: unknown field; did you mean "environments"?',
  ]);
});

test.each(["fromenvironment", "from_environment", "fromEnv"])("a secret that is spelled %s is named", (key) => {
  const text = `kind: PromptVersion\npromptID: bot\nauth_workflow_headers: [{ name: A, value: { ${key}: TOKEN } }]\n`;
  expect(problemsOf(text)).toEqual([
    "3:43: auth_workflow_headers[0].value: given an object; allowed: a string; did you mean { fromEnvironment: NAME }?",
  ]);
});
