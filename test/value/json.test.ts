import { isRounded, parseUnrounded } from "../../lib/value/json";

test.each([
  ["12345678901234567890", true],
  ["12345678901234567000", false],
  ["-9007199254740993", true],
  ["9007199254740994", false],
  [`1${"0".repeat(300)}`, false],
  [`17976931348623157${"0".repeat(292)}`, false],
  [`17976931348623158${"1".repeat(292)}`, true],
  [`1${"0".repeat(309)}`, true],
  ["0x20000000000001", true],
  ["0x20000000000002", false],
])("whether JavaScript rounds a whole number: %s", (whole, expected) => {
  expect(isRounded(whole)).toBe(expected);
});

test.each<[string, unknown]>([
  ["9007199254740993", "9007199254740993"],
  ['{"n":-9007199254740993,"m":9007199254740992}', { n: "-9007199254740993", m: 9_007_199_254_740_992 }],
  [
    '[ 9007199254740993 , "9007199254740993, \\" 9007199254740993" ]',
    ["9007199254740993", '9007199254740993, " 9007199254740993'],
  ],
  [`[1${"0".repeat(30)}, 0.5]`, [1e30, 0.5]],
  ["[9007199254740993", undefined],
])("a number that JavaScript rounds keeps its digits: %s", (text, value) => {
  expect(parseUnrounded(text)).toEqual(value);
});
