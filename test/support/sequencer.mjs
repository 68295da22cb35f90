import { readFileSync } from "node:fs";
import TestSequencer from "@jest/test-sequencer";
import { DURATIONS, nameOf } from "./reporter.mjs";

/** Starts the files that take long before the others, so that no worker is left with one of them at the end. */
export default class LongestFirst extends TestSequencer {
  #seconds = JSON.parse(readFileSync(DURATIONS, "utf8"));

  /** @param {import("@jest/test-result").Test[]} tests */
  sort(tests) {
    return super.sort(tests).toSorted((one, other) => this.#secondsOf(other) - this.#secondsOf(one));
  }

  /** The seconds that a file took when they were measured; those on each Node are not in the list, and take minutes. */
  #secondsOf({ path, context }) {
    const part = context.config.displayName?.name;
    return part === "nodes" ? Number.POSITIVE_INFINITY : (this.#seconds[nameOf(part, path)] ?? 0);
  }
}
