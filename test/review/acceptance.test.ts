import {
  type Acceptance,
  AcceptWords,
  acceptanceIn,
  acceptanceSets,
  isAboutChanges,
  openRisks,
  risksAcceptedBy,
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
  const acceptWords = new AcceptWords(review);
  const words = openRisks(review).map((open) => acceptWords.exact(open));

  expect(words).toEqual(entities.map((entity) => `ramp:${entity}`));
  for (const [index, text] of words.entries()) {
    const left = openRisks(withAccepted(review, [accepting(text)]));
    expect(left.map((open) => acceptWords.exact(open))).toEqual(words.filter((_, other) => other !== index));
  }
  for (const text of words) expect(risksAcceptedBy(review, [accepting(text)])).toEqual([[expect.anything()]]);
});

test("a risk of another entity stays open, and a kind is written as in the JSON alone", () => {
  const review = reviewOfStacks({ a: [named("one"), named("two")] });
  const left = openRisks(withAccepted(review, [accepting("ramp:experiment/one")]));
  expect(left.map(({ change }) => change.name)).toEqual(["two"]);
  expect(isAboutChanges(review, accepting("ramp:Experiment/one"))).toBe(false);
  expect(acceptanceIn("running-design")).toBeUndefined();
});

test("who accepts stands beside the risk, each once", () => {
  const review = reviewOfStacks({ a: [named("one")] });
  const by = (name: string) => ({ ...accepting("ramp:experiment/one"), by: name });
  const accepted = withAccepted(review, [by("@ann"), accepting("ramp"), by("@bob"), by("@ann")]);
  expect(accepted.stacks[0]?.changes[0]?.risks).toMatchObject([{ accepted: true, acceptedBy: ["@ann", "@bob"] }]);
});

test("a set accepts exactly what is open: at first, or after others were accepted one by one", () => {
  const names = ["one", "two", "three", "four", "five"];
  const review = reviewOfStacks({ a: names.map((name) => named(name)) });
  const one = accepting("ramp:experiment/one");
  const words = (of: Review) =>
    acceptanceSets(openRisks(of))
      .map(({ words }) => words)
      .map(accepting);
  const rest = words(withAccepted(review, [one]));

  expect(openRisks(withAccepted(review, words(review)))).toEqual([]);
  expect(openRisks(withAccepted(review, [one, ...rest]))).toEqual([]);
  expect(openRisks(withAccepted(review, rest))).toHaveLength(5);
  const [other = ""] = words(review).map(({ set = "" }) => set.replace("5", "4"));
  expect(openRisks(withAccepted(review, [{ risk: "ramp", set: other }]))).toHaveLength(5);
});

const risky = (name: string, more: object = {}) => anUpdate({ name, risks: [aRisk(more)] });
const setsOf = (...changes: Change[]) => acceptanceSets(openRisks(aReview(changes))).map(({ words }) => words);
const four = ["a", "b", "c", "d"].map((name) => risky(name));
const [setOfFour = ""] = setsOf(...four);

test("from four entities of an open risk on, one line accepts exactly those", () => {
  expect(setOfFour).toMatch(/^ramp 4 [0-9a-f]{8}$/);
  expect(setsOf(...four.slice(0, 3))).toEqual([]);
  expect(setsOf(...four.slice(0, 3), risky("d", { acknowledged: true }))).toEqual([]);
  expect(setsOf(...four.toReversed())).toEqual([setOfFour]);
});

test.each([
  ["another entity", risky("e")],
  ["another kind", { ...risky("d"), kind: "metric_source" }],
  ["another reason", risky("d", { why: "more than at once" })],
])("it is another line with %s", (_, other) => {
  const [changed] = setsOf(...four.slice(0, 3), other);
  expect(changed).toMatch(/^ramp 4 [0-9a-f]{8}$/);
  expect(changed).not.toBe(setOfFour);
});

test("it is another line in another stack, and with one entity more", () => {
  expect(acceptanceSets(openRisks(aReview(four, { name: "other" }))).map(({ words }) => words)).not.toEqual([
    setOfFour,
  ]);
  expect(setsOf(...four, risky("e"))).toEqual([expect.stringMatching(/^ramp 5 /)]);
});
