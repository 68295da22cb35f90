import type { Plan } from "../../lib/plan/plan";
import type { Change, StackReview } from "../../lib/review/model";
import { reviewOf } from "../../lib/review/review";
import { reviewJson } from "../../lib/review/review-json";
import type { Fields } from "../../lib/value/value";
import { type Planned, planOf, reviewedPlan, reviewedWith, sourceOf } from "./plans";

const stackOf = (planned: Planned, plan?: object): StackReview =>
  reviewedPlan(planned, {}, plan).stacks[0] as StackReview;
const changeOf = (planned: Planned): Change => stackOf(planned).changes[0] as Change;

const control = { id: "control", name: "Control", size: 50 };
const green = { id: "green", name: "Green", size: 50 };
const { id: _, ...unnamed } = green;
const setUp = { before: { status: "setup" } };

test.each<[string, Planned, readonly string[]]>([
  [
    "a start without ids",
    { ...setUp, after: { groups: [control, unnamed] } },
    ["groups of experiment checkout_button"],
  ],
  ["a start with ids", setUp, []],
  ["groups without ids in set-up", { ...setUp, after: { status: "setup", groups: [unnamed] } }, []],
  [
    "another order of running groups",
    { before: { groups: [green, control] }, after: { groups: [control, green] } },
    ["change their order"],
  ],
  [
    "another order before the start",
    { before: { status: "setup", groups: [green, control] }, after: { status: "setup", groups: [control, green] } },
    [],
  ],
])("%s: what the notes have", (_case, planned, notes) => {
  expect(stackOf(planned).notes).toEqual(notes.map((note) => expect.stringContaining(note)));
});

test.each<[string, string, readonly string[]]>([
  ["check", "fail", ["the plan's check health failed: the warehouse is not healthy"]],
  ["check", "error", ["the plan's check health failed: the warehouse is not healthy"]],
  ["check", "pass", []],
  ["resource", "fail", []],
])("a %s of the plan that says %s: whether a note has it", (kind, status, notes) => {
  const problems = [{ problems: [{ message: "the warehouse\n is not healthy" }] }];
  const checks = [{ address: { kind, name: "health" }, status, instances: problems }];
  expect(stackOf({ before: { description: "a" } }, { errored: false, checks }).notes).toEqual(notes);
});

const hiding = (field: string) => ({ triggers_replace: { [field]: true } });
const REPLACED = { actions: ["delete", "create"] };
const HIDDEN = { before_sensitive: hiding("status") };

test.each<[string, Planned, readonly string[] | undefined]>([
  ["another description of what runs", { before: { description: "a" } }, ["status", "allocation"]],
  ["a ramp", { before: { allocation: 40 } }, ["status"]],
  ["a stop", { after: { status: "experiment_stopped" }, before: {} }, ["allocation"]],
  ["what is in set-up", { before: { status: "setup", description: "a" }, after: { status: "setup" } }, undefined],
  ["a create", {}, undefined],
  ["a start", { ...setUp, after: { allocation: 50 } }, undefined],
  ["a create that may go on with the update", { before: {}, record: REPLACED }, ["status", "allocation"]],
  ["a status that the state alone hides", { before: { description: "a" }, marks: HIDDEN }, ["status", "allocation"]],
  ["a source", { kind: "metric_source", before: { description: "a" }, after: { description: "b" } }, undefined],
])("%s: what of the fields that move users is also sent", (_case, planned, names) => {
  expect(changeOf(planned).alsoSent).toEqual(names);
});

test("nothing is sent unseen of what an export was compared with", () => {
  const [stack] = reviewedWith({ allocation: 20 }, { before: { description: "a" } }).stacks;
  const [change] = stack?.changes ?? [];
  expect(change?.alsoSent).toBeUndefined();
  expect(change?.risks.map(({ name }) => name)).toEqual(["overwrites-by-hand"]);
});

test.each<[string, Fields, string]>([
  [
    "an element that was added by hand",
    { primaryMetrics: [{ name: "carts", type: "user" }, { name: "orders" }] },
    'primary metric "carts" removed',
  ],
  ["one that was taken out", { primaryMetrics: [] }, 'primary metric "orders" added'],
  ["a link without a name", { primaryMetrics: [{ name: "orders" }], links: [{ url: "u" }] }, "link 1 removed"],
])("%s is named, and not shown as JSON", (_case, record, what) => {
  const sent = { primaryMetrics: [{ name: "orders" }], links: [] };
  const [stack] = reviewedWith(record, { before: { ...sent, description: "a" }, after: sent }).stacks;
  expect(stack?.changes[0]?.risks).toContainEqual(expect.objectContaining({ name: "overwrites-by-hand", what }));
});

test("what was switched by hand is named in quotes", () => {
  const switched: Planned = {
    kind: "ingestion_source",
    before: { enabled: true, query: "a" },
    after: { enabled: true },
  };
  const [stack] = reviewedWith({ enabled: false }, switched).stacks;
  expect(stack?.changes[0]?.risks.map(({ what }) => what)).toEqual(['"enabled" off → on']);
});

test.each<[Planned["kind"], boolean | undefined]>([
  ["segment", true],
  ["prompt_version", true],
  ["experiment", undefined],
  ["assignment_source", undefined],
])("whether the create of a %s is final", (kind, isFinal) => {
  const planned: Planned = { ...(kind !== undefined && { kind }) };
  expect(changeOf(planned).isFinal).toBe(isFinal);
  const [stack] = (reviewJson(reviewedPlan(planned)) as { stacks: { changes: object[] }[] }).stacks;
  expect(stack?.changes[0]).toHaveProperty("final", isFinal);
});

test.each<[string, Fields, string?]>([
  ["targeting rules", { inlineTargetingRulesJSON: '{"rules":[{"a":1}]}' }, "inlineTargetingRulesJSON"],
  ["holdouts", { holdoutIDs: ["global_holdout"] }, 'holdoutIDs ["global_holdout"]'],
  ["a type", { experimentType: "SWITCHBACK" }, 'experimentType "SWITCHBACK"'],
  ["an end to come", { endTime: 1_900_000_000_000 }, "endTime"],
  ["what the interface does not name", { idOverrides: { a: ["u-1"] }, excludedIDs: [] }, 'idOverrides {"a":["u-1"]}'],
  ["that it is put away", { isArchived: true, deletedAt: null, archived: false }, "isArchived true"],
  ["fields of the interface with like names", { targetApps: ["web"], targetExposures: 5, reviewSettings: { a: 1 } }],
  ["a start that has been", { startTime: 1_700_000_000_000 }],
  ["nothing", { inlineTargetingRulesJSON: "{}", holdoutIDs: [], experimentType: "EXPERIMENT", endTime: null }],
])("%s in a record that no field declares: a note where an update is sent", (_case, record, ...[text]) => {
  const [stack] = reviewedWith(record, { before: { description: "a" } }).stacks;
  expect(stack?.notes).toEqual(
    text === undefined ? [] : [expect.stringMatching(/which no field declares: an update may/)],
  );
  expect(stack?.notes.join()).toContain(text ?? "");
});

test.each<[string, Planned, readonly string[]]>([
  ["shows now", { marks: HIDDEN }, ["ramp"]],
  ["hides now", { marks: { after_sensitive: hiding("status") } }, ["hidden-value"]],
  ["hides before and now", { marks: { ...HIDDEN, after_sensitive: hiding("status") } }, ["hidden-value"]],
])("a ramp of what has a status that the plan %s", (_case, marks, risks) => {
  const { risks: found } = changeOf({ before: { allocation: 1 }, ...marks });
  expect(found.map(({ name }) => name)).toEqual(risks);
});

test("what may run, as its status is hidden: its leaving, and another SQL of its source, are risks", () => {
  const marks = { ...HIDDEN, after_sensitive: hiding("status") };
  const user = planOf({
    before: { assignmentSourceName: "exposures" },
    after: { assignmentSourceName: "exposures" },
    marks,
  });
  const source = planOf({ kind: "assignment_source", before: {}, after: { sql: "select 2" } });
  const resources = [source, user].map(({ plan }) => plan.resource_changes);
  const reviewed = (changes: Plan["resource_changes"], requests: typeof user.requests) =>
    reviewOf([sourceOf({ ...user, plan: { ...user.plan, resource_changes: changes }, requests })]).stacks[0]?.changes;

  const inUse = reviewed(resources.flat(), [...source.requests, ...user.requests])?.flatMap(({ risks }) => risks);
  expect(inUse).toMatchObject([
    { name: "source-in-use", what: expect.stringContaining("checkout_button may run on it") },
  ]);

  const gone = (resources[1] ?? []).map((each) => ({
    ...each,
    change: { ...each.change, actions: ["delete"], after: null },
  }));
  expect(reviewed(gone, [])).toMatchObject([
    { risks: [{ name: "running-unmanaged", why: expect.stringMatching(/^it may/) }] },
  ]);
});

test("a warning of synth stands with its own construct alone, and a note of the stack with none", () => {
  const one = planOf({ before: { description: "a" } });
  const other = planOf({ before: { description: "a", id: "b" }, after: { id: "b" } });
  const resources = [one, other].flatMap(({ plan }) => plan.resource_changes);
  const [construct] = one.requests.map(({ request }) => request.construct);
  const notes = [{ text: "of one", ...(construct !== undefined && { construct }) }, { text: "of all" }];
  const plan = { ...one.plan, resource_changes: resources };
  const review = reviewOf([sourceOf({ ...one, plan, requests: [...one.requests, ...other.requests], notes })]);
  const warnings = review.stacks[0]?.changes.map((change) => [change.name, change.warnings]);
  expect(warnings).toEqual([
    ["b", []],
    ["checkout_button", ["of one"]],
  ]);
});

test("of what failed last, nobody knows what was there, and it may come from another stack", () => {
  const failed = { actions: ["delete", "create"], action_reason: "replace_because_tainted" };
  const change = changeOf({ before: { allocation: 40 }, record: failed });
  expect([change.action, change.before]).toEqual(["retry", {}]);

  const segment = changeOf({ kind: "segment", before: { description: "a" }, record: failed });
  expect([segment.action, segment.before]).toEqual(["retry", {}]);

  const here = planOf({ before: {}, record: failed });
  const left = planOf({ before: { allocation: 40 } });
  const gone = left.plan.resource_changes.map((each) => ({
    ...each,
    change: { ...each.change, actions: ["delete"], after: null },
  }));
  const there = sourceOf({ ...left, name: "other", requests: [], plan: { ...left.plan, resource_changes: gone } });
  const [first, second] = reviewOf([here, there]).stacks;
  expect(first?.changes[0]?.risks.map(({ name }) => name)).toContain("moved-without-adopt");
  expect(second?.changes).toEqual([]);
});
