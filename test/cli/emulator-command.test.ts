import { setTimeout as pause } from "node:timers/promises";
import { send } from "../emulator/running";
import { type CommandOptions, command, type RunningCommand, start } from "./command";

/** Runs the command for as long as a test needs it. */
async function running(
  argv: readonly string[],
  use: (emulator: RunningCommand & { readonly baseUrl: string }) => Promise<void>,
  options: CommandOptions = {},
) {
  const stop = new AbortController();
  const emulator = start(["emulator", "--port", "0", ...argv], { ...options, stop: stop.signal });
  try {
    const baseUrl = () => /http:\/\/127\.0\.0\.1:\d+/.exec(emulator.said.stdout)?.[0];
    await eventually(() => baseUrl() !== undefined);
    await use({ ...emulator, baseUrl: baseUrl() ?? "" });
  } finally {
    stop.abort();
  }
  return emulator.ended;
}

async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 10) {
    if (waited > 5_000) throw new Error("it never came");
    await pause(10);
  }
}

const source = { sql: "s", timestampColumn: "t", experimentIDColumn: "e", groupIDColumn: "g", idTypeMapping: [] };

test("prints one line for each call, with its answer, and goes on after a reset", async () => {
  await running([], async ({ baseUrl, said }) => {
    const access = { baseUrl, key: "emulator-key" };
    const make = () => send(access, "POST /console/v1/segments", { name: "Beta", type: "id_list" });
    await make();
    await send(access, "POST /console/v1/experiments/assignment_source/a%20b", { ...source, dryRun: true });
    await send({ ...access, key: "wrong" }, "POST /console/v1/segments", {});
    await eventually(() => said.stdout.includes("401 POST"));
    await send(access, "POST /emulator/reset", {});
    await make();
    await eventually(() => said.stdout.split("201 POST").length === 4);

    expect(said.stdout.split("\n\n").at(-1)).toBe(
      [
        "201 POST /console/v1/segments",
        "201 POST /console/v1/experiments/assignment_source/a%20b",
        "401 POST /console/v1/segments",
        "201 POST /console/v1/segments",
        "",
      ].join("\n"),
    );
  });
});

test("shows a call that stays without an answer when it ends", async () => {
  const { stdout } = await running([], async ({ baseUrl }) => {
    const access = { baseUrl, key: "emulator-key" };
    await send(access, "POST /emulator/faults", { hang: true });
    void send(access, "POST /console/v1/segments", {}).catch(() => undefined);
    await eventually(async () => JSON.stringify(await send(access, "GET /emulator/calls")).includes("/segments"));
  });
  expect(stdout).toContain("--- POST /console/v1/segments\n");
});

test("--key, --vendor and --rate-limit are the emulator's", async () => {
  await running(["--key", "it's mine", "--vendor", "acme", "--rate-limit", "1/60"], async ({ baseUrl, said }) => {
    expect(said.stdout).toContain(`\nexport SERVICE_BASE_URL=${baseUrl}\nexport SERVICE_API_KEY='it'\\''s mine'\n`);
    expect(said.stdout).toContain("its vendor is acme");
    expect(said.stdout).toContain('curl --header "ACME-API-KEY: $SERVICE_API_KEY"');
    const headers = { "acme-api-key": "it's mine" };
    const call = () =>
      send({ baseUrl, key: "" }, "POST /console/v1/segments", { name: "Beta", type: "id_list" }, headers);
    expect([(await call()).status, (await call()).status]).toEqual([201, 429]);
  });
});

test("a port in use is an error that says what to do", async () => {
  await running([], async ({ baseUrl }) => {
    const { port } = new URL(baseUrl);
    expect(await command(["emulator", "--port", port])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`127.0.0.1:${port} (EADDRINUSE)\n  next: name another port by --port`),
    });
  });
});

test.each([
  [["--port", "http"], "'http' is invalid. Allowed is a whole number, such as 8787"],
  [["--rate-limit", "100"], "'100' is invalid. Allowed is calls/seconds, such as 100/10"],
  [["--rate-limit", "0/10"], "--rate-limit: given 0; allowed: at least 1"],
])("%j is refused with what is allowed, and exit code 2", async (argv, problem) => {
  const { exitCode, stdout, stderr } = await command(["emulator", ...argv]);

  expect([exitCode, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(problem);
  expect(stderr).toContain("next: see cdktf-experimentation emulator --help");
});
