import { TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, type ExperimentProps, fromEnvironment } from "../../../lib";
import type { WarningName } from "../../../lib/terraform/warnings/warning-names";
import { experiment } from "../entities";
import { emptyStack, warningsOf } from "../synth";

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

test("an experiment without likely mistakes has no warnings", () => {
  expect(warnings({})).toEqual([]);
  expect(warnings({ groups: halves, controlGroupID: "a", launchedGroupID: "b", status: "decision_made" })).toEqual([]);
});

const UNLAUNCHED = "launchedGroupID: the status is decision_made, but no launched group is given";
const IN_WAREHOUSES = "takes effect on warehouse-based experiments only, and no other field marks this as one";

test.each<[WarningName, string, Partial<ExperimentProps>]>([
  ["group-sizes", "groups: sizes add up to 99.5, not to 100", { groups: [group("a", 50), group("b", 49.5)] }],
  ["group-sizes", "groups: sizes add up to 101, not to 100", { groups: [group("a", 100), group("b", 1)] }],
  ["group-sizes", "groups[0].size: 101 is not between 0 and 100 percent", { groups: [group("a", 101), { id: "b" }] }],
  ["group-sizes", "groups[0].size: -1 is not between 0 and 100 percent", { groups: [group("a", -1), { id: "b" }] }],
  [
    "start-incomplete",
    "status: active without a primary metric, a control group, a hypothesis, two groups, group sizes that add up to 100 (they add up to 50) or an allocation above 0",
    { status: "active", hypothesis: "", groups: [group("a", 50)], allocation: 0, acknowledge: ["group-sizes"] },
  ],
  ["start-incomplete", "status: active without a hypothesis", { ...started, hypothesis: "" }],
  [
    "group-ids",
    'groups: "a" is the id of more than one group',
    { groups: [group("a", 50), { ...halves[0], name: "B" }] },
  ],
  [
    "group-names",
    'groups: "A" is the name of more than one group',
    { groups: [group("a", 50), { ...halves[0], id: "b" }] },
  ],
  [
    "control-group",
    'controlGroupID: "c" is the id of no group; the groups are "a", "b"',
    { groups: halves, controlGroupID: "c" },
  ],
  [
    "launched-group",
    'launchedGroupID: "A" is the id of no group; the groups are "a", "b"',
    { groups: halves, launchedGroupID: "A" },
  ],
  ["decision-without-launched-group", UNLAUNCHED, { status: "decision_made" }],
  ["decision-without-launched-group", UNLAUNCHED, { status: "decision_made", launchedGroupID: null }],
  [
    "reload-days",
    "scheduledReloadDays: [1, 2, 1] lists a day more than once",
    { scheduledReloadDays: [1, 2, 1], assignmentSourceName: "x" },
  ],
  ["warehouse-only", `turboMode: ${IN_WAREHOUSES}`, { turboMode: true }],
  [
    "warehouse-only",
    `allocationDuration, scheduledReloadHour, turboMode, analysisEndTime: ${IN_WAREHOUSES}`,
    { turboMode: true, scheduledReloadHour: 3, allocationDuration: 7, analysisEndTime: "x" },
  ],
  [
    "enterprise-only",
    "team, teamID: accepted by the service in the enterprise tier only",
    { team: "growth", teamID: "7" },
  ],
  [
    "derived-id",
    'id: derived from the name, so a new name would create another entity; set id: "Checkout_button" to keep this one',
    { id: undefined },
  ],
  [
    "create-only",
    "hypothesis, status: missing, and an update requires them, so this experiment can be created but not changed",
    { status: undefined, hypothesis: undefined },
  ],
])("an experiment warns of %s, unless it is acknowledged: %s", (name, warning, props) => {
  expect(warnings(props)).toEqual([`${warning} [acknowledge: "${name}"]`]);
  expect(warnings({ ...props, acknowledge: [...(props.acknowledge ?? []), name] })).toEqual([]);
});

describe("an experiment does not warn of", () => {
  test.each<[string, Partial<ExperimentProps>]>([
    ["sizes that add up to 100 but for rounding", { groups: [group("a", 33.3333333), group("b", 66.6666666)] }],
    ["sizes that are not all given", { groups: [group("a", 50), { id: "b" }] }],
    ["no groups", { groups: [] }],
    ["a control group where there are no groups yet", { groups: [], controlGroupID: "a" }],
    ["groups without ids or names", { groups: [{ size: 50 }, { size: 50 }] }],
    ["a control group where a group has no id yet", { groups: [group("a", 50), { size: 50 }], controlGroupID: "c" }],
    ["a start with all that its results need", started],
    ["what a started experiment may have in the service already", { adopt: true, status: "active", groups: halves }],
    ["warehouse settings in the warehouse", { turboMode: true, scheduledReloadHour: 3, assignmentSourceName: "x" }],
    ["a warehouse setting that is null", { scheduledReloadHour: null, allocationDuration: null }],
  ])("%s", (_, props) => {
    expect(warnings(props)).toEqual([]);
  });

  test("values that only Terraform or the environment knows", () => {
    const stack = emptyStack();
    const { numberValue, stringValue, value } = new TerraformVariable(stack, "any", {});
    const source = new AssignmentSource(stack, "source", { name: "exposures" });
    const quiet: Partial<ExperimentProps>[] = [
      { groups: [group("a", 50), { id: "b", size: numberValue }] },
      { groups: value },
      { groups: halves, controlGroupID: stringValue },
      { groups: [group("a", 50), { id: stringValue, size: 50 }], controlGroupID: "b" },
      {
        groups: [
          { ...group("a", 50), name: stringValue },
          { ...group("b", 50), name: stringValue },
        ],
      },
      { groups: halves, controlGroupID: fromEnvironment("GROUP") },
      { scheduledReloadDays: value, assignmentSourceName: stringValue },
      { turboMode: true, assignmentSourceName: source.name },
      { status: "decision_made", launchedGroupID: stringValue },
      { ...started, groups: [group("a", 50), { id: "b", size: numberValue }], hypothesis: stringValue },
      { ...started, groups: value, controlGroupID: stringValue, primaryMetricTags: value, allocation: numberValue },
    ];
    const experiments = quiet.map(
      (props, index) => new Experiment(stack, `x${index}`, { ...experiment, id: `x_${index}`, ...props }),
    );
    expect(experiments.map(warningsOf)).toEqual(quiet.map(() => []));
  });
});
