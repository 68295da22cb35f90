import { createColors } from "picocolors";
import type { Kind } from "../../lib/api/kind";
import { kindOf } from "../../lib/api/kinds";
import type { PlannedChange } from "../../lib/plan/planned-change";
import { entityOfResources } from "../../lib/plan/planned-entity";
import { toText } from "../../lib/report/text";
import { effectOf, userStepOf } from "../../lib/review/effect";
import { ShownChanges } from "../../lib/review/shown-changes";
import { transitionOf } from "../../lib/review/transition";
import { usersDocs } from "../../lib/review/users-doc";
import { type Fields, Opaque } from "../../lib/value/value";
import { anUpdate, aReview } from "./samples";

const control = { id: "control", name: "Control", size: 50, parameterValues: { colour: "blue", steps: 3 } };
const green = { id: "green", name: "Green", size: 50, parameterValues: { colour: "green" } };
const active: Fields = { status: "active", allocation: 10, groups: [control, green] };

/** What an update from these fields to those says of users. */
function told(before: Fields | undefined, after: Fields, others: Partial<PlannedChange> = {}): string {
  const change: PlannedChange = {
    action: "update",
    entity: entityOfResources({
      name: "experiment_a",
      type: "terraform_data",
      kind: kindOf("experiment") as Kind,
      isDryRun: false,
    }),
    name: "a",
    calls: ["update"],
    former: before === undefined ? "none" : "sent",
    before: before ?? {},
    after,
    fields: [],
    ...others,
  };
  const isStep = change.action === "update" && change.former !== "unknown";
  const transition = isStep ? transitionOf(before, after) : undefined;
  const forUsers = userStepOf(change, transition, effectOf(change));
  const whole = { before: before ?? {}, after };
  return textOf(anUpdate({ name: "a", transition, forUsers, endsOn: "2026-12-18", whole }));
}

function textOf(...changes: Parameters<typeof aReview>[0]): string {
  const docs = usersDocs(new ShownChanges(aReview(changes)));
  return toText(docs, { colours: createColors(false), width: Number.POSITIVE_INFINITY });
}

const secret = new Opaque("secret");
const table = [/group +control +green$/m, /size +50 % +50 %$/m, /colour +blue +green$/m, /steps +3 +none$/m];
const had = ["Until now:", "takes part: 10 % of users", ...table];
const decided = { ...active, status: "decision_made", launchedGroupID: "green", decisionReason: "More orders." };
const ended = { ...active, status: "experiment_stopped" };
const unknown = { former: "unknown" } as const;
const leaving = { action: "forget", calls: [] } as const;

type Row = readonly [what: string, before: Fields | undefined, after: Fields, facts: readonly (string | RegExp)[]];

test.each<[...Row, Partial<PlannedChange>?]>([
  [
    "a start",
    undefined,
    {
      ...active,
      hypothesis: "Green sells more.",
      primaryMetrics: [{ name: "orders", type: "sum", direction: "increase" }],
      secondaryMetrics: [{ name: "refunds" }],
      secondaryMetricTags: ["guardrails"],
      layerID: "top",
      targetingGateID: "beta",
    },
    [
      "a [starts now]",
      "hypothesis: Green sells more.",
      "primary metrics: orders (increase)",
      "secondary metrics: refunds, all with the tag guardrails",
      "takes part: 10 % of the users of layer top who pass gate beta",
      "ends: 2026-12-18",
      ...table,
    ],
  ],
  ["another start, of nothing", ended, { status: "active" }, ["[starts again]", "sis: none", "primary metrics: none"]],
  [
    "values that are hidden, or too long, and a group that is switched off",
    undefined,
    {
      ...{ status: "active", allocation: secret },
      primaryMetrics: secret,
      groups: [
        { ...control, parameterValues: { colour: secret, text: "x".repeat(40_000) } },
        { ...green, disabled: true, parameterValues: secret },
      ],
    },
    [
      /metrics: hidden\n +takes part: hidden of users/,
      /colour +hidden +hidden$/m,
      /text +x{200}… \(40,000 characters\) +hid/m,
      "green (switched off)",
    ],
  ],
  [
    "hidden groups",
    undefined,
    { ...active, groups: new Opaque("long") },
    ["is hidden: the groups are too long for a pl"],
  ],
  [
    "groups that are hidden from now on",
    active,
    { ...active, groups: secret },
    ["may change: the groups are sensitive."],
  ],
  [
    "groups that were hidden",
    { ...active, groups: new Opaque("long") },
    active,
    ["plan, and the plan does not show what they were.", "From now on:", ...table],
  ],
  [
    "allocation, gate and launched group",
    active,
    { ...active, allocation: 60, targetingGateID: "beta", launchedGroupID: "green" },
    ["[changes while it runs]", "allocation: 10 % → 60 %", "gate: none → beta", "all users get group: none → green"],
  ],
  [
    "sizes, and a group that is switched off",
    active,
    {
      ...active,
      groups: [
        { ...control, size: 20 },
        { ...green, disabled: true },
      ],
    },
    ["group sizes: control 50 % → 20 %, green 50 %", 'group "green": 50 % → 50 %, switched off'],
  ],
  [
    "a group for another one",
    active,
    { ...active, groups: [control, { id: "red", size: 50, parameterValues: { colour: "red" } }] },
    ["red new → 50 %", "green 50 % → removed", 'group "red" › colour: red'],
  ],
  [
    "values of a group, and a new one",
    active,
    { ...active, groups: [control, { ...green, parameterValues: { colour: "lime", steps: 2 } }, { id: "red" }] },
    ['group "red": without size', 'group "green" › colour: green → lime', 'group "green" › steps: 2'],
  ],
  ["a stop", active, ended, ["[stops]", "becomes experiment_stopped. What its users get", ...had]],
  ["a stop for all", { ...active, status: "assignment_stopped" }, ended, ["[stops]", ...had]],
  ["an archived one that runs", active, { ...active, status: "archived" }, ["[is archived]", ...had]],
  ["an abandoned one that had ended", ended, { ...active, status: "abandoned" }, ["[is abandoned]"]],
  [
    "a decision",
    active,
    decided,
    ["[is decided]", "launched group: green", "reason: More orders.", /group +green\n +colour +green\n/, ...had],
  ],
  ["a decision for no group", active, { ...decided, launchedGroupID: null }, ["group: none: nothing says", ...had]],
  ["another decision", { ...decided, launchedGroupID: "control" }, decided, ["instead of group: control"]],
  ["a decision after one for none", { ...decided, launchedGroupID: null }, decided, ["instead of group: none"]],
  ["a decision without groups", active, { ...decided, groups: undefined }, [/group +green\n +colour +green/, ...had]],
  [
    "other values of what was decided",
    { ...decided, groups: [control, { ...green, parameterValues: { colour: "lime" } }] },
    decided,
    ["launched group: green", /colour +green$/m],
  ],
  ["another reason", decided, { ...decided, decisionReason: "again" }, []],
  ["a leave", active, {}, ["[leaves the code while it runs]", "10 % of users", ...table], leaving],
  ["what nobody knows", {}, active, ["[is sent as active]", "and this overwrites it", ...table], unknown],
  ["what nobody knows, and does not run", {}, ended, [], unknown],
])("of %s is told what it means to users, or nothing", (_, before, after, facts, others = {}) => {
  const text = told(before, after, others);
  if (facts.length === 0) expect(text.trim()).toBe("");
  // a text that is given to toMatch is looked for as it is
  for (const fact of facts) expect(text).toMatch(fact);
  expect(text.includes("Until now:")).toBe(facts.includes("Until now:"));
});

test("what is alike is one entry that names all, and what looks alike but for the sizes of other groups is not", () => {
  const sizes = (first: number, rest: readonly number[]) => ({
    status: "active",
    groups: [first, ...rest].map((size, index) => ({ id: index === 0 ? "control" : `rest ${index}`, size })),
  });
  const text = textOf(
    ...[[50], [50], [30, 20]].map((rest, index) =>
      anUpdate({ name: `e${index}`, forUsers: "changes", whole: { before: sizes(50, rest), after: sizes(20, rest) } }),
    ),
  );
  expect(text).toMatch(
    /2 experiments \[changes[\s\S]*sizes: control 50 % → 20 %, rest 1 50 %\n[\s\S]*- experiment e0\n/,
  );
  expect(text).toContain("group sizes: control 50 % → 20 %, rest 1 30 %, rest 2 20 %");
});
