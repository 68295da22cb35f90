import { join } from "node:path";
import { type Running, start } from "../support/process";
import { aSegment } from "../support/samples";
import { temporaryFolder } from "../support/temporary-folder";
import { synthesise } from "./command";

const CLI = join(__dirname, "../../dist/cli/main.js");
const EMULATOR = [CLI, "emulator", "--port", "0"];
const STOPPED = /\nstopped; what it kept is gone\n$/;
const folder = temporaryFolder();
const running = new Set<Running>();

afterEach(() => {
  for (const { process: child } of running) child.kill("SIGKILL");
  running.clear();
});

/** Starts a program that ends with the test. */
function startNode(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Running {
  const environment = { PATH: process.env.PATH, ...variables };
  const started = start(process.execPath, args, { directory: folder, environment, writesStdin: true });
  running.add(started);
  return started;
}

test("the exit code is the process's, and errors have no stack trace", async () => {
  const { exitCode, stderr } = await startNode([CLI, "requests", "--output", "nowhere"]).ended;
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^error: .*\n {2}next: .*\n {2}more: npx .* explain not-synthesised\n$/);
});

test.each([
  ["disk", "exec node cli --help > /dev/full", "ENOSPC"],
  // where Node's own streams leave out the rest without an error
  ["file", "trap '' XFSZ; ulimit -f 1; exec node cli --help > limited", "EFBIG"],
  ["file of many writes", "trap '' XFSZ; ulimit -f 0; exec node cli emulator --port 0 > limited", "EFBIG"],
])("a result that a full %s cuts off is no success", async (_, script, code) => {
  const command = script.replace("node cli", `'${process.execPath}' '${CLI}'`);
  const { exitCode, stderr } = await start("sh", ["-c", command], { directory: folder, environment: {} }).ended;

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(new RegExp(`^error: the standard output cannot be written.*: ${code}\n  next: .*\n$`));
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the emulator cleanly", async (signal) => {
  const { process: child, said, ended } = startNode(EMULATOR);
  await said("Ctrl-C");
  child.kill(signal);
  expect(await ended).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(STOPPED), stderr: "" });
});

test("the end of what started the emulator ends it", async () => {
  // as the shell that npx, npm run and others start, which passes no signal on
  const shell = `require("node:child_process").spawn(process.execPath, ${JSON.stringify(EMULATOR)}, { stdio: "inherit" })`;
  const starter = startNode(["--eval", shell]);
  await starter.said("Ctrl-C");
  starter.process.kill("SIGTERM");

  // it has ended when what it started has
  expect((await starter.ended).stdout).toMatch(STOPPED);
});

test("Ctrl-C ends what waits for stdin", async () => {
  const { process: child, ended } = startNode([CLI, "adopt", "-"]);
  // more than a pipe holds: written only once the command reads, which then waits for the rest
  await new Promise((resolve) => child.stdin?.write(" ".repeat(4 * 1024 * 1024), resolve));
  child.kill("SIGINT");
  await ended;
  expect(child.signalCode).toBe("SIGINT");
});

test("a reader that has seen enough ends it quietly", async () => {
  const out = join(folder, "out");
  synthesise(out, { checkout: aSegment({ tags: Array<string>(20_000).fill("a long tag") }) });
  const { process: child, ended } = startNode([CLI, "requests", "--output", out]);
  child.stdout?.destroy();

  expect(await ended).toMatchObject({ exitCode: 0, stderr: "" });
});
