import TestSequencer from "@jest/test-sequencer";

/** What took longest when it was measured; those on each Node take minutes. */
const LONGEST =
  /\/(nodes|told-walk|hcl|shell|html|pipelines|package|review|killed-deploys|frameworks|random-walks|secrets|remedies)\.test\.ts$/;

/** Starts the files that take long before the others, so that no worker is left with one of them at the end. */
export default class LongestFirst extends TestSequencer {
  /** @param {import("@jest/test-result").Test[]} tests */
  sort(tests) {
    const [long, others] = [true, false].map((isLong) => tests.filter(({ path }) => LONGEST.test(path) === isLong));
    return [...long, ...super.sort(others)];
  }
}
