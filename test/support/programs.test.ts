import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./child-process";

let directory: string;
beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "programs-")));
});
afterEach(() => rm(directory, { recursive: true }));

function node(...args: string[]) {
  const signal = new AbortController().signal;
  return run(process.execPath, args, { directory, environment: {}, signal });
}

describe("run.mjs", () => {
  const runner = join(__dirname, "run.mjs");

  test("runs a TypeScript file with its arguments, its imports, its place and its exit code", async () => {
    await writeFile(join(directory, "greeting.ts"), "export const greeting: string = 'hello';");
    await writeFile(
      join(directory, "main.ts"),
      `import { greeting } from "./greeting";
      console.log(greeting, process.argv.slice(2).join("+"), __dirname);
      process.exitCode = 3;`,
    );
    expect(await node(runner, "main.ts", "a b", "c")).toEqual({ exitCode: 3, output: `hello a b+c ${directory}\n` });
  });

  test("names the lines of the TypeScript file in stack traces", async () => {
    await writeFile(
      join(directory, "main.ts"),
      "interface Gone {\n  readonly a: string;\n}\nexport type Too = Gone;\nthrow new Error('here');",
    );
    expect((await node(runner, "main.ts")).output).toContain("main.ts:5:");
  });

  test("asks for a file", async () => {
    expect(await node(runner)).toMatchObject({ exitCode: 2, output: expect.stringContaining("no file to run") });
  });
});

describe("reporter.mjs", () => {
  async function lastLine(results: Readonly<Record<string, number>>): Promise<string> {
    const none = {
      numPassedTests: 0,
      numFailedTests: 0,
      numRuntimeErrorTestSuites: 0,
      numPendingTests: 0,
      numTodoTests: 0,
    };
    const script = `
      const { default: Reporter } = await import(${JSON.stringify(join(__dirname, "reporter.mjs"))});
      new Reporter().onRunComplete([], ${JSON.stringify({ ...none, ...results })});
      console.log("jest's own summary");`;
    const { output } = await node("--input-type=module", "-e", script);
    return output.trimEnd().split("\n").at(-1) ?? "";
  }

  test("ends the output with the number of passed and failed tests", async () => {
    expect(await lastLine({ numPassedTests: 5, numFailedTests: 1 })).toBe("5 passed, 1 failed");
  });

  test("counts a test file that could not run as failed", async () => {
    expect(await lastLine({ numFailedTests: 1, numRuntimeErrorTestSuites: 2 })).toBe("0 passed, 3 failed");
  });

  test("mentions skipped tests where there are any", async () => {
    expect(await lastLine({ numPassedTests: 2, numPendingTests: 1, numTodoTests: 1 })).toBe(
      "2 passed, 0 failed, 2 skipped",
    );
  });
});
