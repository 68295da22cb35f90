import { Readable } from "node:stream";
import { run } from "../../lib/cli/program";
import { command } from "./command";

test("each command that help lists says what it does and takes, in lower case", async () => {
  const { stdout: help } = await command(["--help"]);
  const [, listed = ""] = help.split(/^commands:\n/im);
  const names = [...listed.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = ""]) => name).filter((name) => name !== "help");
  expect(names.length).toBeGreaterThan(7);

  for (const name of names) {
    const { exitCode, stdout, stderr } = await command([name, "--help"]);
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(new RegExp(`^usage: cdktf-experimentation ${name} `));
    expect(stdout).toContain(`\nexample:\n  npx --no-install cdktf-experimentation ${name} `);
    // neither a text nor the description after an option begins with a capital
    expect(stdout).not.toMatch(/^(?: {2}\S.* {2})?[A-Z][a-z]/m);
    expect((await command(["help", name])).stdout).toBe(stdout);
  }
});

test("help prints the commands, and --version the version; without a command, help is shown with exit code 2", async () => {
  expect(await command(["help"])).toEqual(await command(["--help"]));
  expect(await command(["help", "nothing"])).toMatchObject({ exitCode: 2, stdout: "" });
  expect(await command([])).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringMatching(/^usage: /) });
  expect(await command(["--version"])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test("a defect is exit code 2: nothing was done", async () => {
  const broken = { write: () => JSON.parse("no JSON") };
  const stderr = { text: "", write: (text: string) => (stderr.text += text) };
  const io = { stdin: Readable.from([]), stdout: broken, stderr, environment: {}, directory: "." };
  const exitCode = await run(["--version"], { ...io, stopSignal: () => AbortSignal.abort() });
  expect([exitCode, stderr.text]).toEqual([2, expect.stringMatching(/^error: .* JSON\n$/)]);
});

test.each([
  [["request"], "unknown command 'request'", "requests", ""],
  [["requests", "--fromat", "json"], "unknown option '--fromat'", "--format", " requests"],
  [["review", "--format", "pdf"], "option '--format", "Allowed choices are text, markdown, html, json.", " review"],
] as const)("%j exits with 2, says what is wrong and where help is", async (argv, problem, meant, of) => {
  const { exitCode, stdout, stderr } = await command(argv);

  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(`error: ${problem}`);
  expect(stderr).toContain(meant);
  expect(stderr).toMatch(new RegExp(`\n {2}next: see npx --no-install cdktf-experimentation${of} --help\n$`));
});

test.each(["review.md", "out/list.JSON"])(
  "--output %s, which is no directory, asks back: did you mean --out",
  async (file) => {
    const { exitCode, stderr } = await command(["list", "--output", file]);

    expect(exitCode).toBe(2);
    expect(stderr).toContain("did you mean --out?");
    expect(stderr).toContain(`--out ${file};`);
  },
);
