import { readFileSync } from "node:fs";
import type { Change, Risk } from "../../lib/review/model";
import { experimentRisks } from "../../lib/review/risks/experiment-risks";
import { riskReasons } from "../../lib/review/risks/risk-reasons";
import { riskGroups } from "../../lib/review/risks-doc";
import { anUpdate, aReview } from "./samples";

const ramp: Risk = {
  name: "ramp",
  what: "allocation 10 → 60",
  text: "allocation 10 → 60: at once",
  acknowledged: false,
};
const groups: Risk = { name: "running-groups", text: "group resized", acknowledged: true };
const change = (name: string | null, ...risks: Risk[]): Change =>
  anUpdate({ name, address: `terraform_data.experiment_${name ?? "at_1"}`, risks });

test("risks are grouped by their names: those that need a decision first, each entity with what accepts it", () => {
  const review = aReview([
    change("one", groups, ramp),
    change("two", { ...ramp, accepted: true }),
    change(null, ramp),
    change("my three", ramp),
  ]);
  const told = riskGroups(review).map(({ entities, ...group }) => ({
    ...group,
    entities: entities.map(({ change: { name }, what, accept }) => [name, what, accept]),
  }));

  expect(told).toEqual([
    {
      name: "ramp",
      why: riskReasons.ramp,
      open: 3,
      acceptAll: "--accept ramp",
      entities: [
        ["one", "allocation 10 → 60", "--accept ramp:experiment/one"],
        [null, "allocation 10 → 60", "--accept ramp:terraform_data.experiment_at_1"],
        ["my three", "allocation 10 → 60", "--accept 'ramp:experiment/my three'"],
        ["two", "allocation 10 → 60", undefined],
      ],
    },
    {
      name: "running-groups",
      why: riskReasons["running-groups"],
      open: 0,
      entities: [["one", "group resized", undefined]],
    },
  ]);
});

test.each([
  ["ramp", { allocation: 10 }, { allocation: 60 }, "allocation 10 → 60"],
  ["running-hypothesis", { hypothesis: "a" }, { hypothesis: "b" }, "hypothesis a → b"],
  ["running-units", { targetingGateID: "a" }, {}, "targeting gate (a) is no longer sent"],
])("what changes stands apart from why it matters: %s", (name, before, after, what) => {
  const active = { status: "active" };
  const risks = experimentRisks({ before: { ...active, ...before }, after: { ...active, ...after } });
  expect(risks.map((risk) => [risk.name, risk.what])).toEqual([[name, what]]);
});

test("the page of risks says of each why it matters, as a review does", () => {
  const page = readFileSync("docs/risks.md", "utf8");
  const said = [...page.matchAll(/^### (\S+)\n(?:\n|- \*\*When.*\n| .*\n)*- \*\*Why\*\*: (.*)\.$/gm)];
  expect(Object.fromEntries(said.map(([, name, why]) => [name, why]))).toEqual(riskReasons);
});
