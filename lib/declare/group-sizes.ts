import type { Entity } from "../entity/entity";
import { unevenSum } from "../entity/incomplete-start";
import { inWords } from "../text/words";
import { at, type Fields, listAt } from "../value/value";
import { type LikelyMistake, mistakeAt } from "./warnings";

/** Sizes that are no shares of 100 percent, with what would be right where that can be told: one mistake for one slip. */
export function groupSizes({ fields }: Entity): LikelyMistake[] {
  const sizes = listAt(fields.groups).map((group) => at(group, "size"));
  const sum = unevenSum(fields.groups);
  const known = sizes.filter((size) => typeof size === "number");
  const percentages = sum === undefined || known.length < sizes.length ? undefined : asPercentages(known, sum);
  const outside = sizes.flatMap((size, index) =>
    typeof size === "number" && (size < 0 || size > 100)
      ? [mistakeAt(["groups", index, "size"], `${size} is not between 0 and 100 percent`)]
      : [],
  );
  if (sum === undefined || (outside.length > 0 && percentages === undefined)) return outside.map(withStart);
  const repair =
    percentages === undefined
      ? roundingRepair(known, sum)
      : `; sizes are percentages: ${inWords(percentages.map(String))}${fractionOfUsers(fields, sum)}`;
  return [withStart(mistakeAt(["groups"], `sizes add up to ${sum}, not to 100${repair}`))];
}

/** A start lacks sizes that add up: who acknowledged that has decided the same. */
function withStart(mistake: LikelyMistake): LikelyMistake {
  return { ...mistake, also: "start-incomplete" };
}

/** Sums of shares that are given in other units than percent: fractions, per mille, basis points. */
const OTHER_UNITS = [1, 1_000, 10_000];

/** Whole numbers with a smaller sum are weights: 1, 1 and 2. */
const MOST_OF_WEIGHTS = 20;

/** Sizes as percentages, where they are shares in another unit, or weights. */
function asPercentages(sizes: readonly number[], sum: number): number[] | undefined {
  if (sizes.length < 2 || sizes.some((size) => size < 0)) return undefined;
  const unit = OTHER_UNITS.find((each) => Math.abs(sum / each - 1) < 0.005 * sizes.length);
  const areWeights = sum > 1 && sum <= MOST_OF_WEIGHTS && sizes.every((size) => Number.isInteger(size));
  const whole = areWeights ? sum : unit;
  if (whole === undefined) return undefined;
  const shares = sizes.map((size) => rounded((size / whole) * 100, 2));
  return [...shares.slice(0, -1), rounded(100 - shares.slice(0, -1).reduce((total, share) => total + share, 0), 2)];
}

/** Beside fractions, an allocation up to 1 is likely one, too. */
function fractionOfUsers({ allocation }: Fields, sum: number): string {
  if (sum > 2 || typeof allocation !== "number" || allocation <= 0 || allocation > 1) return "";
  return `; and so is allocation: ${rounded(allocation * 100, 6)} in place of ${allocation}`;
}

/** The size that one group is to have, where sizes were rounded. */
function roundingRepair(sizes: readonly number[], sum: number): string {
  const [largest = 0] = [...sizes].sort((a, b) => b - a);
  const digits = Math.max(...sizes.map((size) => (String(size).split(".")[1] ?? "").length));
  const isEqual = sizes.every((size) => size === largest);
  const most = (sizes.length / 2) * 10 ** -digits;
  if (sizes.length < 3 || Math.abs(100 - sum) > most + 1e-6 || !(isEqual || digits > 0)) return "";
  return `; make ${isEqual ? "one" : `the ${largest}`} ${rounded(largest + 100 - sum, Math.max(digits, 2))}`;
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
