import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { counts } from "./instrument.mjs";

/** A jest reporter that keeps what the files of tests counted. */
export default class CoverageReporter {
  #files = 0;

  /**
   * @param {unknown} _test
   * @param {import("@jest/test-result").TestResult} result
   */
  onTestResult(_test, { coverage }) {
    if (coverage === undefined) return;
    this.#files += 1;
    writeFileSync(join(counts, `jest-${this.#files}.json`), JSON.stringify(Object.values(coverage)));
  }
}
