import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { send } from "../emulator/running";
import { temporaryFolder } from "../support/temporary-folder";
import { command, type RunningCommand, start } from "./command";

const folder = temporaryFolder();

/** Runs the command for as long as a test needs it. */
async function running(
  argv: readonly string[],
  use: (emulator: RunningCommand & { readonly baseUrl: string }) => Promise<void>,
) {
  const stop = new AbortController();
  const emulator = start(["emulator", "--port", "0", ...argv], { stop: stop.signal });
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

test("prints one line for each call, with its answer, and in the end those that stay without one", async () => {
  const { stdout } = await running([], async ({ baseUrl, said }) => {
    const access = { baseUrl, key: "emulator-key" };
    const make = (key: string) =>
      send({ baseUrl, key }, "POST /console/v1/segments", { name: "Beta", type: "id_list" });
    await make(access.key);
    await make("wrong");
    await eventually(() => said.stdout.includes("401 POST"));
    await send(access, "POST /emulator/reset", {});
    await make(access.key);
    await eventually(() => said.stdout.split("201 POST").length === 3);
    await send(access, "POST /emulator/faults", { hang: true });
    void make(access.key).catch(() => undefined);
    await eventually(async () => (await send(access, "GET /emulator/calls")).text.split("/segments").length === 3);
  });
  expect(stdout.match(/^\S+ POST .*$/gm)?.map((line) => line.slice(0, 3))).toEqual(["201", "401", "201", "---"]);
});

test("--store keeps the records, and says that git would take the file", async () => {
  const directory = folder;
  const argv = ["--store", join(directory, "store.json")];
  const create = (baseUrl: string) =>
    send({ baseUrl, key: "emulator-key" }, "POST /console/v1/segments", { name: "Beta", type: "id_list" });
  const first = await running(argv, async ({ baseUrl }) => void (await create(baseUrl)));
  expect(first).toMatchObject({ exitCode: 0, stderr: "" });
  expect(first.stdout).toContain("store.json keeps its records\n");

  await running(argv, async ({ baseUrl }) => {
    expect((await create(baseUrl)).status).toBe(409);
    const second = await command(["emulator", "--port", "0", ...argv]);
    expect(second).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("another emulator uses") });
  });
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
    const { exitCode, stderr } = await command(["emulator", "--port", port]);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/\(EADDRINUSE\)\n {2}next: name another port by --port/),
    ]);
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
  expect(stderr).toContain("next: see npx --no-install cdktf-experimentation emulator --help");
});
