import TestSequencer from "@jest/test-sequencer";

/** The part with the longest file comes first, the one with the shortest files last: no worker is left with a long file. */
const PLACES = { nodes: -1, unit: 1 };

/** Runs the parts of the tests in an order that keeps all workers busy to the end. */
export default class LongestFirst extends TestSequencer {
  /** @param {import("@jest/test-result").Test[]} tests */
  sort(tests) {
    const placeOf = ({ context }) => PLACES[context.config.displayName?.name] ?? 0;
    return super.sort(tests).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
