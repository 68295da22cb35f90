import { acceptedFields, type Kind, requiredFields } from "../../lib/api/kind";
import type { KindName } from "../../lib/api/kind-names";
import { everyKind } from "../../lib/api/kinds";
import { problemsOf } from "../../lib/api/problems";
import { unwrap } from "../../lib/api/schema-walk";
import {
  anyObject,
  between,
  boolean,
  type CellType,
  countAboveOne,
  idTypeMapping,
  LETTERS_AND_DIGITS,
  listOf,
  number,
  oneOf,
  orNull,
  owner,
  shape,
  text,
  textOf,
  textOfLength,
  textOrTexts,
  wholeBetween,
} from "./cell-types";

/** What a column of the API's table says about a field: "-" where the body has no such field. */
type Entry = "required" | "opt" | "-";

/** A table of the API: for each field its entry in the column of each call, then its type. */
type Table = Readonly<Record<string, readonly [...Entry[], CellType]>>;

const group = shape({
  name: text,
  size: number,
  parameterValues: anyObject,
  id: text,
  disabled: boolean,
  description: text,
  foreignGroupID: text,
  highlighted: boolean,
});
const metricReference = shape({ name: text, type: text, direction: text, hypothesizedValue: number });
const link = shape({ url: text, title: text });
const externalEvent = shape({ name: text, timestamp: number });
const qualityScore = shape({
  criteriaName: text,
  status: text,
  criteriaDescription: text,
  score: number,
  weight: number,
});
const assignmentSourceFilter = shape({ condition: text, column: text, values: listOf(text) });
const dimension = shape({ name: text, propertySource: text });
const covariate = shape({ name: text, type: text });
const condition = shape({ type: text, targetValue: listOf(text), operator: text, field: text, customID: text });

const rule = shape({
  name: text,
  passPercentage: number,
  conditions: listOf(condition),
  environments: listOf(text),
  id: text,
  baseID: text,
  returnValue: anyObject,
});
const columnMapping = shape({
  unit_id: text,
  id_type: text,
  dateid: text,
  metric_name: text,
  metric_value: text,
  numerator: text,
  denominator: text,
});
const headers = listOf(shape({ name: text, value: text }));

const tables: Readonly<Record<KindName, Table>> = {
  experiment: {
    name: ["required", "opt", textOf(`${LETTERS_AND_DIGITS}_- `, 3, 100)],
    id: ["opt", "-", textOf(`${LETTERS_AND_DIGITS}_-`, 3, 100)],
    layerID: ["opt", "-", text],
    description: ["opt", "required", textOfLength(0, 1000)],
    idType: ["opt", "required", text],
    secondaryIDType: ["opt", "opt", orNull(text)],
    identifierMappingMode: ["opt", "opt", oneOf("strictOneToOne", "firstTouchOneToMany", "lastTouchOneToMany")],
    identityResolutionSource: ["opt", "opt", orNull(text)],
    hypothesis: ["opt", "required", text],
    links: ["-", "opt", listOf(link)],
    externalEvents: ["opt", "opt", listOf(externalEvent)],
    groups: ["opt", "required", listOf(group)],
    controlGroupID: ["opt", "opt", text],
    allocation: ["opt", "required", between(0, 100)],
    primaryMetricTags: ["opt", "opt", listOf(text)],
    secondaryMetricTags: ["opt", "opt", listOf(text)],
    primaryMetrics: ["opt", "opt", listOf(metricReference)],
    secondaryMetrics: ["opt", "opt", listOf(metricReference)],
    otherMetrics: ["opt", "opt", listOf(metricReference)],
    // "string in the update sample, array in response samples"
    targetApps: ["opt", "opt", textOrTexts],
    tags: ["opt", "opt", listOf(text)],
    duration: ["opt", "opt", countAboveOne],
    targetExposures: ["opt", "opt", countAboveOne],
    targetingGateID: ["opt", "required", orNull(text)],
    sequentialTesting: ["opt", "opt", boolean],
    bonferroniCorrection: ["opt", "required", boolean],
    bonferroniCorrectionPerMetric: ["opt", "opt", boolean],
    benjaminiHochbergPerVariant: ["opt", "opt", boolean],
    benjaminiHochbergPerMetric: ["opt", "opt", boolean],
    benjaminiPrimaryMetricsOnly: ["opt", "opt", boolean],
    defaultConfidenceInterval: ["opt", "required", oneOf("80", "90", "95", "98", "99")],
    manualQualityScores: ["opt", "opt", listOf(qualityScore, 10)],
    status: [
      "opt",
      "required",
      oneOf("active", "setup", "decision_made", "abandoned", "archived", "experiment_stopped", "assignment_stopped"),
    ],
    launchedGroupID: ["opt", "opt", orNull(text)],
    assignmentSourceName: ["opt", "opt", text],
    assignmentSourceExperimentName: ["opt", "opt", text],
    creatorID: ["opt", "opt", orNull(text)],
    creatorEmail: ["opt", "opt", orNull(text)],
    isAnalysisOnly: ["opt", "opt", orNull(boolean)],
    team: ["opt", "opt", orNull(text)],
    teamID: ["opt", "opt", orNull(text)],
    allocationDuration: ["opt", "opt", orNull(countAboveOne)],
    cohortedAnalysisDuration: ["opt", "opt", countAboveOne],
    cohortedMetricsMatureAfterEnd: ["opt", "opt", boolean],
    cohortWaitUntilEndToInclude: ["opt", "opt", boolean],
    fixedAnalysisDuration: ["opt", "opt", countAboveOne],
    scheduledReloadHour: ["opt", "opt", orNull(wholeBetween(0, 23))],
    scheduledReloadType: ["opt", "opt", oneOf("full", "incremental")],
    scheduledReloadDays: ["opt", "opt", orNull(listOf(wholeBetween(0, 6)))],
    turboMode: ["opt", "opt", boolean],
    analysisEndTime: ["opt", "opt", text],
    assignmentSourceFilters: ["opt", "opt", listOf(assignmentSourceFilter)],
    analyticsType: ["opt", "opt", oneOf("frequentist", "bayesian", "sprt")],
    isSidecar: ["opt", "opt", boolean],
    decisionReason: ["opt", "opt", text],
    preComputedUserDimensions: ["opt", "opt", listOf(dimension)],
    cureCovariates: ["opt", "opt", listOf(covariate)],
    stratifiedSampling: ["opt", "opt", shape({ status: text })],
    enabledNonProdEnvironments: ["opt", "opt", listOf(text)],
  },
  metric_source: {
    // "on update the name cannot be changed; the body field is accepted but the name stays"
    name: ["required", "opt", text],
    sql: ["required", "required", text],
    timestampColumn: ["required", "required", text],
    idTypeMapping: ["required", "required", idTypeMapping],
    description: ["opt", "opt", text],
    tags: ["opt", "opt", listOf(text)],
    timestampAsDay: ["opt", "opt", boolean],
    sourceType: ["opt", "opt", oneOf("table", "query")],
    tableName: ["opt", "opt", text],
    datePartitionColumn: ["opt", "opt", text],
    customFieldMapping: ["opt", "opt", listOf(shape({ key: text, formula: text }))],
    isReadOnly: ["opt", "opt", boolean],
    isVerified: ["opt", "opt", boolean],
    owner: ["opt", "opt", owner],
    team: ["opt", "opt", orNull(text)],
    teamID: ["opt", "opt", orNull(text)],
    dryRun: ["opt", "opt", boolean],
  },
  assignment_source: {
    sql: ["required", "-", text],
    timestampColumn: ["required", "opt", text],
    experimentIDColumn: ["required", "opt", text],
    groupIDColumn: ["required", "opt", text],
    idTypeMapping: ["required", "opt", idTypeMapping],
    name: ["opt", "opt", text],
    description: ["opt", "opt", text],
    isVerified: ["opt", "opt", boolean],
    tags: ["opt", "opt", listOf(text)],
    groupNameColumn: ["opt", "opt", text],
    isReadOnly: ["opt", "opt", boolean],
    owner: ["opt", "opt", owner],
    team: ["opt", "opt", orNull(text)],
    teamID: ["opt", "opt", orNull(text)],
    scheduledReloadHour: ["opt", "opt", orNull(wholeBetween(0, 23))],
    dryRun: ["opt", "opt", boolean],
  },
  segment: {
    name: ["required", textOfLength(3, 100)],
    type: ["required", oneOf("id_list", "rule_based", "analysis_list", "user_store_id_list")],
    id: ["opt", textOfLength(3, 100)],
    description: ["opt", textOfLength(0, 1000)],
    idType: ["opt", text],
    tags: ["opt", listOf(text)],
    creatorID: ["opt", orNull(text)],
    creatorEmail: ["opt", orNull(text)],
    team: ["opt", orNull(text)],
    teamID: ["opt", orNull(text)],
    rules: ["opt", listOf(rule)],
  },
  ingestion_source: {
    // "which fields are required on create: not shown", so none is
    dataset: ["opt", "required", oneOf("Metrics")],
    type: [
      "opt",
      "required",
      oneOf("redshift", "bigquery-v2", "snowflake-v2", "databricks", "azure-synapse", "s3", "athena", "adls"),
    ],
    source_name: ["opt", "opt", text],
    query: ["opt", "opt", text],
    share: ["opt", "opt", text],
    schema: ["opt", "opt", text],
    table: ["opt", "opt", text],
    enabled: ["opt", "opt", boolean],
    use_delta_sharing: ["opt", "-", boolean],
    column_mapping: ["-", "opt", columnMapping],
  },
  prompt_version: {
    // "which prompt version fields are required: not shown", so none is
    name: ["opt", textOf(`${LETTERS_AND_DIGITS}_-. `, 3, 100)],
    id: ["opt", textOf(`${LETTERS_AND_DIGITS}_-.`)],
    description: ["opt", textOfLength(0, 1000)],
    prompts: ["opt", listOf(shape({ content: text, role: text }))],
    temperature: ["opt", number],
    model: ["opt", text],
    provider: ["opt", text],
    eval_model: ["opt", text],
    top_p: ["opt", number],
    frequency_penalty: ["opt", number],
    presence_penalty: ["opt", number],
    max_tokens: ["opt", number],
    workflow_headers: ["opt", headers],
    auth_workflow_headers: ["opt", headers],
    // "present in the response", and in no body
    workflow_body: ["-", shape({ type: text, value: text })],
  },
};

/** The fields that identify an entity, and those that a construct requires. */
const identities: Readonly<Record<KindName, readonly [identity: string, required: string]>> = {
  experiment: ["id", "name"],
  metric_source: ["name", "name sql timestampColumn idTypeMapping"],
  assignment_source: ["name", "name"],
  segment: ["id", "name type"],
  ingestion_source: ["dataset type source_name", ""],
  prompt_version: ["promptID id", "promptID"],
};

const bodies = everyKind.flatMap((kind) =>
  endpointsOf(kind).map((endpoint, column) => ({
    call: `${endpoint.method} ${endpoint.path}`,
    endpoint,
    kind,
    rows: Object.entries<Table[string]>(tables[kind.name]).map(([field, row]) => ({
      field,
      entry: row[column],
      type: row.at(-1) as CellType,
    })),
  })),
);

function endpointsOf({ create, update, upsert = [] }: Kind) {
  return [create, update, ...upsert].filter((endpoint) => endpoint !== undefined);
}

test.each(everyKind)("$name has a column for each call, the fields of all of them, and their schemas", (kind) => {
  const { name, identity, fields } = kind;
  const endpoints = endpointsOf(kind);
  expect(Object.values(tables[name]).filter(({ length }) => length !== endpoints.length + 1)).toEqual([]);
  expect([identity.join(" "), requiredFields(fields).join(" ")]).toEqual(identities[name]);
  const inPaths = endpoints.flatMap(({ parameters }) => Object.values(parameters));
  expect(identity).toEqual(expect.arrayContaining(inPaths));
  const inBodies = endpoints.flatMap(({ body }) => acceptedFields(body));
  expect(new Set(acceptedFields(fields))).toEqual(new Set([...inPaths, ...inBodies]));
  // a value is checked without its endpoint
  for (const { body, path, parameters } of endpoints) {
    expect(Object.keys(parameters)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
    for (const field of acceptedFields(body)) {
      expect(unwrap(body.shape[field] as never)).toBe(unwrap(fields.shape[field as never]));
    }
  }
});

describe.each(bodies)("the body of $call", ({ endpoint: { body }, rows }) => {
  const accepted = rows.filter(({ entry }) => entry !== "-");
  const required = rows.filter(({ entry }) => entry === "required");
  const typical = (some: typeof rows) => Object.fromEntries(some.map(({ field, type }) => [field, type.accepts[0]]));
  const least = typical(required);

  test("has the fields of the table, in its order, and takes those that it requires alone, and all", () => {
    expect(acceptedFields(body)).toEqual(accepted.map(({ field }) => field));
    for (const fields of [least, typical(accepted)]) expect(problemsOf(body, fields)).toEqual([]);
  });

  test("lacks no required field, and has no other", () => {
    for (const { field } of required) {
      expect(problemsOf(body, { ...least, [field]: undefined })).toEqual([{ path: [field], allowed: "required" }]);
    }
    const others = rows.filter(({ entry }) => entry === "-").map(({ field }) => field);
    for (const field of [...others, "unknownField", "Name", "__proto__", "constructor"]) {
      const given = Object.fromEntries([...Object.entries(least), [field, "text"]]);
      expect(problemsOf(body, given)).toMatchObject([{ path: [field], unknown: true }]);
    }
  });

  test.each(accepted)("accepts in $field what its row allows, and refuses all else", ({ field, type }) => {
    const problems = (value: unknown) => problemsOf(body, { ...least, [field]: value });
    /** Whether the body is refused, and only for this field. */
    const isRefused = (value: unknown) =>
      problems(value).length > 0 && problems(value).every(({ path }) => path[0] === field);
    expect(type.accepts.filter((value) => problems(value).length > 0)).toEqual([]);
    expect(type.refuses.filter((value) => !isRefused(value))).toEqual([]);
  });
});
