import TestSequencer from "@jest/test-sequencer";

/** Runs the unit tests last: they are short, so no long file is left to one worker at the end. */
export default class ShortestLast extends TestSequencer {
  /** @param {import("@jest/test-result").Test[]} tests */
  sort(tests) {
    const isUnit = ({ context }) => context.config.displayName?.name === "unit";
    return super.sort(tests).toSorted((one, other) => Number(isUnit(one)) - Number(isUnit(other)));
  }
}
