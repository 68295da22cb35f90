import { describeKind, describeValue, inWords } from "../../lib/text/words";

describe("the description of a value", () => {
  const itself: Record<string, unknown> = {};
  itself.itself = itself;

  test.each([
    [undefined, "nothing", "nothing"],
    [null, "null", "null"],
    [true, "true", "a boolean"],
    [Number.NaN, "NaN", "a number"],
    ['say "hi"\n', '"say \\"hi\\"\\n"', "a string of 9 characters"],
    ["a\u200b ##vso[x]", '"a\\u200b \\u0023\\u0023vso[x]"', "a string of 11 characters"],
    ["😀".repeat(3), '"😀😀😀"', "a string of 3 characters"],
    ["x".repeat(79), `"${"x".repeat(59)}… (a string of 79 characters)`, "a string of 79 characters"],
    [[1, "a"], '[1,"a"]', "a list of 2 elements"],
    [{ a: 1 }, '{"a":1}', "an object"],
    [new Date(0), "an instance of Date", "an instance of Date"],
    [5n, "a bigint", "a bigint"],
    [itself, "an object", "an object"],
    [() => 1, "a function", "a function"],
  ])("%#: %p", (value, shown, kind) => {
    expect(describeValue(value)).toBe(shown);
    expect(describeKind(value)).toBe(kind);
  });
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
])("the words %j make the text %j", (words, text) => {
  expect(inWords(words)).toBe(text);
});
