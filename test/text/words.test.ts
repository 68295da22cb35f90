import { describeKind, describeValue } from "../../lib/text/words";

const itself: Record<string, unknown> = {};
itself.itself = itself;

test.each([
  [undefined, "nothing", "nothing"],
  [null, "null", "null"],
  [Number.NaN, "NaN", "a number"],
  ["😀\u200b ##vso[x]\n", '"😀\\u200b \\u0023\\u0023vso[x]\\n"', "a string of 12 characters"],
  [' "page\\  ', '"\\u0020\\"page\\\\\\u0020\\u0020"', "a string of 9 characters"],
  [{ "a ": [" b c "] }, '{"a\\u0020":["\\u0020b c\\u0020"]}', "an object"],
  ["x".repeat(79), `"${"x".repeat(59)}… (a string of 79 characters)`, "a string of 79 characters"],
  [[1, "a"], '[1,"a"]', "a list of 2 elements"],
  [{ a: 1 }, '{"a":1}', "an object"],
  [new Date(0), "an instance of Date", "an instance of Date"],
  [5n, "a bigint", "a bigint"],
  [itself, "an object", "an object"],
])("%#: a value is described with what it is, or by its kind alone: %p", (value, shown, kind) => {
  expect(describeValue(value)).toBe(shown);
  expect(describeKind(value)).toBe(kind);
});
