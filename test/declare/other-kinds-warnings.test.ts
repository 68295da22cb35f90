import { TerraformVariable } from "cdktf";
import {
  AssignmentSource,
  IngestionSource,
  MetricSource,
  PromptVersion,
  type PromptVersionProps,
  Segment,
  type SegmentProps,
} from "../../lib";
import * as samples from "../support/samples";
import { emptyStack, warningsOf } from "../terraform/synth";

const conditions = [{ type: "country", operator: "any", targetValue: ["NZ"] }];
const rule = { name: "all", passPercentage: 100, conditions };

/** The fields that warnings begin with; all are of one name. */
function placesOf(name: string, warnings: readonly string[]): string[] {
  return warnings.map((text) => {
    expect(text).toContain(`[acknowledge: "${name}"]`);
    return text.split(": ")[0] ?? "";
  });
}

test.each<[Partial<SegmentProps>, string[]]>([
  [{ rules: [{ ...rule, passPercentage: undefined }] }, ["rules[0].passPercentage"]],
  [{ rules: [rule, { ...rule, passPercentage: 100.5 }] }, ["rules[1].passPercentage"]],
  [{ rules: [{ ...rule, passPercentage: -1 }] }, ["rules[0].passPercentage"]],
  [{ rules: [{ ...rule, conditions: [] }] }, ["rules[0].conditions"]],
  [{ rules: [{ name: "all", passPercentage: 1 }] }, ["rules[0].conditions"]],
  [{ rules: [{ ...rule, conditions: [{ type: "email" }] }] }, ["rules[0].conditions[0].targetValue"]],
  [{ rules: [{ ...rule, conditions: [{ type: "email", targetValue: [] }] }] }, ["rules[0].conditions[0].targetValue"]],
  [{ rules: [{ ...rule, conditions: [{ operator: "any", targetValue: ["NZ"] }] }] }, ["rules[0].conditions[0].type"]],
  [
    { rules: [{ ...rule, conditions: [{ type: "custom_field", operator: "any", targetValue: [] }] }] },
    ["rules[0].conditions[0].field", "rules[0].conditions[0].targetValue"],
  ],
  [{ rules: [] }, ["rules"]],
  [{ rules: undefined }, ["rules"]],
  [{ type: "analysis_list", rules: [rule] }, ["rules"]],
  [{ rules: [rule] }, []],
  [{ rules: undefined, adopt: true, acknowledge: ["adopt-without-call"] }, []],
])("a segment with %j warns of %j", (props, expected) => {
  const warnings = warningsOf(new Segment(emptyStack(), "x", { ...samples.segment, ...props }));
  expect(placesOf("segment-rules", warnings)).toEqual(expected);
});

test.each<[Partial<PromptVersionProps>, string[]]>([
  [{ temperature: 2.1, top_p: 1.5, max_tokens: 0 }, ["temperature", "top_p", "max_tokens"]],
  [{ frequency_penalty: -3, presence_penalty: 3 }, ["frequency_penalty", "presence_penalty"]],
  [{ prompts: [] }, ["prompts"]],
  [{ prompts: undefined }, ["prompts"]],
  [
    { prompts: ["sytem", "User", "critic"].map((role) => ({ role, content: "x" })) },
    ["prompts[0].role", "prompts[1].role"],
  ],
  [
    { prompts: [{ content: "x" }, { role: " ", content: "x" }, { role: "user" }, { role: "user", content: "" }] },
    ["prompts[0].role", "prompts[1].role", "prompts[2].content", "prompts[3].content"],
  ],
  [
    { workflow_headers: [{ name: "", value: "x" }, { value: "x" }] },
    ["workflow_headers[0].name", "workflow_headers[1].name"],
  ],
  [{ prompts: undefined, workflow_headers: [{ name: "Accept", value: "text/plain" }] }, []],
])("a prompt version with %j warns of %j", (props, expected) => {
  const warnings = warningsOf(new PromptVersion(emptyStack(), "x", { ...samples.promptVersion, ...props }));
  expect(placesOf("prompt-values", warnings)).toEqual(expected);
});

const sources = { metric: MetricSource, assignment: AssignmentSource, ingestion: IngestionSource } as const;
const ofSources = {
  metric: samples.metricSource,
  assignment: samples.assignmentSource,
  ingestion: samples.ingestionSource,
} as const;
const twice = ["userID", "userId"].map((serviceUnitID) => ({ serviceUnitID, column: "user_id" }));

test.each<[kind: keyof typeof sources, props: object, expected: string[]]>([
  ["metric", { sourceType: "table" }, ["tableName"]],
  ["metric", { sourceType: "query", tableName: "orders" }, ["tableName"]],
  ["metric", { sourceType: "query", datePartitionColumn: "day" }, ["datePartitionColumn"]],
  ["metric", { sql: " -- all of it" }, ["sql"]],
  ["metric", { sql: "", tableName: "orders" }, ["sourceType"]],
  ["metric", { tableName: "orders" }, ["sourceType"]],
  ["metric", { datePartitionColumn: "day" }, ["sourceType"]],
  ["metric", { timestampColumn: "" }, ["timestampColumn"]],
  ["metric", { idTypeMapping: [] }, ["idTypeMapping"]],
  ["metric", { idTypeMapping: twice }, ["idTypeMapping[1].serviceUnitID"]],
  [
    "metric",
    { idTypeMapping: [{ column: "user_id" }, { serviceUnitID: " ", column: "user_id" }, { serviceUnitID: "userID" }] },
    ["idTypeMapping[0].serviceUnitID", "idTypeMapping[1].serviceUnitID", "idTypeMapping[2].column"],
  ],
  ["metric", { idTypeMapping: [{ serviceUnitID: "userID", column: "paid_at" }] }, ["idTypeMapping[0].column"]],
  ["metric", { sql: "shop.orders" }, ["sql"]],
  ["metric", { sql: "queries/orders.sql" }, ["sql"]],
  [
    "metric",
    {
      customFieldMapping: [
        { key: "net", formula: "a" },
        { key: "Net", formula: "b" },
        { key: "", formula: "c" },
        { key: "tax", formula: " " },
      ],
    },
    ["customFieldMapping[2].key", "customFieldMapping[3].formula", "customFieldMapping[1].key"],
  ],
  ["assignment", { groupIDColumn: "Experiment" }, ["groupIDColumn"]],
  ["assignment", { groupIDColumn: "`EXPERIMENT`" }, ["groupIDColumn"]],
  ["assignment", { groupNameColumn: "experiment" }, ["groupNameColumn"]],
  ["assignment", { groupNameColumn: "variant" }, []],
  ["assignment", { groupNameColumn: " " }, ["groupNameColumn"]],
  ["assignment", { sql: "" }, ["sql"]],
  ["ingestion", { type: "athena", query: "" }, ["query"]],
  ["ingestion", { type: "athena", query: "", table: "revenue" }, []],
  ["ingestion", { query: "" }, []],
  ["ingestion", { type: "athena", query: undefined, schema: "live" }, ["query"]],
  ["ingestion", { type: "athena", query: "revenue" }, ["query"]],
  ["ingestion", { query: undefined, adopt: true, column_mapping: { unit_id: "user_id" } }, []],
  ["ingestion", { column_mapping: { unit_id: "" } }, ["column_mapping.unit_id"]],
  ["ingestion", { column_mapping: {} }, ["column_mapping"]],
  [
    "ingestion",
    { column_mapping: { metric_value: "paid", numerator: "paid", denominator: "paid" } },
    ["column_mapping.numerator"],
  ],
  ["ingestion", { column_mapping: { metric_value: "paid", numerator: "paid", denominator: "orders" } }, []],
])("a source of %ss with %j warns of %j", (kind, props, expected) => {
  const Source: new (...given: never[]) => MetricSource | AssignmentSource | IngestionSource = sources[kind];
  const warnings = warningsOf(new Source(...([emptyStack(), "x", { ...ofSources[kind], ...props }] as never[])));
  expect(placesOf("source-fields", warnings)).toEqual(expected);
});

test("what only the deploy knows of a segment, a prompt and a source is not judged", () => {
  const stack = emptyStack();
  const { value, stringValue, numberValue } = new TerraformVariable(stack, "any", {});
  const unknown = [{ ...rule, passPercentage: numberValue, conditions: [{ type: stringValue }] }, value];
  const all = [
    new Segment(stack, "rules", { ...samples.segment, id: "one", rules: value }),
    new Segment(stack, "inside", { ...samples.segment, name: "Another", rules: unknown }),
    new PromptVersion(stack, "prompt", { ...samples.promptVersion, prompts: value, temperature: numberValue }),
    new MetricSource(stack, "metric", { ...samples.metricSource, sourceType: "table", tableName: stringValue }),
    new AssignmentSource(stack, "source", { ...samples.assignmentSource, idTypeMapping: value, sql: stringValue }),
  ];
  expect(all.map(warningsOf)).toEqual(all.map(() => []));
});
