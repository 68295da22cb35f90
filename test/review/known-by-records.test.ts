import type { Resource } from "../../lib/api/resource";
import { resourceOf } from "../../lib/api/resources";
import { Deferred, type Fields } from "../../lib/entity/deferred-value";
import type { Request } from "../../lib/protocol/request-file";
import { differencesOf } from "../../lib/review/differences";
import { comparedWith } from "../../lib/review/known-by-records";
import type { FieldChange } from "../../lib/review/model";
import type { PlannedChange } from "../../lib/review/planned-change";
import { type Values, Withheld } from "../../lib/review/value";

const resource = resourceOf("experiment") as Resource;
const metrics = [{ name: "orders" }, { name: "visits" }];

/** The fields of an update that a record of the former declaration leaves. */
function fieldsOf(
  former: PlannedChange["former"],
  before: Values,
  after: Values,
  declared: Fields = {},
): readonly FieldChange[] {
  const request = { fields: declared } as Request;
  const change: PlannedChange = {
    action: "update",
    entity: { name: "experiment_a", type: "terraform_data", resource, isDryRun: false, request },
    name: "a",
    calls: ["update"],
    former,
    before,
    after,
    fields: differencesOf(former === "sent" ? before : {}, after, Object.keys({ ...before, ...after })),
  };
  return comparedWith(change, { targetingGateID: "gate", hypothesis: "a", allocation: 10, primaryMetrics: metrics })
    .fields;
}

const unknown = new Withheld("unknown");
const [one, two] = ["one", "two"].map((text) => new Withheld("sensitive", text));
const named = "(environment variable FIRST)";
const other = "(environment variable SECOND)";

const cases: readonly {
  readonly what: string;
  readonly before: Values;
  readonly after: Values;
  readonly expected: readonly FieldChange[];
  readonly declared?: Fields;
}[] = [
  {
    what: "an unknown value",
    before: { targetingGateID: "gate" },
    after: { targetingGateID: unknown },
    expected: [{ path: "targetingGateID", before: "gate", after: unknown }],
  },
  {
    what: "another sensitive value, beside one that stays",
    before: { hypothesis: one, targetingGateID: one },
    after: { hypothesis: two, targetingGateID: one },
    expected: [{ path: "hypothesis", before: one, after: two }],
  },
  {
    what: "a secret of another variable",
    before: { hypothesis: named },
    after: { hypothesis: other },
    declared: { hypothesis: new Deferred([{ environment: "SECOND" }]) },
    expected: [{ path: "hypothesis", before: named, after: other }],
  },
  {
    what: "an unknown value in a new element",
    before: { primaryMetrics: metrics.slice(1) },
    after: { primaryMetrics: [...metrics.slice(1), { name: unknown }] },
    expected: [{ path: "primaryMetrics[1].name", after: unknown }],
  },
];

test.each(cases)("$what stays among the changes, as no record tells what it was", (each) => {
  const { before, after, expected, declared } = each;
  expect(fieldsOf("sent", before, after, declared)).toEqual(expected);
});

test("of what is taken over, values that the plan hides may change, and those of a secret are not told", () => {
  const after = { targetingGateID: unknown, hypothesis: other, allocation: 10 };
  const declared = { hypothesis: new Deferred([{ environment: "SECOND" }]) };

  expect(fieldsOf("unknown", {}, after, declared)).toEqual([{ path: "targetingGateID", after: unknown }]);
});
