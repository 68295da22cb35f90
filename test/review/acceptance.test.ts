import {
  type Acceptance,
  acceptanceIn,
  ambiguousAcceptances,
  ExactAcceptances,
  openRisks,
  withAccepted,
} from "../../lib/review/acceptance";
import type { Change, Review } from "../../lib/review/model";
import { anUpdate, aReview, aRisk } from "./samples";

const named = (name: string | null, address = `terraform_data.experiment_${name}`): Change =>
  anUpdate({ name, address, risks: [aRisk()] });

function reviewOfStacks(stacks: Readonly<Record<string, readonly Change[]>>): Review {
  return { stacks: Object.entries(stacks).flatMap(([name, changes]) => aReview(changes, { name }).stacks) };
}

function accepting(text: string): Acceptance {
  const acceptance = acceptanceIn(text);
  if (acceptance === undefined) throw new TypeError(text);
  return acceptance;
}

const nameless = [named(null, "terraform_data.experiment_at_1"), named(null, "terraform_data.experiment_at_2")];

test.each<[string, Review, string[]]>([
  ["a known name", reviewOfStacks({ a: [named("one"), named("two")] }), ["experiment/one", "experiment/two"]],
  [
    "names that only the deploy knows",
    reviewOfStacks({ a: nameless }),
    ["terraform_data.experiment_at_1", "terraform_data.experiment_at_2"],
  ],
  [
    "one entity in two stacks",
    reviewOfStacks({ a: [named("one")], b: [named("one"), ...nameless] }),
    ["a/experiment/one", "b/experiment/one", "b/terraform_data.experiment_at_1", "b/terraform_data.experiment_at_2"],
  ],
  [
    "one name at two services of a stack",
    reviewOfStacks({ a: [named("one", "terraform_data.x_1"), named("one", "terraform_data.x_2")] }),
    ["terraform_data.x_1", "terraform_data.x_2"],
  ],
])("%s: the words that accept a risk accept it of one entity", (_, review, entities) => {
  const exact = new ExactAcceptances(review);
  const words = openRisks(review).map((open) => exact.of(open));

  expect(words).toEqual(entities.map((entity) => `ramp:${entity}`));
  for (const [index, text] of words.entries()) {
    const left = openRisks(withAccepted(review, [accepting(text)]));
    expect(left.map((open) => exact.of(open))).toEqual(words.filter((_, other) => other !== index));
  }
  expect(ambiguousAcceptances(review, words.map(accepting))).toEqual([]);
});

test("a kind may be written as its construct, and a risk of another entity stays open", () => {
  const review = reviewOfStacks({ a: [named("one"), named("two")] });
  const left = openRisks(withAccepted(review, [accepting("ramp:Experiment/one")]));
  expect(left.map(({ change }) => change.name)).toEqual(["two"]);
  expect(acceptanceIn("running-design")).toBeUndefined();
});
