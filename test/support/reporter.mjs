import process from "node:process";

/**
 * A jest reporter that ends the output with how long each part took, and `N passed, N failed`, with `, N skipped` where
 * there are any. A test file that could not run counts as one failure.
 */
export default class CountReporter {
  /** Milliseconds that the files of each part took, one after the other. */
  #times = new Map();

  /**
   * Names the steps on each Node, which jest leaves out where it runs many files.
   *
   * @param {import("@jest/reporters").Test} test
   * @param {import("@jest/test-result").TestResult} result
   */
  onTestResult({ context }, { testResults, perfStats: { start, end } }) {
    const part = context.config.displayName?.name;
    this.#times.set(part, (this.#times.get(part) ?? 0) + end - start);
    if (part !== "nodes") return;
    for (const { fullName, status } of testResults) console.log(`${status}: ${fullName}`);
  }

  /**
   * @param {unknown} _contexts
   * @param {import("@jest/test-result").AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const counts = [`${results.numPassedTests} passed`, `${failed} failed`];
    if (skipped > 0) counts.push(`${skipped} skipped`);
    // Jest prints its own summary after all other reporters.
    process.once("exit", () => {
      const times = [...this.#times].map(([part, time]) => `${part} ${Math.round(time / 1000)} s`);
      if (times.length > 0) console.log(`files, added up: ${times.join(", ")}`);
      console.log(counts.join(", "));
    });
  }
}
