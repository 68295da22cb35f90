import { readFileSync } from "node:fs";
import type { Kind } from "../../lib/api/kind";
import { kindOf, kinds } from "../../lib/api/kinds";
import { differencesOf } from "../../lib/plan/entity-fields";
import { entityOfResources } from "../../lib/plan/planned-entity";
import type { Request } from "../../lib/protocol/request-file";
import { riskText } from "../../lib/review/model";
import { risksOfFindings } from "../../lib/review/risks/edits";
import { experimentFindings } from "../../lib/review/risks/experiment-risks";
import { fieldMeanings } from "../../lib/review/risks/field-meanings";
import { hiddenRisk } from "../../lib/review/risks/hidden";
import { riskWords } from "../../lib/review/risks/risk-words";
import { type RunningExperiment, sourceFindings } from "../../lib/review/risks/source-in-use";
import { type Fields, Opaque, type Value } from "../../lib/value/value";

const control = { id: "control", name: "Control", size: 50, parameterValues: { colour: "blue" } };
const green = { id: "green", name: "Green", size: 50, parameterValues: { colour: "green" } };
const groups = [control, green];
const orders = { name: "orders", type: "sum", direction: "increase", hypothesizedValue: 1 };
const running: Fields = {
  status: "active",
  allocation: 50,
  groups,
  controlGroupID: "control",
  hypothesis: "Green sells more.",
  primaryMetrics: [orders, { name: "visits" }],
  targetingGateID: null,
};

function risksOf(before: Fields | undefined, after: Fields) {
  return risksOfFindings(experimentFindings({ before, after }));
}

function namesOf(before: Fields | undefined, after: Fields): string[] {
  return risksOf(before, after).map(({ name }) => name);
}

/** A risk by its name, and the facts that its text holds. */
type Told = readonly [name: string, ...facts: string[]];

function expectRisks(before: Fields | undefined, after: Fields, told: readonly Told[]): void {
  const risks = risksOf(before, after);
  expect(risks.map(({ name }) => name)).toEqual(told.map(([name]) => name));
  told.forEach(([, ...facts], index) => {
    for (const fact of facts) expect(riskText(risks[index] ?? { what: "", why: "" })).toContain(fact);
  });
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

const set = (...of: (typeof control | typeof green | Fields)[]) => ({ groups: of as Value });

test.each<[string, Fields, ...Told[]]>([
  [
    "groups added, removed and resized",
    set({ ...control, size: 30 }, { id: "red" }),
    ["running-groups", '"control" resized 50 → 30', '"green" removed', '"red" added'],
  ],
  [
    "a group switched off, with another foreign id",
    set(control, { ...green, disabled: true, foreignGroupID: "x" }),
    ["running-groups", '"green" switched off', "none → x"],
  ],
  [
    "a group that loses its id",
    set(control, { name: "Green", size: 40, parameterValues: { colour: "green" } }),
    ["running-groups", '"Green" green → none', '"Green" resized 50 → 40'],
  ],
  ["groups in another order, with other names", set({ ...green, name: "Lime", disabled: false }, control)],
  [
    "other values of a group, and none of another",
    set({ ...control, parameterValues: undefined }, { ...green, parameterValues: { colour: "red" } }),
    ["running-treatment", '"green"', "colour green → red", '"control"', "blue → none", "their results"],
  ],
  ["a lower allocation", { allocation: 49.9 }, ["running-allocation", "50 → 49.9"]],
  ["no allocation", { allocation: 0 }, ["running-allocation", "50 → 0", "nobody takes part any more"]],
  ["filters", { assignmentSourceFilters: [{ column: "app" }, { in: "x".repeat(50) }] }, ["running-units", "app", "x…"]],
  [
    "other metrics",
    {
      primaryMetrics: [{ ...orders, direction: "decrease" }, { name: "refunds" }],
      secondaryMetrics: [{ name: "a b" }],
    },
    ["running-metrics", "visits → refunds", "orders sum increase → sum decrease", '"a b" added'],
  ],
  [
    "what is absent, null, false or empty",
    { secondaryIDType: null, turboMode: false, sequentialTesting: false, cureCovariates: [], stratifiedSampling: {} },
  ],
  ["back to set-up", { status: "setup" }, ["status-step", "active → setup"]],
  [
    "a stop with other groups and metrics",
    { status: "experiment_stopped", primaryMetrics: [orders], ...set(control) },
    ["ended-metrics", "visits removed"],
    ["ended-groups", '"green" removed'],
  ],
  ["a decision for a group", { status: "decision_made", launchedGroupID: "green" }],
  [
    "a decision for a group that gets other values",
    {
      status: "decision_made",
      launchedGroupID: "green",
      ...set(control, { ...green, parameterValues: { colour: "red" } }),
    },
    ["launch-changed", '"green"', "colour green → red"],
  ],
  ["a decision for no group", { status: "decision_made" }, ["decision-without-launched-group"]],
  [
    "a decision for what is no group",
    { status: "decision_made", launchedGroupID: "blue" },
    ["decision-without-launched-group", "blue"],
  ],
  [
    "a decision for what may be a group whose id the service gave",
    { status: "decision_made", launchedGroupID: "blue", groups: [...groups, { name: "Blue" }] },
    ["ended-groups", '"Blue" added'],
  ],
  ["a decision for a group that is not known", { status: "decision_made", launchedGroupID: Opaque.unknown() }],
])("%s while an experiment runs", (_, changes, ...told) => {
  expectRisks(running, { ...running, ...changes }, told);
});

const measuring = (...primaryMetrics: Fields[]) => ({ primaryMetrics });
const [sum, mean] = [
  { name: "orders", type: "sum", direction: "increase", hypothesizedValue: 1 },
  { name: "orders", type: "mean", direction: "increase", hypothesizedValue: 2 },
] as const;

test.each<[string, Fields, Fields, ...Told[]]>([
  [
    "ids of groups that had none",
    {
      groups: [
        { name: "A", size: 50 },
        { name: "B", size: 50, id: "" },
      ],
    },
    {
      groups: [
        { name: "A", size: 50, id: "a" },
        { name: "B", size: 50, id: "b" },
      ],
    },
    ["running-groups", 'id of group "A" none → a', "right only if these are the service's own ids"],
  ],
  [
    "such ids, and another size",
    { groups: [{ name: "A", size: 50 }] },
    { groups: [{ name: "A", size: 100, id: "a" }] },
    ["running-groups", "resized 50 → 100", "users change groups"],
  ],
  [
    "groups without names that change places",
    set({ size: 30 }, { size: 70 }),
    set({ size: 70 }, { size: 30 }),
    ["running-groups", "group 1 resized 30 → 70", "group 2 resized 70 → 30"],
  ],
  ["raised fourfold", { allocation: 5 }, { allocation: 20 }],
  ["raised more", { allocation: 1 }, { allocation: 20 }, ["ramp", "1 → 20", "20 times"]],
  ["raised from nothing", { allocation: 0 }, { allocation: 1 }, ["ramp", "0 → 1: from nobody, at once"]],
  [
    "sequential, with another horizon",
    { sequentialTesting: true, duration: 14 },
    { sequentialTesting: true, duration: 28 },
  ],
  [
    "no longer sequential, with another horizon",
    { sequentialTesting: true, duration: 14 },
    { sequentialTesting: false, duration: 28 },
    ["running-analysis", "on → off"],
    ["running-horizon", "14 → 28"],
  ],
  [
    "another gate",
    { targetingGateID: "beta" },
    { targetingGateID: "staff" },
    ["running-units", "targeting gate beta → staff"],
  ],
  [
    "other values of a filter of one column",
    { assignmentSourceFilters: [{ column: "app", condition: "in", values: ["a"] }] },
    { assignmentSourceFilters: [{ column: "app", condition: "in", values: ["a", "b"] }] },
    ["running-units", "values a → ", "values a, b"],
  ],
  ["no gate any more", { targetingGateID: "beta" }, { targetingGateID: null }, ["running-units", "gate beta → none"]],
  [
    "a long text with a difference behind what is shown of it",
    { hypothesis: `${"Green sells more. ".repeat(9)}In May.` },
    { hypothesis: `${"Green sells more. ".repeat(9)}In June.` },
    ["running-hypothesis", '"…ls more. In May."', 'more. In June."'],
  ],
  [
    "a control group that nobody had named",
    {},
    { controlGroupID: "control" },
    ["running-analysis", "named: control", "against another group"],
  ],
  [
    "a setting that left the code, while another changes",
    { targetingGateID: "beta", idType: "userID" },
    { idType: "stableID" },
    ["running-units", "userID → stableID", "(beta) is no longer sent"],
  ],
  [
    "metrics that left the code",
    { secondaryMetrics: [{ name: "a" }], primaryMetricTags: ["core"] },
    {},
    ["running-metrics", "(core) and", "(a) are no longer sent"],
  ],
  [
    "tags alone that left the code",
    { primaryMetricTags: ["core"] },
    {},
    ["running-metrics", "(core) are no longer sent", "clear them"],
  ],
  // the API does not forbid that several have one name
  [
    "true that becomes its text, and true that goes",
    set({ id: "a", parameterValues: { x: true, y: true } }),
    set({ id: "a", parameterValues: { x: "true" } }),
    ["running-treatment", 'x on → "true"', "y on → none"],
  ],
  [
    "a look-alike letter in a word",
    { targetingGateID: "beta" },
    { targetingGateID: "b\u0435ta" },
    ["running-units", '"beta" → "b\\u0435ta"'],
  ],
  [
    "a look-alike letter",
    { hypothesis: "Green sells more." },
    { hypothesis: "Gr\u0435en sells more." },
    ["running-hypothesis", '"Green sells more." → "Gr\\u0435en sells more."'],
  ],
  [
    "the size of one of two groups of a name",
    set({ name: "a", size: 10 }, { name: "a", size: 50 }),
    set({ name: "a", size: 40 }, { name: "a", size: 50 }),
    ["running-groups", '"a" resized 10 → 40'],
  ],
  [
    "one of two groups of a name less",
    set({ name: "a" }, { name: "a" }),
    set({ name: "a" }),
    ["running-groups", '"a" removed'],
  ],
  [
    "one of two metrics of a name",
    measuring(sum, mean),
    measuring(sum),
    ["running-metrics", "orders (mean increase) removed"],
  ],
  [
    "one of two metrics of a name, without a direction",
    measuring({ name: "orders" }, sum),
    measuring(sum),
    ["running-metrics", "orders (no direction) removed"],
  ],
  [
    "first values of a launched group, and of another",
    { launchedGroupID: "a", ...set({ id: "a" }, { id: "b" }) },
    { launchedGroupID: "a", ...set({ id: "a", parameterValues: { x: 1 } }, { id: "b", parameterValues: { x: 2 } }) },
    ["running-treatment", '"b"', "none → 2", "its results"],
    ["launch-changed", 'launched group "a"', "none → 1"],
  ],
  [
    "the hypothesised value of one of two metrics of a name, and the order of all",
    measuring({ name: "visits" }, sum, mean),
    measuring({ ...mean, hypothesizedValue: 3 }, sum, { name: "visits" }),
    ["running-hypothesis", "orders 2 → 3"],
  ],
])("a running experiment: %s", (_, before, after, ...told) => {
  expectRisks({ status: "active", ...before }, { status: "active", ...after }, told);
});

test.each<[string, Fields, Fields, ...string[]]>([
  ["another group", { launchedGroupID: "green" }, { launchedGroupID: "red" }, "group red", "group green"],
  ["no group any more", { launchedGroupID: "green" }, { launchedGroupID: null }, "group green"],
  ["a group that left the code", { launchedGroupID: "green" }, {}, "group green is no longer sent"],
])("launched after the decision: %s", (_, before, after, ...facts) => {
  const decided = { status: "decision_made" };
  expectRisks({ ...decided, ...before }, { ...decided, ...after }, [["launch-changed", ...facts]]);
});

const ready = { ...running, primaryMetrics: [orders] };

test.each<[string, Fields, ...Told[]]>([
  ["all that it needs", {}],
  ["sizes that are rounded, or not told", set({ size: 33.333333 }, { size: 66.666667 })],
  ["no groups", { groups: undefined }, ["start-incomplete", "without two groups"]],
])("an experiment starts with %s", (_, changes, ...told) => {
  const after = { ...ready, ...changes };
  for (const before of [undefined, { ...after, status: "setup" }]) expectRisks(before, after, told);
});

test.each([
  ["decision_made", "active", ["status-step"]],
  ["abandoned", "active", ["status-step"]],
  ["archived", "active", ["status-step"]],
  ["experiment_stopped", "active", ["status-step"]],
  ["assignment_stopped", "active", ["status-step"]],
  ["setup", "active", []],
  ["setup", "decision_made", ["status-step"]],
  ["active", "setup", ["status-step"]],
  ["active", "decision_made", []],
])("the step from %s to %s", (from, to, expected) => {
  const named = { ...ready, launchedGroupID: "green" };
  expect(namesOf({ ...named, status: from }, { ...named, status: to })).toEqual(expected);
});

const sensitive = (text: string) => Opaque.hidden(text);
const unknown = Opaque.unknown();
const stopped = { status: "experiment_stopped" };
const otherGreen = { ...green, parameterValues: { colour: "lime" } };
const otherValues = set(control, otherGreen);
const unknownValues = set(control, { ...green, parameterValues: unknown });

test.each<[string, Fields, Fields, string?]>([
  ["a sensitive allocation", { allocation: sensitive("1") }, { allocation: sensitive("2") }, "allocation"],
  ["one that stays", { allocation: sensitive("1") }, { allocation: sensitive("1") }],
  ["a status that may become another", {}, { status: unknown }, "status"],
  ["a size that is not known", {}, set(control, { ...green, size: unknown }), "groups"],
  ["an id of a group", {}, set({ ...control, id: unknown }, green), "groups"],
  ["a description", {}, { description: unknown, ...set(control, { ...green, description: unknown }) }],
  ["groups that are too long", {}, { groups: Opaque.digest("sha256 … of 40,000 characters") }, "groups"],
  ["what does not run", stopped, { status: "archived", allocation: unknown }],
  [
    "what starts for so many",
    { status: "setup" },
    { status: "active", allocation: unknown, hypothesis: unknown },
    "allocation",
  ],
  ["groups after the end", { status: "assignment_stopped" }, { groups: unknown }, "groups"],
  ["who is counted, after the end", stopped, { idType: unknown }],
  ["what nobody launched", stopped, { launchedGroupID: unknown }],
  ["what was launched", { status: "decision_made" }, { launchedGroupID: unknown }, "launched group ID"],
  ["metrics, once it is archived", { status: "archived" }, { primaryMetrics: unknown }],
  ["what users of a launched group receive", { status: "archived", launchedGroupID: "green" }, unknownValues, "groups"],
  ["what units received before the end", stopped, unknownValues],
  [
    "which group was launched, whose values change",
    { status: "decision_made", launchedGroupID: sensitive("green") },
    otherValues,
    "launched group ID",
  ],
  [
    "the id of a launched group, whose values change",
    { status: "decision_made", launchedGroupID: "green", ...set(control, { ...green, id: sensitive("green") }) },
    set(control, { ...otherGreen, id: sensitive("green") }),
    "groups",
  ],
  ["a status that stays, and no risk depends on what changes", { status: sensitive("active") }, { description: "b" }],
])("%s is hidden: a risk of its own where a change of it is one", (_, former, present, ...[field]) => {
  const before = { ...running, ...former };
  const after = { ...before, ...present };
  const text = hiddenRisk({ before, after }, differencesOf(before, after, Object.keys(fieldMeanings)))?.what;
  expect(text).toEqual(field && expect.stringContaining(`the plan hides ${field} (`));
  expect(namesOf(before, after)).toEqual([]);
});

test.each(rows.flatMap(({ fields, values, active }) => (active === undefined ? [] : [[fields, values] as const])))(
  "a change of %s, while a plan hides the status: that the status is hidden is a risk",
  (fields, [one, other]) => {
    for (const [last, next] of [
      [sensitive("active"), sensitive("active")],
      ["active", sensitive("active")],
    ] as const) {
      for (const field of fields.split(" ")) {
        const before = { status: last, [field]: one };
        const after = { status: next, [field]: one === other ? false : other };
        expect(hiddenRisk({ before, after }, differencesOf(before, after, [field]))?.what).toContain("hides status");
      }
    }
  },
);

/** Fields with something in all that risks depend on, and in all that they do not. */
const everything: Fields = {
  ...Object.fromEntries(Object.keys(fieldMeanings).map((field) => [field, "a"])),
  ...running,
  launchedGroupID: "green",
};

test.each([
  ["active", "active"],
  ["setup", "active"],
  ["active", "decision_made"],
  ["experiment_stopped", "experiment_stopped"],
  ["decision_made", "archived"],
])("of what a plan hides, no judge says that it changes, from %s to %s", (from, to) => {
  const before: Fields = { ...everything, status: from };
  const after: Fields = { ...everything, status: to };
  const expected = namesOf(before, after);
  const parts = ["id", "size", "disabled", "foreignGroupID", "parameterValues"];
  const hidden: Fields[] = [unknown, sensitive("b")].flatMap((value) => [
    ...Object.keys(fieldMeanings).flatMap((field) => (field === "status" ? [] : [{ [field]: value }])),
    ...parts.map((part) => set(control, { ...green, [part]: value })),
  ]);
  for (const fields of [...hidden, set(control, { ...green, parameterValues: { colour: unknown } })]) {
    expect([fields, namesOf(before, { ...after, ...fields })]).toEqual([fields, expected]);
    expect([fields, namesOf({ ...before, ...fields }, after)]).toEqual([fields, expected]);
  }
});

test("an experiment that is created with hidden values is not ready to be judged, but for what its units receive", () => {
  const hidden = (after: Fields) =>
    hiddenRisk({ before: undefined, after }, differencesOf({}, after, Object.keys(fieldMeanings)))?.what;

  expect(hidden({ ...running, ...set({ ...control, parameterValues: unknown }) })).toBeUndefined();
  expect(hidden({ ...running, status: unknown, ...set({ ...control, size: unknown }) })).toContain("groups and status");
});

const mapping = { serviceUnitID: "userID", column: "u" };
const source = { name: "exposures", sql: "select 1", timestampColumn: "at", idTypeMapping: [mapping] };
const entityAt = (apiKeyVariable: string, kindName: string, name: string) => {
  const request = { service: { apiKeyVariable }, fields: {}, identity: [], steps: [] } as object as Request;
  return entityOfResources({ name, type: "terraform_data", kind: kindOf(kindName) as Kind, isDryRun: false, request });
};
const user = (fields: Fields, references: string[] = [], service = "HERE"): RunningExperiment => ({
  name: "checkout",
  entity: entityAt(service, "experiment", "checkout"),
  fields: { idType: "userID", ...fields },
  references: new Set(references),
});
const assigned = user({ assignmentSourceName: "exposures" });
const measured = user({ primaryMetrics: [{ name: "exposures" }] });

/** A source, by its kind, and the experiments that run. */
type Used = readonly [kind: string, ...users: RunningExperiment[]];

const assignment: Used = ["assignment_source", assigned];
const metric: Used = ["metric_source", measured];

function risksOfSource([kind, ...users]: Used, changes: Fields, former: Fields = {}): string[] {
  const before: Fields = { ...source, ...former };
  const after: Fields = { ...before, ...changes };
  const fields = differencesOf(before, after, Object.keys(after));
  const findings = sourceFindings({ entity: entityAt("HERE", kind, "the_entity"), fields }, { before, after }, users);
  return risksOfFindings(findings).map((risk) => `${risk.name}: ${riskText(risk)}`);
}

const HARMLESS =
  "name description tags isVerified isReadOnly owner team teamID dryRun scheduledReloadHour dataset type source_name use_delta_sharing";

test.each(kinds.filter(({ role }) => role === "source"))(
  "of what a plan hides of a $name in use, no judge says that it changes, and a risk names the field",
  ({ name, fields }) => {
    for (const field of Object.keys(fields.shape)) {
      for (const [last, next] of [
        ["a", unknown],
        ["a", sensitive("b")],
        [sensitive("a"), "b"],
        [undefined, unknown],
      ]) {
        const found = risksOfSource([name, user({}, ["the_entity"])], { [field]: next }, { [field]: last });
        const expected = HARMLESS.split(" ").includes(field)
          ? []
          : [expect.stringMatching(/^hidden-value: the plan hides/)];
        expect([field, found]).toEqual([field, expected]);
      }
    }
  },
);

const OTHER_SQL = { sql: "select 2" };
const NAMED = { groupNameColumn: "g" };

test.each<[string, Used, Fields, string?, Fields?]>([
  ["its SQL, for several", [...assignment, { ...assigned, name: "b" }], OTHER_SQL, "; checkout and b run on it: "],
  ["blanks and comments", assignment, { sql: "select  1 -- one\n/* it's all */" }],
  ["blanks in a text", assignment, { sql: "select '1 '" }, "SQL changed", { sql: "select '1'" }],
  ["what may be a comment", assignment, { sql: String.raw`'it\'s -- b'` }, "SQL ", { sql: String.raw`'it\'s -- a'` }],
  ["what stands between three quotes", assignment, { sql: "'''-- b'''" }, "SQL changed", { sql: "'''-- a'''" }],
  ["a column", assignment, { timestampColumn: "when" }, "timestamp column at → when"],
  ["the order of its mapping", assignment, { idTypeMapping: [{ column: "s", serviceUnitID: "s" }, mapping] }],
  ["a mapping in use", assignment, { idTypeMapping: [{ ...mapping, column: "v" }] }, "id mapping userID u → v"],
  ["a column that the plan hides", assignment, { idTypeMapping: [{ ...mapping, column: unknown }] }, "hidden-value"],
  ["a new name column", assignment, NAMED],
  ["a column that left the code", assignment, { groupNameColumn: undefined }, "(g) is no longer sent", NAMED],
  ["a description", assignment, { description: "new" }],
  ["its SQL, hidden", assignment, { sql: unknown }, "hidden-value: the plan hides SQL ("],
  ["its SQL, for another", ["assignment_source", user({ assignmentSourceName: "other" })], OTHER_SQL],
  ["its SQL, elsewhere", ["assignment_source", user({ assignmentSourceName: "exposures" }, [], "THERE")], OTHER_SQL],
  ["its SQL, referred to elsewhere", ["assignment_source", user({}, ["the_entity"], "THERE")], OTHER_SQL],
  ["its SQL, by a reference", ["metric_source", user({}, ["the_entity"])], OTHER_SQL, "SQL changed"],
  ["its SQL, by a metric", metric, OTHER_SQL, "SQL changed"],
  ["false for absent", metric, { timestampAsDay: false }],
  ["its query", ["ingestion_source", measured], { query: "select 2" }, "query changed", { source_name: "exposures" }],
  [
    "its switch",
    ["ingestion_source", measured],
    { enabled: false },
    '"enabled" on → off',
    { source_name: "exposures" },
  ],
])("a source in use that changes %s", (...[, used, changes, text, former]) => {
  const risks = risksOfSource(used, changes, former);
  expect(risks).toEqual(text === undefined ? [] : [expect.stringContaining(text)]);
});

test("the page of risks says of each what to do instead, as a review does", () => {
  const page = readFileSync("docs/risks.md", "utf8");
  const said = [...page.matchAll(/^### (\S+)\n(?:(?!###).*\n)*?- \*\*Instead\*\*: (.*)\.$/gm)];
  const plain = (text = "") => text.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1").replaceAll("`", "");
  const expected = Object.entries(riskWords).map(([name, { instead }]) => [name, instead]);
  expect(Object.fromEntries(said.map(([, name, instead]) => [name, plain(instead)]))).toEqual(
    Object.fromEntries(expected),
  );
});
