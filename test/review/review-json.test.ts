import { reviewJson } from "../../lib/review/review-json";
import { anUpdate, aReview, aRisk } from "./samples";

const jsonOf = (...changes: Parameters<typeof aReview>[0]) => JSON.parse(JSON.stringify(reviewJson(aReview(changes))));

test("JSON has the verdict, and of each open risk the words that decide on it", () => {
  const risk = aRisk({ name: "ramp", what: "allocation 10 → 60", why: "6 times as many users, at once" });
  const open = jsonOf(
    anUpdate({
      name: "a",
      file: "experiments/a.yaml",
      risks: [risk, aRisk({ name: "running-groups", acknowledged: true })],
    }),
    anUpdate({ name: "b", file: "experiments/b.JSON", risks: [risk] }),
    anUpdate({ name: "c", risks: [risk] }),
    anUpdate({ name: "d", construct: undefined, risks: [risk] }),
  );
  expect(open.verdict).toBe("not-ready");
  expect(open.openRisks[0]).toMatchObject({
    ...{ stack: "checkout", kind: "experiment", name: "a", file: "experiments/a.yaml", risk: "ramp" },
    ...{ title: "Many more users at once", text: "allocation 10 → 60: 6 times as many users, at once" },
  });
  const choices = open.openRisks.map(({ accept, acknowledge }: Record<string, string>) => [accept, acknowledge]);
  expect(choices).toEqual([
    ["ramp:experiment/a", "acknowledge: [ramp]"],
    ["ramp:experiment/b", '"acknowledge": ["ramp"]'],
    ["ramp:experiment/c", 'acknowledge: ["ramp"]'],
    // nothing is left to write it into
    ["ramp:experiment/d", undefined],
  ]);
});

test.each([
  ["ready", [anUpdate({ risks: [] })]],
  ["ready", [anUpdate({ risks: [aRisk({ accepted: true })] })]],
  ["nothing-changes", []],
])("the verdict of JSON is %s where no risk is open", (verdict, changes) => {
  expect(jsonOf(...changes)).toMatchObject({ verdict, openRisks: [] });
});
