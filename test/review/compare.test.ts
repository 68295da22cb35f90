import type { Kind } from "../../lib/api/kind";
import { kindOf } from "../../lib/api/kinds";
import { differencesOf } from "../../lib/plan/entity-fields";
import type { PlannedChange } from "../../lib/plan/planned-change";
import { entityOfResources } from "../../lib/plan/planned-entity";
import type { RecordFields } from "../../lib/records/record-identity";
import { type ComparedChange, comparedWith } from "../../lib/review/compare";
import { foundRisksOf } from "../../lib/review/risks/found-risks";
import { pathText } from "../../lib/text/names";
import { type Fields, Opaque } from "../../lib/value/value";

const kind = kindOf("experiment") as Kind;
const metrics = [{ name: "orders" }, { name: "visits" }];

const shown = { targetingGateID: "gate", hypothesis: "a", allocation: 10, primaryMetrics: metrics };

/** An update as a record leaves it. */
function compared(
  former: PlannedChange["former"],
  before: Fields,
  after: Fields,
  record: RecordFields = shown,
): ComparedChange {
  const change: PlannedChange = {
    action: "update",
    entity: entityOfResources({ name: "experiment_a", type: "terraform_data", kind, isDryRun: false }),
    name: "a",
    calls: ["update"],
    former,
    before,
    after,
    fields: differencesOf(former === "sent" ? before : {}, after, Object.keys({ ...before, ...after })),
  };
  return comparedWith(change, record);
}

/** Its fields by their paths, with what they were and are. */
function told({ fields }: PlannedChange): object[] {
  return fields.map(({ path, before, after }) => ({
    path: pathText(path),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  }));
}

const unknown = Opaque.unknown();
const [one, two] = ["one", "two"].map((text) => Opaque.hidden(text));
const measuring = (name: string | Opaque = unknown) => ({ primaryMetrics: [{ name }] });
const [named, other] = ["FIRST", "SECOND"].map((environment) => Opaque.deferred([{ environment }]));

test.each<[string, Fields, Fields, object]>([
  [
    "an unknown value",
    { targetingGateID: "gate" },
    { targetingGateID: unknown },
    { path: "targetingGateID", before: "gate", after: unknown },
  ],
  [
    "another sensitive value, beside one that stays",
    { hypothesis: one, targetingGateID: one },
    { hypothesis: two, targetingGateID: one },
    { path: "hypothesis", before: one, after: two },
  ],
  [
    "a secret of another variable",
    { hypothesis: named },
    { hypothesis: other },
    { path: "hypothesis", before: named, after: other },
  ],
  [
    "an unknown value in a new element",
    { primaryMetrics: metrics.slice(1) },
    { primaryMetrics: [...metrics.slice(1), { name: unknown }] },
    { path: "primaryMetrics[1].name", after: unknown },
  ],
])("%s stays among the changes, as no record tells what it was", (_, before, after, expected) => {
  expect(told(compared("sent", before, after))).toEqual([expected]);
});

test.each<[string, Fields, Fields, RecordFields]>([
  ["a sensitive value", { hypothesis: one }, { hypothesis: "literal" }, { hypothesis: "one" }],
  ["a secret of the environment", { hypothesis: named }, { hypothesis: "literal" }, { hypothesis: "one" }],
  ["a secret in a list", measuring(one), measuring("literal"), measuring("one") as RecordFields],
])("where %s was sent last, no text of the record is shown in the place of a literal", (_, before, after, record) => {
  const change = compared("sent", before, after, record);
  expect(JSON.stringify(change)).not.toContain('"one"');
  expect(change.fields).not.toEqual([]);
});

test("of what is taken over, values that the plan hides may change, and those of a secret are not told", () => {
  const after = { targetingGateID: unknown, hypothesis: other, allocation: 10 };

  expect(told(compared("unknown", {}, after))).toEqual([{ path: "targetingGateID", after: unknown }]);
});

test("where the record shows what was sent last, what the plan changes is told, also of what the record lacks", () => {
  const group = (more: Fields) => [{ id: "a", name: "A", size: 100, ...more }];
  const before = { launchedGroupID: "a", groups: group({ foreignGroupID: "1" }) };
  const after = { launchedGroupID: null, groups: group({ foreignGroupID: "2" }) };
  const change = compared("sent", before, after, { launchedGroupID: "a", groups: group({}) });

  expect(told(change)).toEqual([
    { path: "groups[0].foreignGroupID", before: "1", after: "2" },
    { path: "launchedGroupID", before: "a", after: null },
  ]);
  expect(change.before).toMatchObject(before);
});

test.each([null, undefined])("what was sent as %j, and the record shows, was set by hand", (sent) => {
  const group = (disabled: boolean | null | undefined) => [{ id: "a", name: "A", size: 100, disabled }];
  const record = { groups: [...group(true), { id: "b" }], status: "experiment_stopped", hypothesis: "a" };
  const after = { groups: group(false), status: "active", hypothesis: "b" };
  const change = compared("sent", { ...after, groups: group(sent) }, after, record);
  expect(told(change).slice(1, 3)).toEqual([
    { path: "groups[0].disabled", before: true, after: false },
    { path: "groups[1]", before: { id: "b" } },
  ]);
  expect(change.before).toMatchObject(record);
  expect(JSON.stringify(foundRisksOf(change, [], "checkout"))).toMatch(/a → b, .* → active \(it starts again\)"/);
});
