import type { Kind } from "../../lib/api/kind";
import { kindOf } from "../../lib/api/kinds";
import type { PlannedChange } from "../../lib/plan/planned-change";
import type { Request } from "../../lib/protocol/request-file";
import { forUsersOf } from "../../lib/review/for-users";
import { transitionOf } from "../../lib/review/transition";
import { type Fields, Opaque } from "../../lib/value/value";

const kind = kindOf("experiment") as Kind;
const control = { id: "control", name: "Control", size: 50, parameterValues: { colour: "blue", steps: 3 } };
const green = { id: "green", name: "Green", size: 50, parameterValues: { colour: "green" } };
const active: Fields = { status: "active", allocation: 10, groups: [control, green] };
const running = {
  allocation: 10,
  groups: {
    parameters: ["colour", "steps"],
    groups: [
      { id: "control", name: "Control", size: 50, values: ["blue", 3] },
      { id: "green", name: "Green", size: 50, values: ["green", undefined] },
    ],
  },
};

/** What an update from these fields to those means to users. */
function forUsers(before: Fields | undefined, after: Fields, others: Partial<PlannedChange> = {}) {
  const request = { fields: after, endsOn: "2026-12-18" } as Partial<Request> as Request;
  const change: PlannedChange = {
    action: "update",
    entity: { name: "experiment_a", type: "terraform_data", kind, isDryRun: false, request },
    name: "a",
    calls: ["update"],
    former: before === undefined ? "none" : "sent",
    before: before ?? {},
    after,
    fields: [],
    ...others,
  };
  const isStep = change.action === "update" && change.former !== "unknown";
  return forUsersOf(change, isStep ? transitionOf(before, after) : undefined);
}

test("a start says what is expected, who takes part, and what each group receives", () => {
  const start = {
    ...active,
    hypothesis: "Green sells more.",
    primaryMetrics: [{ name: "orders", type: "sum", direction: "increase" }],
    secondaryMetrics: [{ name: "refunds" }],
    secondaryMetricTags: ["guardrails"],
    layerID: "checkout",
    targetingGateID: "beta",
    duration: 14,
  };
  expect(forUsers(undefined, start)).toEqual({
    step: "starts",
    ...running,
    hypothesis: "Green sells more.",
    metrics: [
      { rank: "primary", name: "orders", direction: "increase" },
      { rank: "secondary", name: "refunds" },
      { rank: "secondary", name: "guardrails", isTag: true },
    ],
    layer: "checkout",
    gate: "beta",
    endsOn: "2026-12-18",
    duration: 14,
  });
  expect(forUsers({ status: "setup" }, { status: "active", targetingGateID: null })).toEqual({
    step: "starts",
    metrics: [],
    endsOn: "2026-12-18",
  });
});

test("what a plan hides of groups is hidden in the table, and hidden groups have none", () => {
  const secret = new Opaque("secret");
  const groups = [
    { ...control, parameterValues: { colour: secret } },
    { ...green, parameterValues: secret },
  ];
  expect(forUsers(undefined, { status: "active", groups })).toMatchObject({
    groups: { parameters: ["colour"], groups: [{ values: [secret] }, { values: [secret] }] },
  });
  expect(forUsers(undefined, { status: "active", groups: new Opaque("deploy") })).toMatchObject({
    groups: { hidden: "deploy" },
  });
  expect(forUsers(active, { ...active, groups: secret })).toEqual({ step: "changes", groups: { hidden: "secret" } });
  expect(forUsers({ ...active, groups: new Opaque("long") }, active)).toEqual({
    step: "changes",
    groups: { hidden: "long", present: running.groups },
  });
});

test.each<[string, Fields, object | undefined]>([
  ["its description", { description: "b" }, undefined],
  ["its allocation", { allocation: 60 }, { allocation: { before: 10, after: 60 } }],
  ["its gate", { targetingGateID: "beta" }, { gate: { before: null, after: "beta" } }],
  ["a launched group", { launchedGroupID: "green" }, { launched: { before: null, after: "green" } }],
  [
    "sizes, and a group that is switched off",
    {
      groups: [
        { ...control, size: 20 },
        { ...green, disabled: true },
      ],
    },
    {
      groups: [
        { label: 'group "control"', before: { size: 50 }, after: { size: 20 }, values: [] },
        { label: 'group "green"', before: { size: 50 }, after: { size: 50, isOff: true }, values: [] },
      ],
    },
  ],
  [
    "a group for another one",
    { groups: [control, { id: "red", size: 50, parameterValues: { colour: "red" } }] },
    {
      groups: [
        { label: 'group "red"', after: { size: 50 }, values: [{ parameter: "colour", after: "red" }] },
        { label: 'group "green"', before: { size: 50 }, values: [] },
      ],
    },
  ],
  [
    "values of a group",
    { groups: [control, { ...green, parameterValues: { colour: "lime", steps: 2 } }] },
    {
      groups: [
        {
          label: 'group "green"',
          before: { size: 50 },
          after: { size: 50 },
          values: [
            { parameter: "colour", before: "green", after: "lime" },
            { parameter: "steps", after: 2 },
          ],
        },
      ],
    },
  ],
])("of an experiment that runs, a change of %s is told if it means something to users", (_, changed, expected) => {
  expect(forUsers(active, { ...active, ...changed })).toEqual(expected && { step: "changes", ...expected });
});

const inLayer = { ...active, layerID: "checkout" };

test.each<[string, Fields, string, string, object?]>([
  ["stopped in a layer", inLayer, "experiment_stopped", "stops", { ...running, layer: "checkout" }],
  ["stopped", active, "experiment_stopped", "stops"],
  ["stopped for new users", active, "assignment_stopped", "stops"],
  ["stopped for all", { ...active, status: "assignment_stopped" }, "experiment_stopped", "stops"],
  ["set back", active, "setup", "stops"],
  ["archived while it runs", active, "archived", "archives"],
])("an experiment that is %s says what it had", (_, before, status, step, had = running) => {
  expect(forUsers(before, { ...before, status })).toEqual({ step, status, had });
});

test("what did not run had no users, and what has ended starts again", () => {
  const ended = { ...active, status: "experiment_stopped" };
  expect(forUsers(ended, active)).toMatchObject({ step: "starts", isAgain: true });
  expect(forUsers(ended, { ...ended, status: "archived" })).toEqual({ step: "archives", status: "archived" });
  expect(forUsers({ status: "setup" }, { status: "setup", allocation: 10 })).toBeUndefined();
});

test("a decision says which group users get, with which values, and why", () => {
  const decided = { ...active, status: "decision_made", launchedGroupID: "green", decisionReason: "+3 % orders" };
  const group = {
    parameters: ["colour"],
    groups: [{ id: "green", name: "Green", values: ["green"] }],
  };
  const decision = { step: "decides", launched: "green", group, reason: "+3 % orders" };

  expect(forUsers(active, decided)).toEqual({ ...decision, had: running });
  expect(forUsers(active, { ...decided, launchedGroupID: "red" })).toEqual({
    step: "decides",
    launched: "red",
    reason: "+3 % orders",
    had: running,
  });
  expect(forUsers({ ...decided, launchedGroupID: null }, decided)).toEqual({ ...decision, instead: null });
  const lime = { ...green, parameterValues: { colour: "lime" } };
  expect(forUsers({ ...decided, groups: [control, lime] }, decided)).toEqual(decision);
  expect(forUsers(decided, { ...decided, decisionReason: "again" })).toBeUndefined();
});

test("an experiment that leaves the code while it runs goes on as it is", () => {
  const leaving = { action: "forget", calls: [] } as const;
  expect(forUsers(active, {}, leaving)).toEqual({ step: "leaves", had: running });
  expect(forUsers({ ...active, status: "archived" }, {}, leaving)).toBeUndefined();
});

test("where nobody knows what the service has, what is sent as active is told as unknown", () => {
  const unknown = { former: "unknown" } as const;
  expect(forUsers({}, active, unknown)).toEqual({ step: "unknown", ...running });
  expect(forUsers({}, { ...active, status: "setup" }, unknown)).toBeUndefined();
  expect(forUsers(undefined, active, { action: "dry-run" })).toBeUndefined();
});
