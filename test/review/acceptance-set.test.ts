import { acceptanceSets, setWords } from "../../lib/review/acceptance-set";
import type { Change } from "../../lib/review/model";
import { anUpdate, aReview, aRisk } from "./samples";

const named = (name: string, more: object = {}) => anUpdate({ name, risks: [aRisk(more)] });
const wordsOf = (...changes: Change[]) => acceptanceSets(aReview(changes)).map(setWords);
const four = ["a", "b", "c", "d"].map((name) => named(name));
const [words = ""] = wordsOf(...four);

test("from four entities of an open risk on, one line accepts exactly those", () => {
  expect(words).toMatch(/^ramp 4 [0-9a-f]{8}$/);
  expect(wordsOf(...four.slice(0, 3))).toEqual([]);
  expect(wordsOf(...four.slice(0, 3), named("d", { acknowledged: true }))).toEqual([]);
  expect(wordsOf(...four.toReversed())).toEqual([words]);
});

test.each([
  ["another entity", named("e")],
  ["another kind", { ...named("d"), kind: "metric_source" }],
  ["another reason", named("d", { why: "more than at once" })],
])("it is another line with %s", (_, other) => {
  const [changed] = wordsOf(...four.slice(0, 3), other);
  expect(changed).toMatch(/^ramp 4 [0-9a-f]{8}$/);
  expect(changed).not.toBe(words);
});

test("it is another line in another stack, and with one entity more", () => {
  expect(acceptanceSets(aReview(four, { name: "other" })).map(setWords)).not.toEqual([words]);
  expect(wordsOf(...four, named("e"))).toEqual([expect.stringMatching(/^ramp 5 /)]);
});
