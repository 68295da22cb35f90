import { experiment } from "../../lib/api/experiment-schema";
import { decodedTrigger, withheld } from "../../lib/review/trigger-value";
import { Withheld } from "../../lib/review/value";
import { triggerOf } from "../../lib/terraform/language/trigger-text";

const { shape } = experiment.fields;

test.each([
  ["hypothesis", "5"],
  ["hypothesis", "null"],
  ["hypothesis", '"quoted"'],
  ["hypothesis", '{"a":1}'],
  ["hypothesis", "[1, 2"],
  ["hypothesis", ""],
  ["targetingGateID", null],
  ["targetingGateID", "gate"],
  ["defaultConfidenceInterval", "95"],
  ["status", "active"],
  ["allocation", 10.5],
  ["bonferroniCorrection", false],
  ["targetApps", "one"],
  ["targetApps", ["one", "two"]],
  ["targetApps", '["one"]'],
  ["scheduledReloadDays", null],
  ["groups", [{ id: "a", size: 50, parameterValues: { deep: [null, { x: "é" }] } }]],
] as const)("%s is read back from its trigger: %j", (name, value) => {
  const [text] = triggerOf(value as never).template;

  expect(decodedTrigger(text, shape[name])).toEqual(value);
});

test("a typed value of terraform_data is what it is", () => {
  expect(decodedTrigger(5, shape.allocation)).toBe(5);
  expect(decodedTrigger([{ size: 5 }], shape.groups)).toEqual([{ size: 5 }]);
});

test("what Terraform marks is withheld, also inside, and missing where only marks are there", () => {
  const marked = withheld({ list: [1, 2], seen: "yes" }, { list: [false, true] }, { list: [true], late: { id: true } });

  expect(JSON.parse(JSON.stringify(marked))).toEqual({
    list: [{ unknown: true }, { sensitive: true }],
    seen: "yes",
    late: { id: { unknown: true } },
  });
  expect(withheld(undefined, false, true)).toEqual(new Withheld("unknown"));
  expect(withheld(undefined, false, false)).toBeUndefined();
});

test("a withheld value tells nothing of itself", () => {
  const secret = new Withheld("sensitive", "the secret");

  expect(`${JSON.stringify([secret])}${String(secret)}${JSON.stringify(Object.entries(secret))}`).not.toContain(
    "the secret",
  );
});
