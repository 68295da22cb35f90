import { execFileSync } from "node:child_process";
import { join } from "node:path";

const reporter = join(__dirname, "reporter.mjs");

// what counts the tests must not hide one that could not run
test.each([
  [{ numPassedTests: 5, numFailedTests: 1 }, "5 passed, 1 failed"],
  [{ numFailedTests: 1, numRuntimeErrorTestSuites: 2 }, "0 passed, 3 failed"],
  [{ numPassedTests: 2, numPendingTests: 1, numTodoTests: 1 }, "2 passed, 0 failed, 2 skipped"],
])("the output of a run with %j ends with %j", (results, expected) => {
  const names = ["PassedTests", "FailedTests", "RuntimeErrorTestSuites", "PendingTests", "TodoTests"];
  const none = Object.fromEntries(names.map((name) => [`num${name}`, 0]));
  const script = `
    const { default: Reporter } = await import(${JSON.stringify(reporter)});
    new Reporter().onRunComplete([], ${JSON.stringify({ ...none, ...results })});
    console.log("jest's own summary");`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });

  expect(output.trimEnd().split("\n").at(-1)).toBe(expected);
});
