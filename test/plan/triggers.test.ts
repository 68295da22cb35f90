import fc from "fast-check";
import { experiment } from "../../lib/api/experiment-schema";
import { kinds } from "../../lib/api/kinds";
import { decodedTrigger, withheld } from "../../lib/plan/triggers";
import { triggerOf } from "../../lib/terraform/language/terraform-value";
import { type Fields, Opaque } from "../../lib/value/value";
import { propsOf } from "../e2e/random-props";

const { shape } = experiment.fields;

test.each(kinds.map((kind) => [kind.name, kind] as const))(
  "every field of any %s is read back from its trigger",
  (_, kind) => {
    fc.assert(
      fc.property(propsOf(kind, []), (props) => {
        const fields = JSON.parse(JSON.stringify(props)) as Fields;
        const read = Object.entries(fields).map(([name, value = null]) => {
          const [text] = triggerOf(value).template;
          return [name, decodedTrigger(text, kind.fields.shape[name])];
        });
        expect(Object.fromEntries(read)).toEqual(fields);
      }),
    );
  },
);

test("a text that is too long is read as its digest, and a text of that form as itself", () => {
  expect(decodedTrigger(5, shape.allocation)).toBe(5);
  expect(decodedTrigger("9007199254740993", shape.allocation)).toBe("9007199254740993");
  const [long] = [triggerOf("a".repeat(40_000))].map(({ template }) => template.join(""));
  expect(decodedTrigger(long, shape.hypothesis)).toEqual(Opaque.digest(long ?? ""));

  const [own] = triggerOf(long ?? "").template;
  expect(decodedTrigger(own, shape.hypothesis)).toBe(long);
});

test("what Terraform marks is withheld, also inside, and missing where only marks are there", () => {
  const marked = withheld({ list: [1, 2], seen: "yes" }, { list: [false, true] }, { list: [true], late: { id: true } });

  expect(JSON.parse(JSON.stringify(marked))).toEqual({
    list: [{ unknown: true }, { sensitive: true }],
    seen: "yes",
    late: { id: { unknown: true } },
  });
  expect(withheld(undefined, false, true)).toEqual(Opaque.unknown());
  expect(withheld(undefined, false, false)).toBeUndefined();
});
