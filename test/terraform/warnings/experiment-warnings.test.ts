import { TerraformVariable } from "cdktf";
import { AssignmentSource, Experiment, type ExperimentProps, fromEnvironment } from "../../../lib";
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

describe("an experiment warns of", () => {
  test.each<[string, Partial<ExperimentProps>]>([
    [
      'groups: sizes add up to 99.5, not to 100 [acknowledge: "group-sizes"]',
      { groups: [group("a", 50), group("b", 49.5)] },
    ],
    [
      'groups: sizes add up to 101, not to 100 [acknowledge: "group-sizes"]',
      { groups: [group("a", 100), group("b", 1)] },
    ],
    [
      'groups[0].size: -10 is not between 0 and 100 percent [acknowledge: "group-sizes"]\ngroups[1].size: 110 is not between 0 and 100 percent [acknowledge: "group-sizes"]',
      { groups: [group("a", -10), group("b", 110)] },
    ],
    [
      'status: active without a primary metric, a control group, a hypothesis, two groups, group sizes that add up to 100 (they add up to 50) or an allocation above 0 [acknowledge: "start-incomplete"]',
      { status: "active", hypothesis: "", groups: [group("a", 50)], allocation: 0, acknowledge: ["group-sizes"] },
    ],
    ['status: active without a hypothesis [acknowledge: "start-incomplete"]', { ...started, hypothesis: "" }],
    [
      'groups: "a" is the id of more than one group [acknowledge: "group-ids"]',
      { groups: [group("a", 50), { ...group("a", 50), name: "B" }] },
    ],
    [
      'groups: "A" is the name of more than one group [acknowledge: "group-names"]',
      { groups: [group("a", 50), { ...group("b", 50), name: "A" }] },
    ],
    [
      'controlGroupID: "c" is the id of no group; the groups are "a", "b" [acknowledge: "control-group"]',
      { groups: halves, controlGroupID: "c" },
    ],
    [
      'launchedGroupID: "A" is the id of no group; the groups are "a", "b" [acknowledge: "launched-group"]',
      { groups: halves, launchedGroupID: "A" },
    ],
    [
      'launchedGroupID: the status is decision_made, but no launched group is given [acknowledge: "decision-without-launched-group"]',
      { status: "decision_made" },
    ],
    [
      'launchedGroupID: the status is decision_made, but no launched group is given [acknowledge: "decision-without-launched-group"]',
      { status: "decision_made", launchedGroupID: null },
    ],
    [
      'scheduledReloadDays: [1, 2, 1] lists a day more than once [acknowledge: "reload-days"]',
      { scheduledReloadDays: [1, 2, 1], assignmentSourceName: "x" },
    ],
    [
      'turboMode: takes effect on warehouse-based experiments only, and no other field marks this as one [acknowledge: "warehouse-only"]',
      { turboMode: true },
    ],
    [
      'allocationDuration, scheduledReloadHour, turboMode, analysisEndTime: takes effect on warehouse-based experiments only, and no other field marks this as one [acknowledge: "warehouse-only"]',
      { turboMode: true, scheduledReloadHour: 3, allocationDuration: 7, analysisEndTime: "x" },
    ],
    [
      'team, teamID: accepted by the service in the enterprise tier only [acknowledge: "enterprise-only"]',
      { team: "growth", teamID: "7" },
    ],
    [
      'id: derived from the name, so a new name would create another entity; set id: "Checkout_button" to keep this one [acknowledge: "derived-id"]',
      { id: undefined },
    ],
    [
      'hypothesis, status: missing, and an update requires them, so this experiment can be created but not changed [acknowledge: "create-only"]',
      { status: undefined, hypothesis: undefined },
    ],
  ])("%s", (warning, props) => {
    expect(warnings(props).join("\n")).toBe(warning);
  });

  test("everything at once, and nothing that the construct acknowledges", () => {
    const props = { groups: [group("a", 1)], controlGroupID: "b", turboMode: true, allocationDuration: 7 };
    expect(warnings(props)).toHaveLength(3);
    expect(warnings({ ...props, acknowledge: ["group-sizes", "warehouse-only"] })).toEqual([
      expect.stringMatching(/^controlGroupID: /),
    ]);
  });
});

describe("an experiment does not warn of", () => {
  test.each<[string, Partial<ExperimentProps>]>([
    [
      "sizes that add up to 100 but for rounding",
      { groups: [group("a", 33.3333333), group("b", 33.3333333), group("c", 33.3333334)] },
    ],
    [
      "sizes whose sum is not exact in floating point",
      { groups: Array.from({ length: 10 }, (_, index) => group(`g${index}`, 0.1 * 100)) },
    ],
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
