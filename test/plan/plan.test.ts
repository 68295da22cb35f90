import { readPlan, UnusablePlanError } from "../../lib/plan/plan";
import { allEntities, countOfOthers, leftOut, plannedEntities } from "../../lib/plan/planned-entity";
import type { Request } from "../../lib/protocol/request-file";
import { origin, planJson, planWith } from "./read";

/** Why JSON is refused; undefined where it is a plan. */
function refusal(json: unknown): UnusablePlanError | undefined {
  try {
    readPlan(origin, json);
    return undefined;
  } catch (error) {
    if (error instanceof UnusablePlanError) return error;
    throw error;
  }
}

const unchanged = { mode: "managed", type: "a", name: "b", change: { actions: ["no-op"], before: {}, after: {} } };

test.each<[string, unknown, string | undefined]>([
  ["a state", { format_version: "1.0", values: {} }, "no plan"],
  ["a plan without its format", { planned_values: {} }, "no plan"],
  ["another format", { format_version: "2.0", planned_values: {} }, 'of format "2.0"; allowed: 1'],
  [
    "a change of nothing",
    planJson({ resource_changes: [{ ...unchanged, change: null }] }),
    "resource_changes[0].change: ",
  ],
  ["a plan without changes", planJson({}), undefined],
  ["a plan with changes alone", { format_version: "1.0", resource_changes: [unchanged] }, undefined],
  ["what later versions add", planJson({ resource_changes: [{ ...unchanged, action_new: 1 }], more: true }), undefined],
])("%s: whether it is read as a plan", (_, json, problem) => {
  const message = refusal(json)?.message;
  if (problem === undefined) expect(message).toBeUndefined();
  else expect(message).toMatch(/^checkout: /);
  expect(message ?? "").toContain(problem ?? "");
});

const problems = [{ problems: [{ message: "no update\n  for a segment" }, {}] }, {}];
const failed = { address: { kind: "resource" }, status: "fail", instances: problems };
const warned = { address: { kind: "check" }, status: "fail", instances: problems };
const passed = { address: { kind: "resource" }, status: "pass" };

// Terraform before 1.6 does not say whether a plan failed
test.each<[string, object, readonly string[] | undefined]>([
  ["that failed", { errored: true, checks: [failed, passed] }, ["no update for a segment", ""]],
  ["that failed without a check", { errored: true }, []],
  ["that failed for something else", { errored: true, checks: [warned] }, ["no update for a segment", ""]],
  ["whose condition failed, in an old Terraform", { checks: [passed, failed] }, ["no update for a segment", ""]],
  ["with a failed condition that did not stop it", { errored: false, checks: [failed] }, undefined],
  ["of which a block of checks warns, in an old Terraform", { checks: [warned, passed] }, undefined],
])("a plan %s: whether it is refused, and with which reasons", (_, parts, reasons) => {
  expect(refusal(planJson(parts))?.details).toEqual(reasons);
});

const requests = [
  {
    file: "experiment_a.json",
    digest: "",
    request: { kind: "experiment", fields: {}, steps: [] as Request["steps"] } as Request,
  },
];
const ours = { ...unchanged, type: "terraform_data", name: "experiment_a" };
const configuration = { root_module: { resources: [ours, { ...ours, name: "experiment_a_revision" }] } };
const gone = { ...unchanged, change: { actions: ["delete"], before: {}, after: null } };

test.each<[string, object, string | undefined, number]>([
  ["-refresh-only", {}, "-refresh-only", 0],
  ["-target, of all that is declared", { complete: false, resource_changes: [ours] }, "-target", 0],
  ["-target, in Terraform before 1.8", { configuration, resource_changes: [ours] }, "-target", 0],
  ["all, in Terraform before 1.8", { resource_changes: [ours] }, undefined, 0],
  ["a destroy, in Terraform before 1.8", { resource_changes: [gone] }, undefined, 1],
])("a plan of %s: by which option it is partial, and what it changes of others", (_, parts, option, others) => {
  const prior_state = {
    values: { root_module: { resources: [{ mode: "managed", type: ours.type, name: ours.name }] } },
  };
  const plan = planWith({ ...parts, prior_state });
  const stack = { plan, requests, entities: plannedEntities(plan, requests) };
  expect([leftOut(stack)?.option, countOfOthers(stack)]).toEqual([option, others]);
  expect(allEntities(stack)).toMatchObject([{ record: { mode: "managed" } }]);
});
