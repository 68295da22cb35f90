import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { send } from "../emulator/running";
import { aSegment } from "../support/samples";
import { synthesise, temporaryFolder } from "./command";

const root = join(__dirname, "../..");
const folder = temporaryFolder();
const running = new Set<ChildProcess>();

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
});

/** Starts the built command line as a process of its own. */
function start(options: readonly string[], ...argv: string[]) {
  const child = spawn(process.execPath, [...options, join(root, "dist/cli/main.js"), ...argv], {
    stdio: "pipe",
    cwd: folder,
    env: { PATH: process.env.PATH },
  });
  running.add(child);
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    said.stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    said.stderr += chunk.toString();
  });
  return { child, said, closed: once(child, "close") as Promise<[number | null, string | null]> };
}

test("the file is executable by its first line", () => {
  expect(readFileSync(join(root, "dist/cli/main.js"), "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test("the exit code is the process's, and errors have no stack trace", async () => {
  const { said, closed } = start([], "requests", "--output", "nowhere");
  expect((await closed)[0]).toBe(2);
  expect(said).toEqual({
    stdout: "",
    stderr: expect.stringMatching(/^error: there is no synthesised app .*\n {2}next: .*\n$/),
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the emulator cleanly", async (signal) => {
  const { child, said, closed } = start([], "emulator", "--port", "0");
  while (!said.stdout.includes("Ctrl-C")) await once(child.stdout, "data");
  child.kill(signal);

  expect(await closed).toEqual([0, null]);
  expect(said.stdout).toMatch(/\nstopped; what it kept is gone\n$/);
  expect(said.stderr).toBe("");
});

test("the end of npx ends the emulator that it started", async () => {
  // as the shell that npx starts, which passes no signal on
  const emulator = [join(root, "dist/cli/main.js"), "emulator", "--port", "0"];
  const shell = `require("node:child_process").spawn(process.execPath, ${JSON.stringify(emulator)}, { stdio: "inherit" })`;
  const child = spawn(process.execPath, ["--eval", shell], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env.PATH, npm_command: "exec" },
  });
  let said = "";
  const ended = once(child.stdout.setEncoding("utf8"), "end");
  child.stdout.on("data", (text: string) => {
    said += text;
  });
  while (!said.includes("Ctrl-C")) await once(child.stdout, "data");
  child.kill("SIGTERM");
  await ended;
  expect(said).toMatch(/\nstopped; what it kept is gone\n$/);
});

test("Ctrl-C ends what waits for stdin", async () => {
  const { child, closed } = start([], "adopt", "-");
  // more than a pipe holds: written only once the command reads, which then waits for the rest
  await new Promise((resolve) => child.stdin.write(" ".repeat(4 * 1024 * 1024), resolve));
  child.kill("SIGINT");
  expect(await closed).toEqual([null, "SIGINT"]);
});

test("a reader that has seen enough ends it quietly", async () => {
  const out = join(folder, "out");
  synthesise(out, {
    checkout: aSegment({ description: "x".repeat(1000), tags: Array<string>(20_000).fill("a long tag") }),
  });
  const { child, said, closed } = start([], "requests", "--output", out);
  child.stdout.destroy();

  expect((await closed)[0]).toBe(0);
  expect(said.stderr).toBe("");
});

test("calls without the key cost the emulator no memory, however long and many they are", async () => {
  // enough for the emulator, and less than two of the calls below hold
  const { child, said } = start(["--max-old-space-size=64"], "emulator", "--port", "0");
  while (!said.stdout.includes("Ctrl-C")) await once(child.stdout, "data");
  const address = /http:\/\/\S+:\d+/.exec(said.stdout)?.[0] ?? "";
  const body = `[${"[],".repeat(4 * 1024 * 1024)}[]]`;
  const calls = Array.from({ length: 8 }, () => send({ address, key: "wrong" }, "POST /console/v1/segments", body));

  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(8).fill(401));
  expect((await send({ address, key: "emulator-key" }, "GET /emulator/calls")).status).toBe(200);
});
