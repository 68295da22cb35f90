import type { Review } from "../../lib/review/model";
import { reviewReport } from "../../lib/review/review-report";
import { Opaque } from "../../lib/value/value";
import { anUpdate, aReview } from "./samples";

/** The JSON of a review, read. */
function jsonOf(review: Review) {
  return JSON.parse(JSON.stringify(reviewReport.json(review)));
}

test("a withheld value is told by a sign, beside the one that is known", () => {
  const [sensitive, unknown] = [new Opaque("secret", [], { content: "secret" }), new Opaque("deploy")];
  const fields = [
    { path: "a", before: sensitive, after: sensitive },
    { path: "b", before: 1, after: unknown },
    { path: "c", before: sensitive, after: unknown },
    { path: "d", after: { list: [sensitive, { size: unknown }] } },
    { path: "e", before: null },
    { path: "f", before: sensitive, isUnsent: true as const },
  ];
  const { stacks } = jsonOf(aReview([anUpdate({ fields })]));

  expect(stacks[0].changes[0].fields).toEqual([
    { path: "a", sensitive: true },
    { path: "b", before: 1, unknown: true },
    { path: "c", sensitive: true, unknown: true },
    { path: "d", after: { list: [{ sensitive: true }, { size: { unknown: true } }] } },
    { path: "e", before: null },
    { path: "f", sensitive: true, noLongerSent: true },
  ]);
});

test("a review is told by the names of its contract and no others", () => {
  const { stacks } = jsonOf(aReview([anUpdate({ file: "a.yaml" })]));

  expect(Object.keys(stacks[0])).toEqual(["name", "calls", "notes", "changes"]);
  expect(Object.keys(stacks[0].changes[0])).toEqual([
    "action",
    "kind",
    "name",
    "construct",
    "file",
    "calls",
    "fields",
    "risks",
  ]);
});
