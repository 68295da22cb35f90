import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";

const ROOT = join(import.meta.dirname, "../..");

/** How many seconds the files of tests took that take some; `MEASURE=1 npm test` writes it. */
export const DURATIONS = join(import.meta.dirname, "durations.json");

/** What a file of a part is called in the list. */
export function nameOf(part, path) {
  return `${part} ${relative(ROOT, path).replaceAll("\\", "/")}`;
}

/**
 * A jest reporter that ends the output with how long each part took, and `N passed, N failed`, with `, N skipped` where
 * there are any. A test file that could not run counts as one failure. With `MEASURE`, it keeps how long the files took.
 */
export default class CountReporter {
  /** Milliseconds that the files of each part took, one after the other. */
  #times = new Map();
  /** Seconds that each file took. */
  #seconds = new Map();

  /**
   * Names the steps on each Node, which jest leaves out where it runs many files.
   *
   * @param {import("@jest/reporters").Test} test
   * @param {import("@jest/test-result").TestResult} result
   */
  onTestResult({ path, context }, { testResults, perfStats: { start, end } }) {
    const part = context.config.displayName?.name;
    this.#times.set(part, (this.#times.get(part) ?? 0) + end - start);
    this.#seconds.set(nameOf(part, path), Math.round((end - start) / 1000));
    if (part !== "nodes") return;
    for (const { fullName, status } of testResults) console.log(`${status}: ${fullName}`);
  }

  /**
   * @param {unknown} _contexts
   * @param {import("@jest/test-result").AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    if (process.env.MEASURE) keep(this.#seconds);
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

/**
 * Puts the files of a run into the list, the longest first. What another part has stays.
 *
 * @param {ReadonlyMap<string, number>} seconds by the files' names
 */
function keep(seconds) {
  const parts = new Set([...seconds.keys()].map((name) => name.split(" ")[0]));
  const former = Object.entries(JSON.parse(readFileSync(DURATIONS, "utf8")));
  const others = former.filter(([name]) => !parts.has(name.split(" ")[0]));
  const long = [...others, ...seconds].filter(([, taken]) => taken >= 2).sort(([, one], [, other]) => other - one);
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
