import { isRounded } from "../../lib/value/json";

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
