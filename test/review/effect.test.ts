import type { Kind } from "../../lib/api/kind";
import { kindOf } from "../../lib/api/kinds";
import type { PlannedChange } from "../../lib/plan/planned-change";
import { entityOfResources } from "../../lib/plan/planned-entity";
import { effectOf, userStepOf } from "../../lib/review/effect";
import type { UserEffect, UserStep } from "../../lib/review/model";
import { transitionOf } from "../../lib/review/transition";
import { type Fields, Opaque } from "../../lib/value/value";

const control = { id: "control", size: 50, parameterValues: { colour: "blue" } };
const green = { id: "green", size: 50, parameterValues: { colour: "green" } };
const running: Fields = { status: "active", allocation: 10, groups: [control, green], controlGroupID: "control" };
const decided = { ...running, status: "decision_made", launchedGroupID: "green" };
const secret = Opaque.hidden();

function changeOf(before: Fields | undefined, after: Fields, others: Partial<PlannedChange> = {}): PlannedChange {
  return {
    action: before === undefined ? "create" : "update",
    entity: entityOfResources({
      name: "experiment_a",
      type: "terraform_data",
      kind: kindOf("experiment") as Kind,
      isDryRun: false,
    }),
    name: "a",
    calls: [before === undefined ? "create" : "update"],
    former: before === undefined ? "none" : "sent",
    before: before ?? {},
    after,
    fields: [],
    ...others,
  };
}

function effect(before: Fields | undefined, after: Fields, others: Partial<PlannedChange> = {}): UserEffect {
  return effectOf(changeOf(before, after, others)) as UserEffect;
}

type Are = UserEffect["before"]["are"];

test.each<[string, Fields | undefined, Fields, UserStep | undefined, Are, Are, Partial<PlannedChange>?]>([
  ["created in set-up", undefined, { ...running, status: "setup" }, undefined, "nobody", "planned"],
  ["created without a status", undefined, { groups: [] }, undefined, "nobody", "planned"],
  ["a start", { ...running, status: "setup" }, running, "starts", "planned", "in"],
  ["another start", decided, running, "starts again", "left to the service", "in"],
  ["a stop of the assignment", running, { ...running, status: "assignment_stopped" }, "stops", "in", "kept"],
  ["a stop", running, { ...running, status: "experiment_stopped" }, "stops", "in", "left to the service"],
  ["a decision", running, decided, "decides", "in", "left to the service"],
  ["another decision", decided, { ...decided, launchedGroupID: "control" }, "decides", ...twice("left to the service")],
  ["an archive", decided, { ...decided, status: "archived" }, "archives", ...twice("left to the service")],
  ["more users", running, { ...running, allocation: 60 }, "changes", "in", "in"],
  ["another gate", running, { ...running, targetingGateID: "beta" }, "changes", "in", "in"],
  ["another order of groups", running, { ...running, groups: [green, control] }, undefined, "in", "in"],
  [
    "values that are hidden",
    running,
    { ...running, groups: [control, { ...green, parameterValues: secret }] },
    "changes",
    "in",
    "in",
  ],
  ["groups that are hidden", running, { ...running, groups: secret }, "changes", "in", "in"],
  ["another description", running, { ...running, description: "b" }, undefined, "in", "in"],
  ["a status that is hidden", running, { ...running, status: secret }, undefined, "in", "unknown"],
  ["what left the code", running, {}, "leaves", "in", "in", { action: "forget", calls: [] }],
  [
    "a create that may find the entity",
    undefined,
    running,
    "overwrites",
    "unknown",
    "in",
    { former: "unknown", calls: ["create"] },
  ],
  ["an update of what nobody knows", {}, running, "overwrites", "unknown", "in", { former: "unknown" }],
])("%s: the step, and who takes part before and after", (_, before, after, step, first, then, others = {}) => {
  const change = changeOf(before, after, others);
  const found = effect(before, after, others);
  const isStep = change.action !== "forget" && change.former !== "unknown";
  expect(userStepOf(change, isStep ? transitionOf({ before, after }) : undefined, found)).toBe(step);
  expect([found.before.are, found.after.are]).toEqual([first, then]);
});

function twice(are: Are): [Are, Are] {
  return [are, are];
}

test("each group stands beside what it was, and those that go come last", () => {
  const red = { name: "Red", size: 50, disabled: true };
  const { groups } = effect(
    { ...running, groups: [red, control] },
    { ...running, groups: [green, { ...control, size: 30 }] },
  );
  expect(groups.map(({ before, after }) => [(after ?? before)?.title, before?.size, after?.size])).toEqual([
    ["green", undefined, 50],
    ["control", 50, 30],
    ["Red", 50, undefined],
  ]);
  expect(groups.map(({ before, after }) => [before?.isOff, after?.isControl])).toEqual([
    [undefined, false],
    [false, true],
    [true, undefined],
  ]);
  expect(groups.every(({ isChanged }) => isChanged)).toBe(true);
});

test("a decision names the group, what was launched before, and the reason", () => {
  const { decision } = effect(decided, { ...decided, launchedGroupID: "control", decisionReason: "Cheaper." });
  expect(decision).toMatchObject({ launched: "control", insteadOf: "green", reason: "Cheaper." });
  expect(decision?.group).toMatchObject({ id: "control", values: { colour: "blue" } });
  expect(effect(running, { ...decided, launchedGroupID: "gren" }).decision).toEqual({ launched: "gren" });
  expect(effect(running, { ...running, allocation: 60 }).decision).toBeUndefined();
});

test("who takes part is told by layer and gate, and groups that are hidden as a whole are said to be", () => {
  const { after } = effect(undefined, { ...running, layerID: "top", targetingGateID: "", groups: secret });
  expect(after).toEqual({ are: "in", allocation: 10, layer: "top", hiddenGroups: secret });
});
