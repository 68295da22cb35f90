import { runningRisks } from "../../lib/review/risks/running";
import { type RunningExperiment, sourceRisks } from "../../lib/review/risks/source-in-use";
import { statusRisks } from "../../lib/review/risks/status";
import type { Value, Values } from "../../lib/review/value";
import { Withheld } from "../../lib/review/value";

const groups = [
  { id: "control", name: "Control", size: 50 },
  { id: "green", name: "Green", size: 50 },
];
const [control, green] = groups;
const running: Values = {
  status: "active",
  allocation: 50,
  groups,
  primaryMetrics: [{ name: "orders", type: "sum", direction: "increase", hypothesizedValue: 1 }, { name: "visits" }],
  targetingGateID: null,
};
const hidden = (why: "sensitive" | "unknown") => new Withheld(why, "x");

/** The names of the risks of a step of a running experiment. */
function namesOf(after: Values, before: Values = {}): string[] {
  const step = { before: { ...running, ...before }, after: { ...running, ...after } };
  return [...runningRisks(step), ...statusRisks(step)].map(({ name }) => name);
}

test.each<[string, Values, string[]]>([
  ["nothing", {}, []],
  ["a group more", { groups: [...groups, { id: "red", size: 0 }] }, ["running-groups"]],
  ["a group less", { groups: [control as Value] }, ["running-groups"]],
  ["a resized group", { groups: [control as Value, { ...green, size: 30 }] }, ["running-groups"]],
  ["a group without its size", { groups: [control as Value, { id: "green" }] }, ["running-groups"]],
  ["a group of another id", { groups: [control as Value, { ...green, id: "lime" }] }, ["running-groups"]],
  [
    "groups in another order, with other names and values",
    { groups: [{ ...green, name: "Lime", parameterValues: { a: 1 } }, control as Value] },
    [],
  ],
  ["groups that are not known", { groups: hidden("unknown") }, []],
  ["a size that is not known", { groups: [control as Value, { ...green, size: hidden("unknown") }] }, []],
  ["a lower allocation", { allocation: 49.9 }, ["running-allocation"]],
  ["a higher allocation", { allocation: 51 }, []],
  [
    "another direction",
    { primaryMetrics: [{ name: "orders", type: "sum", direction: "decrease" }, { name: "visits" }] },
    ["running-metrics"],
  ],
  ["a secondary metric", { secondaryMetrics: [{ name: "returns" }] }, ["running-metrics"]],
  ["a tag of primary metrics", { primaryMetricTags: ["core"] }, ["running-metrics"]],
  [
    "metrics in another order, with other hypothesised values",
    {
      primaryMetrics: [
        { name: "visits" },
        { name: "orders", type: "sum", direction: "increase", hypothesizedValue: 2 },
      ],
    },
    [],
  ],
  ["a metric for learning only", { otherMetrics: [{ name: "returns" }], description: "new", duration: 30 }, []],
  ["an empty list of metrics", { secondaryMetrics: [] }, []],
  ...[
    "idType",
    "secondaryIDType",
    "controlGroupID",
    "targetingGateID",
    "analyticsType",
    "sequentialTesting",
    "bonferroniCorrection",
    "bonferroniCorrectionPerMetric",
    "benjaminiHochbergPerVariant",
    "benjaminiHochbergPerMetric",
    "benjaminiPrimaryMetricsOnly",
    "defaultConfidenceInterval",
    "assignmentSourceName",
    "assignmentSourceExperimentName",
    "assignmentSourceFilters",
  ].map((field): [string, Values, string[]] => [`another ${field}`, { [field]: "other" }, ["running-units"]]),
  ["null for what was not there", { secondaryIDType: null }, []],
  ["a gate that is not known", { targetingGateID: hidden("unknown") }, []],
  ["a gate that is sensitive", { targetingGateID: hidden("sensitive") }, ["running-units"]],
  ["back to setup", { status: "setup" }, ["status-step"]],
  ["a stop, with smaller groups and allocation", { status: "experiment_stopped", allocation: 1, groups: [] }, []],
  ["a decision for a group", { status: "decision_made", launchedGroupID: "green" }, []],
  ["a decision for no group", { status: "decision_made" }, ["decision-without-launched-group"]],
  ["a decision for null", { status: "decision_made", launchedGroupID: null }, ["decision-without-launched-group"]],
  ["a decision for a group that is not known", { status: "decision_made", launchedGroupID: hidden("unknown") }, []],
])("%s while an experiment runs: %#", (_, after, expected) => {
  expect(namesOf(after)).toEqual(expected);
});

test.each([
  ["decision_made", "active", ["status-step"]],
  ["abandoned", "active", ["status-step"]],
  ["archived", "active", ["status-step"]],
  ["experiment_stopped", "active", []],
  ["setup", "active", []],
  ["setup", "abandoned", []],
  ["archived", "setup", []],
  ["setup", "decision_made", ["status-step"]],
])("the step from %s to %s", (from, to, expected) => {
  expect(namesOf({ status: to, launchedGroupID: "green", allocation: 1 }, { status: from })).toEqual(expected);
});

test("an experiment that is created as decided lacks its launched group, too, and one that lacked it before is not told again", () => {
  const decided = { status: "decision_made" };

  expect(statusRisks({ before: {}, after: decided })).toMatchObject([{ name: "decision-without-launched-group" }]);
  expect(statusRisks({ before: decided, after: { ...decided, tags: [] } })).toEqual([]);
});

test("a risk says what it is about", () => {
  const after = { ...running, groups: [{ ...control, size: 30 }, { id: "red" }] as Value[] };
  const [risk] = runningRisks({ before: running, after });

  expect(risk?.text).toBe(
    'group "green" removed, group "control" resized from 50 to 30, group "red" added while the experiment runs: units may move between groups, and results from before and after do not compare',
  );
});

test.each<[string, Values, Values, string]>([
  [
    "a statistical setting",
    { ...running, sequentialTesting: true },
    running,
    "sequentialTesting is no longer sent: the service may keep or clear it, while the experiment runs",
  ],
  [
    "metrics",
    { ...running, secondaryMetrics: [{ name: "returns" }] },
    { ...running, primaryMetrics: undefined },
    "primaryMetrics and secondaryMetrics are no longer sent: the service may keep or clear them, while the experiment runs",
  ],
  [
    "a setting, while another changes",
    { ...running, controlGroupID: "control", idType: "userID" },
    { ...running, idType: "stableID" },
    "idType changed while the experiment runs: who is counted, or how results are judged, is no longer what the experiment began with; " +
      "controlGroupID is no longer sent: the service may keep or clear it",
  ],
  [
    "the launched group of a decided experiment",
    { ...running, status: "decision_made", launchedGroupID: "green" },
    { ...running, status: "decision_made" },
    "launchedGroupID is no longer sent: the service may keep or clear it, and the status is decision_made",
  ],
])("a risk claims no change of a field that left the code: %s", (_, before, after, expected) => {
  const step = { before, after };
  expect([...runningRisks(step), ...statusRisks(step)].map(({ text }) => text)).toEqual([expected]);
});

const source = { name: "exposures", sql: "select 1", timestampColumn: "at", idTypeMapping: [{ column: "u" }] } as const;
const user = (fields: Values, references: string[] = []): RunningExperiment => ({
  name: "checkout",
  fields,
  references: new Set(references),
});
const assigned = user({ assignmentSourceName: "exposures" });

test.each<[string, string, Values, readonly RunningExperiment[], number]>([
  ["its sql", "assignment_source", { sql: "select 2" }, [assigned], 1],
  ["a column", "assignment_source", { timestampColumn: "when" }, [assigned], 1],
  ["the mapping", "assignment_source", { idTypeMapping: [] }, [assigned], 1],
  ["a description", "assignment_source", { description: "new" }, [assigned], 0],
  ["sql that is not known", "assignment_source", { sql: hidden("unknown") }, [assigned], 0],
  [
    "its sql, which nobody refers to",
    "assignment_source",
    { sql: "select 2" },
    [user({ assignmentSourceName: "other" })],
    0,
  ],
  ["its sql, which code refers to", "metric_source", { sql: "select 2" }, [user({}, ["the_entity"])], 1],
  [
    "its sql, which a metric is named by",
    "metric_source",
    { sql: "select 2" },
    [user({ primaryMetrics: [{ name: "exposures" }] })],
    1,
  ],
  [
    "its sql, with another metric",
    "metric_source",
    { sql: "select 2" },
    [user({ primaryMetrics: [{ name: "visits" }] })],
    0,
  ],
])("a source in use that changes %s: %#", (_, kind, after, users, count) => {
  const changed = { kind, name: "exposures", entity: "the_entity", before: source, after: { ...source, ...after } };

  expect(sourceRisks(changed, users)).toHaveLength(count);
});

test("a source in use claims no change of a column that left the code", () => {
  const changed = { kind: "assignment_source", name: "exposures", entity: "x", after: source };

  expect(sourceRisks({ ...changed, before: { ...source, groupNameColumn: "variant" } }, [assigned])).toMatchObject([
    {
      text: "groupNameColumn is no longer sent: the service may keep or clear it, and 1 active experiment (checkout) refers to this assignment source",
    },
  ]);
});

test("a source in use names the experiments, some of many", () => {
  const users = Array.from({ length: 7 }, (_, index) => ({ ...assigned, name: `e${index}` }));
  const changed = {
    kind: "assignment_source",
    name: "exposures",
    entity: "x",
    before: source,
    after: { ...source, sql: "" },
  };

  expect(sourceRisks(changed, users)[0]?.text).toBe(
    "sql of this assignment source changed, and 7 active experiments (e0, e1, e2, e3, e4 and 2 more) refer to it: results from before and after rest on other data",
  );
});
