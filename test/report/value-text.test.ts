import { rawText } from "../../lib/report/document";
import { pairWords, startOfDifference } from "../../lib/report/value-text";
import { Opaque, type Value } from "../../lib/value/value";

test.each<[string, Value, Value, string, string]>([
  ["what differs", "green", "blue", "green", "blue"],
  ["a blank at the end", "green", "green ", "green", '"green\\u0020"'],
  ["a number and its text", 1, "1", "1", '"1"'],
  ["true and its text", true, "true", "true", '"true"'],
  ["nothing and its text", null, "none", "none", '"none"'],
  ["a look-alike letter", "green", "gr\u0435en", '"green"', '"gr\\u0435en"'],
  ["a letter composed in another way", "caf\u00e9", "cafe\u0301", '"caf\\u00e9"', '"cafe\\u0301"'],
  ["a space of another kind", "a b", "a\u00a0b", '"a b"', '"a\\u00a0b"'],
  ["a look-alike letter in a list", ["a", "b"], ["\u0430", "b"], '["a", "b"]', '["\\u0430", "b"]'],
  ["what is hidden", Opaque.hidden("a"), Opaque.hidden("b"), "hidden", "hidden"],
])("beside each other, %s is seen", (_case, before, after, last, next) => {
  expect(pairWords(before, after).map(rawText)).toEqual([last, next]);
});

test.each([
  ["a", "b", 0],
  ["x".repeat(50), `${"x".repeat(30)}y`, 18],
  ["x".repeat(50), "x".repeat(60), 38],
])("%s and %s are worth reading from %i on", (one, other, start) => {
  expect(startOfDifference(one, other)).toBe(start);
});
