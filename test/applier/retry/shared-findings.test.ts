import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { RetryBudget } from "../../../lib/applier/retry/retry-budget";
import { SharedFindings } from "../../../lib/applier/retry/shared-findings";
import { sha256 } from "../../../lib/entity/sha256";
import { inScene, updates } from "../subjects";

const service = "https://console.example.com";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pause-"));
});
afterEach(() => rm(folder, { recursive: true }));

const DEPLOY = 4711;
const findings = (name: string, baseUrl = service, deploy = DEPLOY) =>
  new SharedFindings(join(folder, name), baseUrl, deploy);

test("a pause holds for every request of a stack, to one service", () => {
  findings("one.json").extendPause(60_000);

  expect(findings("other.json").pauseLeft).toBeGreaterThan(50_000);
  expect(findings("other.json").pauseLeft).toBeLessThanOrEqual(60_000);
  expect(findings("one.json", "https://other.example.com").pauseLeft).toBe(0);
});

test("a pause can become longer, not shorter", () => {
  findings("one.json").extendPause(60_000);
  findings("two.json").extendPause(1_000);
  expect(findings("one.json").pauseLeft).toBeGreaterThan(50_000);

  findings("two.json").extendPause(120_000);
  expect(findings("one.json").pauseLeft).toBeGreaterThan(110_000);
});

test("there is no pause before anybody was asked to wait, or if it cannot be written", async () => {
  expect(findings("one.json").pauseLeft).toBe(0);

  const nowhere = findings("gone/one.json");
  nowhere.extendPause(60_000);
  expect(nowhere.pauseLeft).toBe(0);
});

test("a pause longer than the time of a call is not waited for", async () => {
  const pause = findings("one.json");
  pause.extendPause(60_000);

  const { signal } = new AbortController();
  await new RetryBudget({ total: 30_000, where: service, signal, say: () => {}, shared: pause }).awaitPause();
});

test("a pause that ends after more than a day is ignored, because no call has such a long budget", async () => {
  findings("one.json").extendPause(3 * 86_400_000);

  expect(findings("one.json").pauseLeft).toBe(0);
});

test("a link in the place of a finding is neither followed nor trusted", async () => {
  findings("one.json").extendPause(60_000);
  const target = join(folder, "target");
  await writeFile(target, "theirs");
  await utimes(target, 1, 1);
  const [pause = ""] = (await readdir(folder)).filter((name) => name.startsWith(".pause"));
  await rm(join(folder, pause));
  await symlink(target, join(folder, pause));

  expect(findings("one.json").pauseLeft).toBe(0);
  findings("one.json").extendPause(60_000);
  expect([(await stat(target)).mtimeMs, await readFile(target, "utf8")]).toEqual([1_000, "theirs"]);
});

// Windows has no FIFOs in folders
if (process.platform !== "win32") {
  test("a FIFO in the place of a finding is not waited for", () =>
    inScene(updates.at(-1), async (scene) => {
      const { stack, emulator } = scene;
      execFileSync("mkfifo", [join(dirname(stack.file), `.pause-${sha256(emulator.address).slice(0, 8)}`)]);
      emulator.fail({ status: 429, headers: { "Retry-After": "1" } });
      const { exitCode, stdout } = await scene.start().ended;

      expect([exitCode, stdout]).toEqual([0, expect.stringContaining("saved assignment source exposures")]);
    }));
}

test("a service that could not be reached is known to the calls of the same deploy, and to no others", () => {
  findings("one.json").reportUnreachable();

  expect(findings("two.json").isUnreachable).toBe(true);
  expect(findings("two.json", "https://other.example.com").isUnreachable).toBe(false);
  expect(findings("two.json", service, DEPLOY + 1).isUnreachable).toBe(false);
});

test("one call that is asked to wait makes the others wait, too", () =>
  inScene(updates.at(-1), async (scene) => {
    scene.fail({ status: 429, headers: { "Retry-After": "600" } });
    const asked = scene.start();
    await asked.said(": rate limited: Too Many Requests (attempt 2; gives up in 1,");
    const others = [scene.start(), scene.start()];
    await Promise.all(others.map(({ said }) => said("waiting ")));
    for (const { process } of [asked, ...others]) process.kill("SIGTERM");
    const ended = await Promise.all(others.map(({ ended }) => ended));

    expect(scene.calls()).toEqual(["upsert"]);
    expect(ended.map(({ stdout }) => stdout)).toEqual(
      Array(2).fill(
        expect.stringMatching(
          /^waiting [56]\d\d s for \S+: the service asks all calls to wait \(gives up in 1,\d00 s\)\n$/,
        ),
      ),
    );
    expect(ended.map(({ stderr }) => stderr)).toEqual(Array(2).fill(expect.stringContaining("it did not take effect")));
  }));
