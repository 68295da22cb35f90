import { cardGroups } from "../../lib/review/card-groups";
import type { Change } from "../../lib/review/model";
import { Opaque } from "../../lib/value/value";
import { anUpdate, aReview, aRisk, type SampleChange } from "./samples";

const fields = [{ path: "allocation", before: 10, after: 20 }];
const one = anUpdate({ name: "one", fields, risks: [aRisk()] });
const size = (id: string) => ({
  fields: [{ path: "groups[0].size", before: 50, after: 20 }],
  before: {},
  after: { groups: [{ id }] },
});

/** The names of each card, and of each the stacks. */
function cardsOf(...stacks: (readonly Change[])[]): string[] {
  const review = { stacks: stacks.flatMap((changes, index) => aReview(changes, { name: `stack-${index}` }).stacks) };
  return cardGroups(review).map(({ units }) =>
    units.map((unit) => `${unit[0].change.name}@${unit.map(({ stack }) => stack.at(-1)).join("")}`).join(" "),
  );
}

test.each<[string, Partial<SampleChange>, boolean, Partial<SampleChange>?]>([
  ["of another name, at another place", { construct: "other", address: "terraform_data.two" }, true],
  ["of another kind", { kind: "segment" }, false],
  ["of another action", { action: "adopt" }, false],
  ["of another field", { fields: [{ path: "duration", before: 10, after: 20 }] }, false],
  ["from another value", { fields: [{ path: "allocation", before: 5, after: 20 }] }, false],
  ["of the same place in another group", size("green"), false, size("control")],
  ["without a risk", { risks: [] }, false],
  ["with a risk that has its decision", { risks: [aRisk({ accepted: true })] }, false],
  ["with another text of a risk", { risks: [aRisk({ what: "another" })] }, false],
  ["of what starts", { forUsers: "starts" }, false],
])("a change %s: whether both have one card", (_, other, isSimilar, first = {}) => {
  const former = anUpdate({ name: "one", fields, risks: [aRisk()], ...first });
  const latter = anUpdate({ name: "two", fields, risks: [aRisk()], ...other });
  expect(cardsOf([former, latter])).toHaveLength(isSimilar ? 1 : 2);
});

test("an entity has one card for all stacks in which it changes alike, and what is hidden is alike to nothing", () => {
  const two = { ...one, name: "two" };
  expect(cardsOf([one, two], [one, two])).toEqual(["one@01 two@01"]);
  expect(cardsOf([one, two], [one])).toEqual(["one@01", "two@0"]);
  expect(
    cardsOf([one], [anUpdate({ name: "one", fields: [{ path: "allocation", before: 5, after: 20 }] })]),
  ).toHaveLength(2);
  const hidden = { fields: [{ path: "allocation", before: 10, after: Opaque.unknown() }] };
  expect(cardsOf([anUpdate({ ...hidden, name: "a" }), anUpdate({ ...hidden, name: "b" })])).toEqual(["a@0", "b@0"]);
});

test("what needs a decision comes first, then what has one, what moves users, and the rest by its place", () => {
  const quiet = (name: string, more: Partial<SampleChange> = {}) =>
    anUpdate({ name, construct: `checkout/${name}`, risks: [], fields: [{ path: name, after: name }], ...more });
  const cards = cardsOf([
    quiet("e10"),
    quiet("e9"),
    quiet("moves", { forUsers: "stops" }),
    anUpdate({ name: "known", risks: [aRisk({ acknowledged: true })] }),
    anUpdate({ name: "open" }),
    quiet("left", { action: "forget", construct: undefined }),
  ]);
  expect(cards).toEqual(["open@0", "known@0", "moves@0", "e9@0", "e10@0", "left@0"]);
});
