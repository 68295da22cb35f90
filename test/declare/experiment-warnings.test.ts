import { TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, type ExperimentProps, fromEnvironment } from "../../lib";
import type { WarningName } from "../../lib/declare/warnings";
import { experiment } from "../terraform/entities";
import { emptyStack, warningsOf } from "../terraform/synth";

const warnings = (props: Partial<ExperimentProps>) =>
  warningsOf(new Experiment(emptyStack(), "button", { ...experiment, ...props }));
const group = (id: string, size: number) => ({ id, name: id.toUpperCase(), size });
const halves = [group("a", 50), group("b", 50)];

/** All that a start needs. */
const started = {
  status: "active",
  groups: halves,
  controlGroupID: "a",
  primaryMetricTags: ["checkout"],
} satisfies Partial<ExperimentProps>;

const size = (...sizes: number[]) => ({ groups: sizes.map((each, index) => group("ab"[index] ?? "", each)) });
const twins = (same: object) => ({ groups: [group("a", 50), { ...group("b", 50), ...same }] });
const inWarehouses = { turboMode: true, scheduledReloadHour: 3, allocationDuration: 7, analysisEndTime: "1764547200" };

test.each<[WarningName, fields: string, facts: string[], Partial<ExperimentProps>]>([
  ["group-sizes", "groups", ["99.5", "100"], size(50, 49.5)],
  ["group-sizes", "groups", ["180"], { groups: [group("a", 90), group("b", 90), { id: "c" }] }],
  ["group-sizes", "groups[0].size", ["101"], { groups: [group("a", 101), { id: "b" }] }],
  ["group-sizes", "groups[0].size", ["-1"], { groups: [group("a", -1), { id: "b" }] }],
  [
    "start-incomplete",
    "status",
    ["primary metric", "control group", "hypothesis", "two groups", "allocation above 0"],
    { status: "active", hypothesis: "", groups: [group("a", 100)], allocation: 0 },
  ],
  ["start-incomplete", "status", ["a size of each group"], { ...started, groups: [group("a", 50), { id: "b" }] }],
  ["start-incomplete", "status", ["users in the control group"], { ...started, ...size(0, 100) }],
  ["start-incomplete", "status", ["a treatment with users"], { ...started, ...twins({ disabled: true }) }],
  [
    "start-incomplete",
    "status",
    ["a control group or two groups with users"],
    { ...started, ...size(0, 100), controlGroupID: undefined },
  ],
  ["start-incomplete", "status", ["hypothesis"], { ...started, hypothesis: "" }],
  ["start-incomplete", "status", ["hypothesis"], { ...started, hypothesis: " \n" }],
  ["start-incomplete", "status", ["a primary metric"], { ...started, primaryMetrics: [{}], primaryMetricTags: [" "] }],
  ["group-ids", "groups", ['"a"'], twins({ id: "a" })],
  ["group-names", "groups", ['"A"'], twins({ name: "A" })],
  ["control-group", "controlGroupID", ['"c"', '"a", "b"'], { groups: halves, controlGroupID: "c" }],
  ["control-group", "controlGroupID", ['"a"', "no ids"], { groups: [{ size: 50 }, { size: 50 }], controlGroupID: "a" }],
  ["launched-group", "launchedGroupID", ['group "A", whose id is "a"?'], { groups: halves, launchedGroupID: "A" }],
  ["launched-group", "launchedGroupID", ['"a", "b"'], { groups: halves, launchedGroupID: "test" }],
  ["launched-group", "launchedGroupID", ['"Tset"', "no ids"], { groups: [{ size: 50 }, {}], launchedGroupID: "Tset" }],
  [
    "launched-group",
    "launchedGroupID",
    ['whose id is "a"?'],
    { groups: [group("a", 50), { id: "test" }, {}], launchedGroupID: "A" },
  ],
  ["decision-without-launched-group", "launchedGroupID", [], { status: "decision_made", launchedGroupID: "" }],
  ["decision-without-launched-group", "launchedGroupID", ["decision_made"], { status: "decision_made" }],
  [
    "groups-without-ids",
    "groups",
    ["not documented"],
    { ...started, groups: [{ size: 50 }, { size: 50 }], controlGroupID: undefined, acknowledge: ["start-incomplete"] },
  ],
  ["groups-without-ids", "groups", ["[1]"], { ...started, groups: [group("a", 50), { size: 50 }] }],
  [
    "groups-without-ids",
    "groups",
    [],
    { groups: [group("a", 50), { size: 50 }], launchedGroupID: "a", status: "archived" },
  ],
  [
    "one-level-up",
    "groups[0].parameterValues.size",
    [],
    { groups: [{ id: "a", parameterValues: { size: 50 } }, group("b", 50)] },
  ],
  [
    "one-level-up",
    "groups[0].parameterValues.highlighted",
    [],
    {
      groups: [
        { ...group("a", 50), parameterValues: { highlighted: true } },
        { ...group("b", 50), parameterValues: {} },
      ],
    },
  ],
  [
    "one-level-up",
    "groups[1].parameterValues.disabled",
    [],
    {
      groups: [
        { ...group("a", 50), parameterValues: { v: 1 } },
        { ...group("b", 50), parameterValues: { v: 2, disabled: true } },
      ],
    },
  ],
  ["nothing-in-words", "targetingGateID", ['"None"', "null"], { targetingGateID: "None" }],
  ["nothing-in-words", "launchedGroupID", ['"nil"', "null"], { groups: halves, launchedGroupID: "nil" }],
  ["nothing-in-words", "primaryMetrics[0].name", ['"n/a"'], { primaryMetrics: [{ name: "n/a" }] }],
  ["nothing-in-words", "cureCovariates[0].name", ['"null"'], { cureCovariates: [{ name: "null" }] }],
  ["nothing-in-words", "tags[1]", ['"none"'], { tags: ["core", "none"] }],
  ["nothing-in-words", "groups[0].foreignGroupID", ['"N/A"'], { groups: [{ id: "a", foreignGroupID: "N/A" }] }],
  ["nothing-in-words", "team", ['"undefined"'], { team: "undefined" }],
  ["times", "analysisEndTime", ["several times"], { analysisEndTime: "12/01/2026", assignmentSourceName: "x" }],
  ["times", "analysisEndTime", ["no day"], { analysisEndTime: "2026-11-31T00:00:00Z", assignmentSourceName: "x" }],
  ["times", "analysisEndTime", ["no zone"], { analysisEndTime: "2026-12-01T00:00:00", assignmentSourceName: "x" }],
  [
    "times",
    "externalEvents[1].timestamp",
    ["milliseconds"],
    { externalEvents: [{ timestamp: 1764547200 }, { timestamp: 1764547200000 }] },
  ],
  [
    "warehouse-only",
    "scheduledReloadHour",
    [],
    { scheduledReloadHour: 0, isAnalysisOnly: false, assignmentSourceName: "" },
  ],
  ["reload-days", "scheduledReloadDays", ["[1, 2, 1]"], { scheduledReloadDays: [1, 2, 1], assignmentSourceName: "x" }],
  ["warehouse-only", "turboMode", [], { turboMode: true }],
  ["warehouse-only", "allocationDuration, scheduledReloadHour, turboMode, analysisEndTime", [], inWarehouses],
  ["enterprise-only", "team, teamID", [], { team: "growth", teamID: "7" }],
  ["derived-id", "id", ['id: "Checkout_button"'], { id: undefined }],
  ["create-only", "hypothesis, status", ["missing"], { status: undefined, hypothesis: undefined }],
])("an experiment warns of %s, unless it is acknowledged, and names %s, %j", (name, fields, facts, props) => {
  const [warning = "", ...more] = warnings(props);
  expect(more).toEqual([]);
  expect(warning.split(": ")[0]).toBe(fields);
  expect(warning.endsWith(` [acknowledge: "${name}"]`)).toBe(true);
  for (const fact of facts) expect(warning).toContain(fact);
  expect(warnings({ ...props, acknowledge: [...(props.acknowledge ?? []), name] })).toEqual([]);
});

test.each<[sizes: number[], facts: string[], allocation?: number]>([
  [
    [33.33, 33.33, 33.33],
    ["99.99", "make one 33.34"],
  ],
  [Array<number>(7).fill(14.29), ["100.03", "make one 14.26"]],
  [
    [33, 33, 33],
    ["99", "make one 34"],
  ],
  [
    [66.67, 16.67, 16.67],
    ["100.01", "make the 66.67 66.66"],
  ],
  [
    [0.5, 0.5],
    ["add up to 1,", "sizes are percentages: 50 and 50"],
  ],
  [[0.33, 0.33, 0.33], ["33, 33 and 34"]],
  [[1, 1], ["sizes are percentages: 50 and 50"]],
  [[1, 1, 2], ["sizes are percentages: 25, 25 and 50"]],
  [[0, 0], ["add up to 0, not to 100 ["]],
  [[900, 100], ["sizes are percentages: 90 and 10"]],
  [[0.9, 0.1], ["90 and 10; and so is allocation: 50 in place of 0.5"], 0.5],
  [[50, 40], ["add up to 90, not to 100 ["]],
  [[60, 60], ["add up to 120, not to 100 ["], 0.5],
])("sizes %j are one mistake, which says what would be right: %j", (sizes, facts, allocation = 10) => {
  const groups = sizes.map((each, index) => group("abcdefg".charAt(index), each));
  const [warning = "", ...more] = warnings({ ...started, groups, allocation });
  expect(more).toEqual([]);
  for (const fact of facts) expect(warning).toContain(fact);
  // what a start lacks by them is the same
  expect(warnings({ ...started, groups, allocation, acknowledge: ["start-incomplete"] })).toEqual([]);
});

describe("an experiment does not warn of", () => {
  test.each<[string, Partial<ExperimentProps>]>([
    ["sizes that add up to 100 but for rounding", { groups: [group("a", 33.3333333), group("b", 66.6666666)] }],
    ["sizes that are not all given", { groups: [group("a", 50), { id: "b" }] }],
    ["a control group where there are no groups yet", { groups: [], controlGroupID: "a" }],
    ["a control group where a group has no id yet", { groups: [group("a", 50), { size: 50 }], controlGroupID: "c" }],
    ["what agrees", { groups: halves, controlGroupID: "a", launchedGroupID: "b", status: "decision_made" }],
    ["a start with all that its results need", started],
    ["what a started experiment may have in the service already", { adopt: true, status: "active", groups: halves }],
    ["warehouse settings in the warehouse", { turboMode: true, scheduledReloadHour: 3, assignmentSourceName: "x" }],
  ])("%s", (_, props) => {
    expect(warnings(props)).toEqual([]);
  });

  test("values that only Terraform or the environment knows", () => {
    const stack = emptyStack();
    const { numberValue, stringValue, value } = new TerraformVariable(stack, "any", {});
    const source = new AssignmentSource(stack, "source", { name: "exposures" });
    const quiet: Partial<ExperimentProps>[] = [
      { groups: halves, controlGroupID: stringValue },
      { groups: halves.map((each) => ({ ...each, name: stringValue })), controlGroupID: fromEnvironment("GROUP") },
      { groups: [group("a", 50), { id: stringValue, size: 50 }], controlGroupID: "b" },
      { scheduledReloadDays: value, assignmentSourceName: stringValue },
      { turboMode: true, assignmentSourceName: source.name },
      { scheduledReloadHour: numberValue, analysisEndTime: stringValue, team: stringValue },
      { ...started, groups: [group("a", 50), value], controlGroupID: "c" },
      {
        groups: [{ id: stringValue, size: 50 }, group("b", 50)],
        launchedGroupID: "c",
        externalEvents: [{ timestamp: numberValue }],
      },
      { status: "decision_made", launchedGroupID: stringValue },
      { ...started, groups: [group("a", 50), { id: "b", size: numberValue }], hypothesis: stringValue },
      { ...started, groups: value, controlGroupID: stringValue, primaryMetricTags: value, allocation: numberValue },
    ];
    const experiments = quiet.map(
      (props, index) =>
        new Experiment(stack, `x${index}`, { ...experiment, id: `x_${index}`, name: `x_${index}`, ...props }),
    );
    expect(experiments.map(warningsOf)).toEqual(quiet.map(() => []));
  });
});
