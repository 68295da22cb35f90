import * as z from "zod";
import { acceptedFields, type Kind, requiredFields } from "../../lib/api/kind";
import type { KindName } from "../../lib/api/kind-names";
import { everyKind } from "../../lib/api/kinds";
import { problemsOf } from "../../lib/api/problems";

const idTypeMapping = "list of { serviceUnitID: string; column: string }";
const owner = "{ ownerID: string; ownerType: string; ownerName: string; ownerEmail: string }";
const metrics = "list of { name: string; type: string; direction: string; hypothesizedValue: number }";
const group =
  "{ name: string; size: number; parameterValues: object; id: string; disabled: boolean; description: string; " +
  "foreignGroupID: string; highlighted: boolean }";
const qualityScore =
  "{ criteriaName: string; status: string; criteriaDescription: string; score: number; weight: number }";
const condition = "{ type: string; targetValue: list of string; operator: string; field: string; customID: string }";
const rule =
  `{ name: string; passPercentage: number; conditions: list of ${condition}; environments: list of string; ` +
  "id: string; baseID: string; returnValue: object }";
const columnMapping =
  "{ unit_id: string; id_type: string; dateid: string; metric_name: string; metric_value: string; numerator: string; " +
  "denominator: string }";
const headers = "list of { name: string; value: string }";

/** What identifies an entity, what its construct requires, and the API's table: a field, its entry for each call, its type. */
const tables: Readonly<Record<KindName, readonly [identity: string, required: string, table: string]>> = {
  experiment: [
    "id",
    "name",
    `
    name                           required opt      string 3-100 ^[a-zA-Z0-9_\\- ]*$
    id                             opt      -        string 3-100 ^[a-zA-Z0-9_\\-]*$
    layerID                        opt      -        string
    description                    opt      required string 0-1000
    idType                         opt      required string
    secondaryIDType                opt      opt      string or null
    identifierMappingMode          opt      opt      "strictOneToOne" "firstTouchOneToMany" "lastTouchOneToMany"
    identityResolutionSource       opt      opt      string or null
    hypothesis                     opt      required string
    links                          -        opt      list of { url: string; title: string }
    externalEvents                 opt      opt      list of { name: string; timestamp: number }
    groups                         opt      required list of ${group}
    controlGroupID                 opt      opt      string
    allocation                     opt      required number >=0 <=100
    primaryMetricTags              opt      opt      list of string
    secondaryMetricTags            opt      opt      list of string
    primaryMetrics                 opt      opt      ${metrics}
    secondaryMetrics               opt      opt      ${metrics}
    otherMetrics                   opt      opt      ${metrics}
    targetApps                     opt      opt      string or list of string
    tags                           opt      opt      list of string
    duration                       opt      opt      integer >1
    targetExposures                opt      opt      integer >1
    targetingGateID                opt      required string or null
    sequentialTesting              opt      opt      boolean
    bonferroniCorrection           opt      required boolean
    bonferroniCorrectionPerMetric  opt      opt      boolean
    benjaminiHochbergPerVariant    opt      opt      boolean
    benjaminiHochbergPerMetric     opt      opt      boolean
    benjaminiPrimaryMetricsOnly    opt      opt      boolean
    defaultConfidenceInterval      opt      required "80" "90" "95" "98" "99"
    manualQualityScores            opt      opt      list of at most 10 ${qualityScore}
    status                         opt      required "active" "setup" "decision_made" "abandoned" "archived" "experiment_stopped" "assignment_stopped"
    launchedGroupID                opt      opt      string or null
    assignmentSourceName           opt      opt      string
    assignmentSourceExperimentName opt      opt      string
    creatorID                      opt      opt      string or null
    creatorEmail                   opt      opt      string or null
    isAnalysisOnly                 opt      opt      boolean or null
    team                           opt      opt      string or null
    teamID                         opt      opt      string or null
    allocationDuration             opt      opt      integer >1 or null
    cohortedAnalysisDuration       opt      opt      integer >1
    cohortedMetricsMatureAfterEnd  opt      opt      boolean
    cohortWaitUntilEndToInclude    opt      opt      boolean
    fixedAnalysisDuration          opt      opt      integer >1
    scheduledReloadHour            opt      opt      integer >=0 <=23 or null
    scheduledReloadType            opt      opt      "full" "incremental"
    scheduledReloadDays            opt      opt      list of integer >=0 <=6 or null
    turboMode                      opt      opt      boolean
    analysisEndTime                opt      opt      string
    assignmentSourceFilters        opt      opt      list of { condition: string; column: string; values: list of string }
    analyticsType                  opt      opt      "frequentist" "bayesian" "sprt"
    isSidecar                      opt      opt      boolean
    decisionReason                 opt      opt      string
    preComputedUserDimensions      opt      opt      list of { name: string; propertySource: string }
    cureCovariates                 opt      opt      list of { name: string; type: string }
    stratifiedSampling             opt      opt      { status: string }
    enabledNonProdEnvironments     opt      opt      list of string`,
  ],
  metric_source: [
    "name",
    "name sql timestampColumn idTypeMapping",
    // "on update the name cannot be changed; the body field is accepted but the name stays"
    `
    name                           required opt      string
    sql                            required required string
    timestampColumn                required required string
    idTypeMapping                  required required ${idTypeMapping}
    description                    opt      opt      string
    tags                           opt      opt      list of string
    timestampAsDay                 opt      opt      boolean
    sourceType                     opt      opt      "table" "query"
    tableName                      opt      opt      string
    datePartitionColumn            opt      opt      string
    customFieldMapping             opt      opt      list of { key: string; formula: string }
    isReadOnly                     opt      opt      boolean
    isVerified                     opt      opt      boolean
    owner                          opt      opt      ${owner}
    team                           opt      opt      string or null
    teamID                         opt      opt      string or null
    dryRun                         opt      opt      boolean`,
  ],
  assignment_source: [
    "name",
    "name",
    `
    sql                            required -        string
    timestampColumn                required opt      string
    experimentIDColumn             required opt      string
    groupIDColumn                  required opt      string
    idTypeMapping                  required opt      ${idTypeMapping}
    name                           opt      opt      string
    description                    opt      opt      string
    isVerified                     opt      opt      boolean
    tags                           opt      opt      list of string
    groupNameColumn                opt      opt      string
    isReadOnly                     opt      opt      boolean
    owner                          opt      opt      ${owner}
    team                           opt      opt      string or null
    teamID                         opt      opt      string or null
    scheduledReloadHour            opt      opt      integer >=0 <=23 or null
    dryRun                         opt      opt      boolean`,
  ],
  segment: [
    "id",
    "name type",
    `
    name                           required          string 3-100
    type                           required          "id_list" "rule_based" "analysis_list" "user_store_id_list"
    id                             opt               string 3-100
    description                    opt               string 0-1000
    idType                         opt               string
    tags                           opt               list of string
    creatorID                      opt               string or null
    creatorEmail                   opt               string or null
    team                           opt               string or null
    teamID                         opt               string or null
    rules                          opt               list of ${rule}`,
  ],
  ingestion_source: [
    "dataset type source_name",
    "",
    // "which fields are required on create: not shown", so none is
    `
    dataset                        opt      required "Metrics"
    type                           opt      required "redshift" "bigquery-v2" "snowflake-v2" "databricks" "azure-synapse" "s3" "athena" "adls"
    source_name                    opt      opt      string
    query                          opt      opt      string
    share                          opt      opt      string
    schema                         opt      opt      string
    table                          opt      opt      string
    enabled                        opt      opt      boolean
    use_delta_sharing              opt      -        boolean
    column_mapping                 -        opt      ${columnMapping}`,
  ],
  prompt_version: [
    "promptID id",
    "promptID",
    // "which prompt version fields are required: not shown", so none is; workflow_body is "present in the response" alone
    `
    name                           opt               string 3-100 ^[a-zA-Z0-9_\\-\\. ]*$
    id                             opt               string ^[a-zA-Z0-9_\\-\\.]*$
    description                    opt               string 0-1000
    prompts                        opt               list of { content: string; role: string }
    temperature                    opt               number
    model                          opt               string
    provider                       opt               string
    eval_model                     opt               string
    top_p                          opt               number
    frequency_penalty              opt               number
    presence_penalty               opt               number
    max_tokens                     opt               number
    workflow_headers               opt               ${headers}
    auth_workflow_headers          opt               ${headers}`,
  ],
};

function endpointsOf({ create, update, upsert = [] }: Kind) {
  return [create, update, ...upsert].filter((endpoint) => endpoint !== undefined);
}

test.each(everyKind)("the calls of $name take the fields of the API's table, and no other", (kind) => {
  const rows = tables[kind.name][2]
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/ +/));
  const endpoints = endpointsOf(kind);
  for (const [column, { body, path, parameters }] of endpoints.entries()) {
    const declared = rows.flatMap(([field = "", ...cells]) =>
      cells[column] === "-" ? [] : [[field, cells[column], cells.slice(endpoints.length).join(" ")]],
    );
    const isRequired = (field: string) => (requiredFields(body).includes(field) ? "required" : "opt");
    expect(acceptedFields(body).map((field) => [field, isRequired(field), typeOf(body, field)])).toEqual(declared);
    const least = Object.fromEntries(requiredFields(body).map((field) => [field, undefined]));
    expect(problemsOf(body, least)).toEqual(
      Object.keys(least).map((field) => ({ path: [field], allowed: expect.stringMatching(/^required(; one of "|$)/) })),
    );
    for (const field of ["unknownField", "__proto__", "constructor"]) {
      const given = Object.fromEntries([[field, "text"]]);
      expect(problemsOf(body, given)).toContainEqual(expect.objectContaining({ path: [field], unknown: true }));
    }
    expect(Object.keys(parameters)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter));
  }
});

test.each(everyKind)("$name has an identity, which fills its paths, and the fields of all its calls", (kind) => {
  const { name, identity, fields } = kind;
  const [identifying, required] = tables[name];
  expect([identity.join(" "), requiredFields(fields).join(" ")]).toEqual([identifying, required]);
  const inPaths = endpointsOf(kind).flatMap(({ parameters }) => Object.values(parameters));
  expect(identity).toEqual(expect.arrayContaining(inPaths));
  const inBodies = endpointsOf(kind).flatMap(({ body }) => acceptedFields(body));
  expect(new Set(acceptedFields(fields))).toEqual(new Set([...inPaths, ...inBodies]));
  // a value is checked without its endpoint
  for (const { body } of endpointsOf(kind)) {
    for (const field of acceptedFields(body)) expect(typeOf(body, field)).toBe(typeOf(fields, field));
  }
});

/** The part of JSON Schema that the API's types need. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | object;
  readonly [bound: string]: unknown;
}

function typeOf(body: z.ZodObject, field: string): string {
  return described(z.toJSONSchema(body.shape[field] as z.ZodType, { reused: "inline" }) as Schema);
}

/** A type as the tables have it. */
function described({ type, anyOf, items, properties, ...rest }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(described).join(" or ");
  if (Array.isArray(type)) return type.join(" or ");
  if (rest.enum !== undefined) return rest.enum.map((word) => JSON.stringify(word)).join(" ");
  if (items !== undefined)
    return `list of ${rest.maxItems === undefined ? "" : `at most ${rest.maxItems} `}${described(items)}`;
  if (properties !== undefined) {
    expect([rest.additionalProperties, rest.required]).toEqual([false, undefined]);
    return `{ ${Object.entries(properties)
      .map(([name, inner]) => `${name}: ${described(inner)}`)
      .join("; ")} }`;
  }
  const { minLength = 0, maxLength, pattern, minimum, maximum, exclusiveMinimum } = rest;
  const bounds = [
    maxLength === undefined ? undefined : `${minLength}-${maxLength}`,
    pattern,
    minimum === undefined ? undefined : `>=${minimum}`,
    maximum === undefined ? undefined : `<=${maximum}`,
    exclusiveMinimum === undefined ? undefined : `>${exclusiveMinimum}`,
  ];
  return [type, ...bounds.filter((bound) => bound !== undefined)].join(" ");
}
