import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Budget } from "../../lib/applier/budget";
import { Pause } from "../../lib/applier/pause";
import { inScene, updates } from "./subjects";

const service = "https://console.example.com";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pause-"));
});
afterEach(() => rm(folder, { recursive: true }));

const pauseOf = (name: string, baseUrl = service) => new Pause(join(folder, name), baseUrl);

test("a pause holds for every request of a stack", () => {
  pauseOf("one.json").extend(60_000);

  expect(pauseOf("other.json").left).toBeGreaterThan(50_000);
  expect(pauseOf("other.json").left).toBeLessThanOrEqual(60_000);
});

test("a pause holds for one service only", () => {
  pauseOf("one.json").extend(60_000);

  expect(pauseOf("one.json", "https://other.example.com").left).toBe(0);
});

test("a pause can become longer, not shorter", () => {
  pauseOf("one.json").extend(60_000);
  pauseOf("two.json").extend(1_000);
  expect(pauseOf("one.json").left).toBeGreaterThan(50_000);

  pauseOf("two.json").extend(120_000);
  expect(pauseOf("one.json").left).toBeGreaterThan(110_000);
});

test("there is no pause before anybody was asked to wait, and where it cannot be noted", async () => {
  expect(pauseOf("one.json").left).toBe(0);

  const nowhere = new Pause(join(folder, "gone", "one.json"), service);
  nowhere.extend(60_000);
  expect(nowhere.left).toBe(0);
});

test("a pause that is longer than a call has time is not sat out", async () => {
  const pause = pauseOf("one.json");
  pause.extend(60_000);

  await new Budget(30_000, new AbortController().signal, () => {}, pause).sitOut();
});

test("one call that is asked to wait keeps those beside it from calling", () =>
  inScene(updates.at(-1), async (scene) => {
    scene.fail({ status: 429, headers: { "Retry-After": "600" } });
    const asked = scene.start();
    await asked.said("waiting 600 s: rate limited (attempt 2)\n");
    const beside = [scene.start(), scene.start()];
    await Promise.all(beside.map(({ said }) => said("waiting ")));
    for (const { process } of [asked, ...beside]) process.kill("SIGTERM");
    const ended = await Promise.all(beside.map(({ ended }) => ended));

    expect(scene.calls()).toEqual(["put"]);
    expect(ended.map(({ stdout }) => stdout)).toEqual(
      Array(2).fill(expect.stringMatching(/^waiting [56]\d\d s: the service asks all calls to wait \(attempt 1\)\n$/)),
    );
    expect(ended.map(({ stderr }) => stderr)).toEqual(Array(2).fill(expect.stringContaining("it did not take effect")));
  }));
