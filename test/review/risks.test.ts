import type { Resource } from "../../lib/api/resource";
import { resourceOf } from "../../lib/api/resources";
import { differencesOf } from "../../lib/review/differences";
import { experimentRisks } from "../../lib/review/risks/experiment-risks";
import { fieldMeanings } from "../../lib/review/risks/field-meanings";
import { hiddenText } from "../../lib/review/risks/hidden";
import type { RunningExperiment } from "../../lib/review/risks/running-experiments";
import { sourceRisks } from "../../lib/review/risks/source-in-use";
import type { Value, Values } from "../../lib/review/value";
import { Withheld } from "../../lib/review/value";

const control = { id: "control", name: "Control", size: 50, parameterValues: { colour: "blue" } };
const green = { id: "green", name: "Green", size: 50, parameterValues: { colour: "green" } };
const groups = [control, green];
const orders = { name: "orders", type: "sum", direction: "increase", hypothesizedValue: 1 };
const running: Values = {
  status: "active",
  allocation: 50,
  groups,
  controlGroupID: "control",
  hypothesis: "Green sells more.",
  primaryMetrics: [orders, { name: "visits" }],
  targetingGateID: null,
};

function namesOf(before: Values, after: Values): string[] {
  return experimentRisks({ before, after }).map(({ name }) => name);
}

function textOf(before: Values, after: Values): string {
  return experimentRisks({ before, after })
    .map(({ name, text }) => `${name}: ${text}`)
    .join("\n");
}

/** Fields with two values, and the risk of a change of them while the experiment runs, and after it was stopped and decided. */
interface Row {
  readonly fields: string;
  readonly values: readonly [Value, Value];
  readonly active?: string;
  readonly stopped?: string;
  readonly decided?: string;
  /** Where only one kind of change is a risk. */
  readonly only?: "changed";
}

const WORDS = ["a", "b"] as const;
const LISTS = [[{ name: "a" }], [{ name: "b" }]] as const;
const ON = [true, true] as const;
const metrics = { active: "running-metrics", stopped: "ended-metrics", decided: "ended-metrics" };

/** Each field of an experiment but the status, whose steps have a table of their own. */
const rows: readonly Row[] = [
  { fields: "name id layerID description creatorID creatorEmail team teamID decisionReason", values: WORDS },
  { fields: "tags links externalEvents otherMetrics manualQualityScores preComputedUserDimensions", values: LISTS },
  { fields: "allocationDuration enabledNonProdEnvironments scheduledReloadDays isSidecar turboMode", values: [1, 2] },
  { fields: "scheduledReloadHour scheduledReloadType", values: [1, 2] },
  { fields: "idType secondaryIDType identifierMappingMode targetApps", values: WORDS, active: "running-units" },
  { fields: "identityResolutionSource targetingGateID assignmentSourceName", values: WORDS, active: "running-units" },
  { fields: "assignmentSourceExperimentName cohortedAnalysisDuration", values: WORDS, active: "running-units" },
  { fields: "cohortedMetricsMatureAfterEnd cohortWaitUntilEndToInclude", values: ON, active: "running-units" },
  { fields: "assignmentSourceFilters stratifiedSampling", values: LISTS, active: "running-units" },
  { fields: "controlGroupID defaultConfidenceInterval analyticsType", values: WORDS, active: "running-analysis" },
  { fields: "sequentialTesting isAnalysisOnly bonferroniCorrection", values: ON, active: "running-analysis" },
  { fields: "bonferroniCorrectionPerMetric benjaminiHochbergPerVariant", values: ON, active: "running-analysis" },
  { fields: "benjaminiHochbergPerMetric benjaminiPrimaryMetricsOnly", values: ON, active: "running-analysis" },
  { fields: "cureCovariates", values: LISTS, active: "running-analysis" },
  {
    fields: "duration targetExposures fixedAnalysisDuration analysisEndTime",
    values: [2, 3],
    active: "running-horizon",
  },
  { fields: "hypothesis", values: WORDS, active: "running-hypothesis" },
  { fields: "allocation", values: [50, 25], active: "running-allocation", only: "changed" },
  { fields: "primaryMetricTags secondaryMetricTags", values: [["a"], ["b"]], ...metrics },
  { fields: "primaryMetrics secondaryMetrics", values: LISTS, ...metrics },
  {
    fields: "groups",
    values: [[control, { ...green, size: 30 }], groups],
    ...{ active: "running-groups", stopped: "ended-groups", decided: "ended-groups" },
  },
  { fields: "launchedGroupID", values: ["control", "green"], active: "launch-changed", decided: "launch-changed" },
];
const rowOf = Object.fromEntries(rows.flatMap((row) => row.fields.split(" ").map((field) => [field, row])));

const states = {
  setup: { status: "setup" },
  active: { status: "active" },
  stopped: { status: "experiment_stopped" },
  decided: { status: "decision_made" },
} as const;

test.each(Object.entries(fieldMeanings).filter(([field]) => field !== "status"))(
  "a change of %s is the risk that it should be, in each state, or there is a reason why it is none",
  (field, [concern]) => {
    const row = rowOf[field] as Row;
    for (const [state, status] of Object.entries(states)) {
      const risk = state === "setup" ? undefined : row[state as "active" | "stopped" | "decided"];
      const [one, other] = row.values;
      const steps = {
        added: [{}, { [field]: one }],
        changed: [{ [field]: one }, { [field]: other }],
        removed: [{ [field]: one }, {}],
      } as const;
      for (const [change, [before, after]] of Object.entries(steps)) {
        const isRisk = (row.only ?? change) === change && (change !== "changed" || one !== other);
        const found = namesOf({ ...status, ...before }, { ...status, ...after });
        expect({ state, change, found }).toEqual({ state, change, found: risk !== undefined && isRisk ? [risk] : [] });
      }
    }
    expect(concern === "harmless").toBe(row.active === undefined);
  },
);

const set = (...of: (typeof control | typeof green | Values)[]) => ({ groups: of as Value });

test.each<[string, Values, string]>([
  ["nothing", {}, ""],
  [
    "groups added, removed and resized",
    set({ ...control, size: 30 }, { id: "red" }),
    'running-groups: group "control" resized 50 → 30, group "green" removed, group "red" added: units change groups, so results from before and after cannot be compared',
  ],
  [
    "a group switched off, with another foreign id",
    set(control, { ...green, disabled: true, foreignGroupID: "x" }),
    'running-groups: group "green" switched off, foreign id of group "green" none → x: units change groups, so results from before and after cannot be compared',
  ],
  [
    "a group that loses its id",
    set(control, { name: "Green", size: 40, parameterValues: { colour: "green" } }),
    'running-groups: id of group "green" green → none, group "green" resized 50 → 40: units change groups, so results from before and after cannot be compared',
  ],
  ["groups in another order, with other names", set({ ...green, name: "Lime", disabled: false }, control), ""],
  [
    "other values of a group",
    set(control, { ...green, parameterValues: { colour: "red" } }),
    'running-treatment: group "green" now receives other values (colour green → red): its results mix two treatments',
  ],
  [
    "a lower allocation",
    { allocation: 49.9 },
    "running-allocation: allocation 50 → 49.9: units that took part drop out",
  ],
  ["no allocation", { allocation: 0 }, "running-allocation: allocation 50 → 0: nobody takes part any more"],
  ["a higher allocation", { allocation: 100 }, ""],
  [
    "other metrics",
    {
      primaryMetrics: [{ ...orders, direction: "decrease" }, { name: "refunds" }],
      secondaryMetrics: [{ name: "a b" }],
    },
    'running-metrics: primary metrics visits → refunds, orders sum increase → sum decrease, secondary metrics "a b" added: metrics chosen after results can be seen make a chance finding more likely',
  ],
  [
    "another hypothesised value",
    { primaryMetrics: [{ name: "visits" }, { ...orders, hypothesizedValue: 2 }] },
    "running-hypothesis: hypothesised effect on orders 1 → 2: rewritten after results could be seen",
  ],
  [
    "metrics in another order, and an empty list",
    { primaryMetrics: [{ name: "visits" }, orders], secondaryMetrics: [] },
    "",
  ],
  [
    "a control group in place of another",
    { controlGroupID: "green" },
    "running-analysis: control group control → green: results are judged by other rules than at the start",
  ],
  [
    "a gate, and a filter",
    { targetingGateID: "beta", assignmentSourceFilters: [{ column: "app", condition: "in", values: ["web"] }] },
    "running-units: targeting gate none → beta, assignment filters none → app: the units counted are no longer those that the experiment began with",
  ],
  [
    "a horizon",
    { duration: 28 },
    "running-horizon: duration none → 28: the stopping rule changed after results could be seen",
  ],
  [
    "what is absent, null, false or empty",
    { secondaryIDType: null, turboMode: false, sequentialTesting: false, cureCovariates: [], stratifiedSampling: {} },
    "",
  ],
  [
    "back to set-up",
    { status: "setup" },
    "status-step: status active → setup: it has run and is set back, so what it measured may no longer count",
  ],
  [
    "a stop, with other values and a lower allocation",
    { status: "abandoned", allocation: 1, ...set(control, { ...green, parameterValues: {} }) },
    "",
  ],
  [
    "a stop with other groups and metrics",
    { status: "experiment_stopped", primaryMetrics: [orders], ...set(control) },
    'ended-metrics: primary metrics visits removed: changed after results could be seen\nended-groups: group "green" removed: changed after results could be seen',
  ],
  ["a decision for a group", { status: "decision_made", launchedGroupID: "green" }, ""],
  [
    "a decision for a group that gets other values",
    {
      status: "decision_made",
      launchedGroupID: "green",
      ...set(control, { ...green, parameterValues: { colour: "red" } }),
    },
    'launch-changed: launched group "green" now receives other values (colour green → red)',
  ],
  [
    "a decision for no group",
    { status: "decision_made" },
    "decision-without-launched-group: it is decided without a launched group: nothing says which group won, or that none did",
  ],
  [
    "a decision for what is no group",
    { status: "decision_made", launchedGroupID: "blue" },
    "decision-without-launched-group: it is decided for blue, which is the id of no group: nothing says which group won",
  ],
  [
    "a decision for what may be a group whose id the service gave",
    { status: "decision_made", launchedGroupID: "blue", groups: [...(running.groups as Value[]), { name: "Blue" }] },
    'ended-groups: group "Blue" added: changed after results could be seen',
  ],
  [
    "a decision for a group that is not known",
    { status: "decision_made", launchedGroupID: new Withheld("unknown") },
    "",
  ],
  [
    "a launched group",
    { launchedGroupID: "green" },
    "launch-changed: users get the launched group green while the experiment runs",
  ],
])("%s while an experiment runs: %#", (_, changes, expected) => {
  expect(textOf(running, { ...running, ...changes })).toBe(expected);
});

/** What tells two metrics of one name from each other. */
const twice = {
  primaryMetrics: [1, 2].map((effect) => ({ name: "orders", type: `${effect}`, hypothesizedValue: effect })),
};

test.each<[string, Values, Values, string]>([
  ["raised fourfold", { allocation: 5 }, { allocation: 20 }, ""],
  ["raised more", { allocation: 1 }, { allocation: 20 }, "ramp: allocation 1 → 20: 20 times as many users, at once"],
  ["raised from nothing", { allocation: 0 }, { allocation: 1 }, "ramp: allocation 0 → 1: from nobody, at once"],
  [
    "sequential, with another horizon",
    { sequentialTesting: true, duration: 14 },
    { sequentialTesting: true, duration: 28 },
    "",
  ],
  [
    "no longer sequential, with another horizon",
    { sequentialTesting: true, duration: 14 },
    { sequentialTesting: false, duration: 28 },
    "running-analysis: sequential testing on → off: results are judged by other rules than at the start\nrunning-horizon: duration 14 → 28: the stopping rule changed after results could be seen",
  ],
  [
    "a control group that nobody had named",
    { controlGroupID: undefined },
    { controlGroupID: "control" },
    "running-analysis: control group named: control: results may have been judged against another group until now",
  ],
  [
    "a setting that left the code, while another changes",
    { targetingGateID: "beta", idType: "userID" },
    { targetingGateID: undefined, idType: "stableID" },
    "running-units: id type userID → stableID: the units counted are no longer those that the experiment began with; targeting gate (beta) is no longer sent: the service may keep or clear it",
  ],
  [
    "metrics that left the code",
    { secondaryMetrics: [{ name: "a" }], primaryMetricTags: ["core"] },
    {},
    "running-metrics: primary metric tags (core) and secondary metrics (a) are no longer sent: the service may keep or clear them, while the experiment runs",
  ],
  [
    "a metric whose long name differs at its end",
    { primaryMetrics: [{ name: `${"conversion_".repeat(4)}web` }] },
    { primaryMetrics: [{ name: `${"conversion_".repeat(4)}ios` }] },
    "running-metrics: primary metrics changed: metrics chosen after results can be seen make a chance finding more likely",
  ],
  [
    "one of two metrics of a name",
    {
      primaryMetrics: [
        { name: "orders", type: "count", hypothesizedValue: 1 },
        { name: "orders", type: "sum" },
      ],
    },
    { primaryMetrics: [{ name: "orders", type: "count", hypothesizedValue: 1 }] },
    "running-metrics: primary metrics orders count and sum → count: metrics chosen after results can be seen make a chance finding more likely",
  ],
  ["a description, beside two metrics of a name", { ...twice, description: "a" }, { ...twice, description: "b" }, ""],
  [
    "the end of a long value of a group, and the order of another",
    set({ ...control, parameterValues: { text: `${"a".repeat(50)}b`, list: [1, 2, 3, 4, 5] } }),
    set({ ...control, parameterValues: { text: `${"a".repeat(50)}c`, list: [1, 2, 3, 5, 4] } }),
    'running-treatment: group "control" now receives other values (text changed, list changed): its results mix two treatments',
  ],
  [
    "one of two groups of a name",
    set({ name: "a", size: 10 }, { name: "a", size: 50 }),
    set({ name: "a", size: 40 }, { name: "a", size: 50 }),
    `running-groups: group "a" resized 10 → 40: units change groups, so results from before and after cannot be compared`,
  ],
  [
    "a metric that the plan hides",
    { primaryMetrics: [orders] },
    { primaryMetrics: [{ name: new Withheld("unknown") }] },
    "",
  ],
  [
    "the order of filters and of apps",
    { assignmentSourceFilters: [{ column: "a", values: ["x", "y"] }, { column: "b" }], targetApps: "web" },
    { assignmentSourceFilters: [{ column: "b" }, { column: "a", values: ["y", "x"] }], targetApps: ["web"] },
    "",
  ],
])("a running experiment: %s", (_, before, after, expected) => {
  expect(textOf({ status: "active", ...before }, { status: "active", ...after })).toBe(expected);
});

test.each<[string, Values, Values, string]>([
  [
    "another group",
    { launchedGroupID: "green" },
    { launchedGroupID: "red" },
    "users get group red instead of group green",
  ],
  [
    "no group any more",
    { launchedGroupID: "green" },
    { launchedGroupID: null },
    "users no longer get the launched group green",
  ],
  ["a group at last", {}, { launchedGroupID: "green" }, "users get the launched group green"],
  [
    "a group that left the code",
    { launchedGroupID: "green" },
    {},
    "launched group green is no longer sent: the service may keep or clear it",
  ],
  [
    "other values",
    { launchedGroupID: "green", groups },
    { launchedGroupID: "green", ...set(control, { ...green, parameterValues: { colour: "red" } }) },
    'launched group "green" now receives other values (colour green → red)',
  ],
])("launched after the decision: %s", (_, before, after, text) => {
  const decided = { status: "decision_made" };
  expect(textOf({ ...decided, ...before }, { ...decided, ...after })).toBe(`launch-changed: ${text}`);
});

const ready = { ...running, primaryMetrics: [orders] };

test.each<[string, Values, string[]]>([
  ["all that it needs", {}, []],
  [
    "metrics by a tag, and what is hidden",
    { primaryMetrics: [], primaryMetricTags: ["core"], hypothesis: new Withheld("unknown") },
    [],
  ],
  ["sizes that are rounded, or not told", set({ size: 33.333333 }, { size: 66.666667 }), []],
  ["no groups", { groups: undefined }, ["it starts without two groups"]],
])("an experiment starts with %s", (_, changes, expected) => {
  const after = { ...ready, ...changes };
  for (const before of [{}, { ...after, status: "setup" }]) {
    expect(experimentRisks({ before, after }).map(({ text }) => text)).toEqual(expected);
  }
});

test.each([
  ["decision_made", "active", ["status-step"]],
  ["abandoned", "active", ["status-step"]],
  ["archived", "active", ["status-step"]],
  ["experiment_stopped", "active", ["status-step"]],
  ["assignment_stopped", "active", ["status-step"]],
  ["setup", "active", []],
  ["setup", "abandoned", []],
  ["archived", "setup", []],
  ["setup", "decision_made", ["status-step"]],
  ["active", "setup", ["status-step"]],
  ["active", "decision_made", []],
])("the step from %s to %s", (from, to, expected) => {
  const named = { ...ready, launchedGroupID: "green" };
  expect(namesOf({ ...named, status: from }, { ...named, status: to })).toEqual(expected);
});

test("an experiment that is created as decided lacks its launched group, too, and one that lacked it before is not told again", () => {
  const decided = { status: "decision_made" };

  expect(namesOf({}, decided)).toEqual(["decision-without-launched-group"]);
  expect(namesOf(decided, { ...decided, tags: [] })).toEqual([]);
});

const sensitive = (text: string) => new Withheld("sensitive", text);
const unknown = new Withheld("unknown");

test.each<[string, Values, Values, string | undefined]>([
  ["a sensitive allocation", { allocation: sensitive("1") }, { allocation: sensitive("2") }, "allocation"],
  ["one that stays", { allocation: sensitive("1") }, { allocation: sensitive("1") }, undefined],
  ["a status that may become another", {}, { status: unknown }, "status"],
  ["a size that is not known", {}, set(control, { ...green, size: unknown }), "groups"],
  [
    "a description that is not known",
    {},
    { description: unknown, ...set(control, { ...green, description: unknown }) },
    undefined,
  ],
  ["groups that are too long", {}, { groups: `sha256 ${"0".repeat(64)} of 40,000 characters` }, "groups"],
  ["what does not run", { status: "experiment_stopped" }, { status: "archived", allocation: unknown }, undefined],
  ["what starts for so many", { status: "setup" }, { allocation: unknown, hypothesis: unknown }, "allocation"],
])("%s is hidden: a risk of its own where the experiment may run", (_, former, present, field) => {
  const [before, after] = [
    { ...running, ...former },
    { ...running, ...present },
  ];
  const fields = differencesOf(before, after, Object.keys(fieldMeanings));
  const text = hiddenText({ before, after }, fields);
  expect(text).toEqual(field && expect.stringContaining(`the plan hides ${field} (`));
  expect(namesOf(before, after)).toEqual([]);
});

test.each<[string, Values, Values, string | undefined]>([
  ["metrics after the end", { status: "experiment_stopped" }, { primaryMetrics: unknown }, "primary metrics"],
  ["groups after the end", { status: "assignment_stopped" }, { groups: unknown }, "groups"],
  ["who is counted, after the end", { status: "experiment_stopped" }, { idType: unknown }, undefined],
  ["what nobody launched", { status: "experiment_stopped" }, { launchedGroupID: unknown }, undefined],
  ["what was launched", { status: "decision_made" }, { launchedGroupID: unknown }, "launched group ID"],
  ["metrics, once it is put away", { status: "archived" }, { primaryMetrics: unknown }, undefined],
  [
    "what users of a launched group receive",
    { status: "archived", launchedGroupID: "green" },
    set(control, { ...green, parameterValues: unknown }),
    "groups",
  ],
  [
    "what units received before the end",
    { status: "experiment_stopped" },
    set(control, { ...green, parameterValues: unknown }),
    undefined,
  ],
])("%s is hidden: a risk of its own where a change of it is one", (_, former, present, field) => {
  const [before, after] = [
    { ...running, ...former },
    { ...running, ...former, ...present },
  ];
  const text = hiddenText({ before, after }, differencesOf(before, after, Object.keys(fieldMeanings)));
  expect(text).toEqual(field && expect.stringContaining(`the plan hides ${field} (`));
});

test("an experiment that is created with hidden values is not ready to be judged, but for what its units receive", () => {
  const hidden = (after: Values) =>
    hiddenText({ before: {}, after }, differencesOf({}, after, Object.keys(fieldMeanings)));

  expect(hidden({ ...running, ...set({ ...control, parameterValues: unknown }) })).toBeUndefined();
  expect(hidden({ ...running, status: unknown, ...set({ ...control, size: unknown }) })).toContain("status and groups");
});

const mapping = { serviceUnitID: "userID", column: "u" };
const source = { name: "exposures", sql: "select 1", timestampColumn: "at", idTypeMapping: [mapping] };
const user = (fields: Values, references: string[] = [], service = "here"): RunningExperiment => ({
  name: "checkout",
  service,
  resource: resourceOf("experiment") as Resource,
  fields: { idType: "userID", ...fields },
  references: new Set(references),
});
const assigned = user({ assignmentSourceName: "exposures" });
const measured = user({ primaryMetrics: [{ name: "exposures" }] });

/** A source, by its kind, and the experiments that run. */
type Used = readonly [kind: string, ...users: RunningExperiment[]];

const assignment: Used = ["assignment_source", assigned];
const metric: Used = ["metric_source", measured];

function risksOfSource([kind, ...users]: Used, changes: Values, former: Values = {}): string[] {
  const before: Values = { ...source, ...former };
  const after: Values = { ...before, ...changes };
  const fields = differencesOf(before, after, Object.keys(after));
  const resource = resourceOf(kind) as Resource;
  const changed = { resource, service: "here", entity: "the_entity", before, after, fields };
  return sourceRisks(changed, users).map(({ name, text }) => `${name}: ${text}`);
}

const OTHER_SQL = { sql: "select 2" };
const NAMED = { groupNameColumn: "g" };

test.each<[string, Used, Values, string?, Values?]>([
  ["its SQL", assignment, OTHER_SQL, "SQL changed"],
  ["blanks and comments", assignment, { sql: "select  1 -- one\n/* it's all */" }],
  ["blanks in a text", metric, { sql: "select '1 '" }, "SQL changed", { sql: "select '1'" }],
  [
    "what may be a comment, or the rest of a text",
    metric,
    { sql: String.raw`select 'it\'s -- b'` },
    "SQL changed",
    { sql: String.raw`select 'it\'s -- a'` },
  ],
  [
    "the same between three quotes",
    metric,
    { sql: `select '''it's -- b'''` },
    "SQL changed",
    { sql: `select '''it's -- a'''` },
  ],
  ["a column", assignment, { timestampColumn: "when" }, "timestamp column at → when"],
  ["the order of its mapping", assignment, { idTypeMapping: [{ column: "s", serviceUnitID: "s" }, mapping] }],
  ["a mapping in use", assignment, { idTypeMapping: [{ ...mapping, column: "v" }] }, "id mapping userID u → v"],
  [
    "the end of a long column",
    assignment,
    { idTypeMapping: [{ ...mapping, column: `${"payload_".repeat(6)}2` }] },
    "id mapping userID changed",
    { idTypeMapping: [{ ...mapping, column: `${"payload_".repeat(6)}1` }] },
  ],
  ["a column that the plan hides", assignment, { idTypeMapping: [{ ...mapping, column: unknown }] }, "hidden-value"],
  ["a new name column", assignment, NAMED],
  ["another name column", assignment, { groupNameColumn: "h" }, "group name column g → h", NAMED],
  [
    "a column that left the code",
    assignment,
    { groupNameColumn: undefined },
    "group name column (g) is no longer sent: the service may keep or clear it, and ",
    NAMED,
  ],
  ["a description", assignment, { description: "new" }],
  ["its SQL, hidden", assignment, { sql: unknown }, "hidden-value: the plan hides sql ("],
  ["its SQL, for another", ["assignment_source", user({ assignmentSourceName: "other" })], OTHER_SQL],
  ["its SQL, elsewhere", ["assignment_source", { ...assigned, service: "there" }], OTHER_SQL],
  ["its SQL, referred to elsewhere", ["assignment_source", user({}, ["the_entity"], "there")], OTHER_SQL],
  ["its SQL, by a reference", ["metric_source", user({}, ["the_entity"])], OTHER_SQL, "SQL changed"],
  ["its SQL, by a metric", metric, OTHER_SQL, "SQL changed"],
  ["its day", metric, { timestampAsDay: true }, "timestamp as day off → on"],
  ["false for absent", metric, { timestampAsDay: false }],
  [
    "its query",
    ["ingestion_source", user({ primaryMetrics: [{ name: "revenue" }] })],
    { query: "select 2" },
    "query changed",
    { source_name: "revenue" },
  ],
  ["its switch", ["ingestion_source", measured], { enabled: false }, "enabled on → off", { source_name: "exposures" }],
])("a source in use that changes %s", (...[, used, changes, text, former]) => {
  const risks = risksOfSource(used, changes, former);
  expect(risks).toEqual(text === undefined ? [] : [expect.stringContaining(text)]);
});

test("a source in use names the experiments, some of many", () => {
  const users = Array.from({ length: 7 }, (_, index) => ({ ...assigned, name: `e${index}` }));

  expect(risksOfSource(["assignment_source", ...users], { sql: "" })).toEqual([
    "source-in-use: SQL changed: 7 experiments that run (e0, e1, e2, e3, e4 and 2 more) refer to this assignment source, and results from before and after rest on different data",
  ]);
});

describe("where the API does not forbid that several have one name", () => {
  const twice: Values = {
    ...running,
    groups: [
      { name: "A", size: 50, parameterValues: { colour: "red" } },
      { name: "A", size: 50, parameterValues: { colour: "blue" } },
    ],
    primaryMetrics: [
      { name: "orders", type: "sum", direction: "increase", hypothesizedValue: 1 },
      { name: "orders", type: "mean", direction: "increase", hypothesizedValue: 2 },
    ],
  };

  test("a change of any of them is a risk", () => {
    const [groupA, groupB] = twice.groups as [Values, Values];
    const [sum, mean] = twice.primaryMetrics as [Values, Values];
    expect(textOf(twice, { ...twice, groups: [{ ...groupA, size: 20 }, groupB] })).toBe(
      'running-groups: group "A" resized 50 → 20: units change groups, so results from before and after cannot be compared',
    );
    expect(textOf(twice, { ...twice, groups: [{ ...groupA, parameterValues: { colour: "green" } }, groupB] })).toBe(
      'running-treatment: group "A" now receives other values (colour red → green): its results mix two treatments',
    );
    expect(textOf(twice, { ...twice, groups: [groupA] })).toContain('group "A" (2) removed');
    expect(textOf(twice, { ...twice, primaryMetrics: [{ ...sum, direction: "decrease" }, mean] })).toContain(
      "running-metrics: primary metrics orders mean increase and sum increase → mean increase and sum decrease: ",
    );
    expect(textOf(twice, { ...twice, primaryMetrics: [{ ...sum, hypothesizedValue: 3 }, mean] })).toBe(
      "running-hypothesis: hypothesised effect on orders 1 → 3: rewritten after results could be seen",
    );
    for (const others of [[], [{ name: "visits" }]]) {
      const before = { ...twice, primaryMetrics: [...others, sum, mean] };
      expect(textOf(before, { ...before, primaryMetrics: [{ ...mean, hypothesizedValue: 3 }, sum, ...others] })).toBe(
        "running-hypothesis: hypothesised effect on orders 2 → 3: rewritten after results could be seen",
      );
    }
  });

  test("none is where nothing of them changes", () => {
    const [sum, mean] = twice.primaryMetrics as [Values, Values];
    expect(textOf(twice, { ...twice, description: "other", primaryMetrics: [mean, sum] })).toBe("");
  });
});

test("groups that gain ids while the experiment runs are not removed and added: their ids and other values are told", () => {
  const withoutID = (group: object) => ({ ...group, id: undefined });
  const before = { ...running, groups: [withoutID(control), withoutID(green)] };

  expect(textOf(before, { ...running, groups: [control, { ...green, parameterValues: { colour: "red" } }] })).toBe(
    [
      'running-groups: id of group "Control" none → control, id of group "Green" none → green: units change groups, so results from before and after cannot be compared',
      'running-treatment: group "Green" now receives other values (colour green → red): its results mix two treatments',
    ].join("\n"),
  );
});
