import process from "node:process";

/**
 * A jest reporter that ends the output with `N passed, N failed`, and `, N skipped` where there are any. A test file
 * that could not run counts as one failure.
 */
export default class CountReporter {
  /**
   * Names the steps on each Node, which jest leaves out where it runs many files.
   *
   * @param {import("@jest/reporters").Test} test
   * @param {import("@jest/test-result").TestResult} result
   */
  onTestResult({ context }, { testResults }) {
    if (context.config.displayName?.name !== "nodes") return;
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
    process.once("exit", () => console.log(counts.join(", ")));
  }
}
