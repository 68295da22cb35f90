import { inWords } from "../../lib/api/words";

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("%j is said as %j", (words, text) => {
  expect(inWords(words)).toBe(text);
});
