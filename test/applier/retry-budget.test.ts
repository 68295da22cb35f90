import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { RetryBudget, SharedAvailability } from "../../lib/applier/retry-budget";
import type { Verdict } from "../../lib/applier/verdict";
import { temporaryFolder } from "../support/temporary-folder";

const limited = (after?: number): Verdict => ({ decision: "again", effect: "none", because: "rate limited", after });
const unreachable: Verdict = { ...limited(), because: "connection refused", bound: "unreachable" };

const where = "https://console.example.com";

/** A clock by which a wait takes no time, but time passes. */
let time: number;
const clock = {
  now: () => time,
  sleep: async (milliseconds: number) => {
    time += milliseconds;
  },
};

const root = temporaryFolder();
let lines: string[];
let folder: string;
const budgetOf = (total: number, shared?: SharedAvailability) =>
  new RetryBudget({
    total,
    where,
    signal: new AbortController().signal,
    say: (line) => lines.push(line),
    shared,
    clock,
  });
beforeEach(() => {
  jest.spyOn(Math, "random").mockReturnValue(0);
  time = 0;
  lines = [];
  folder = mkdtempSync(join(root, "one-"));
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Waits until there is no time for another attempt: how long each wait was, and why there is none. */
async function untilGivenUp(budget: RetryBudget, verdict: Verdict) {
  const waits: number[] = [];
  for (;;) {
    const before = time;
    const why = await budget.wait(verdict, "");
    if (why !== undefined) return { waits, why };
    waits.push((time - before) / 1_000);
  }
}

test("a wait is as long as the service asks, and not made where that is more than the time left", async () => {
  const budget = budgetOf(100_000);
  await budget.wait(limited(8_000), "");
  await budget.wait(limited(60_000), "");

  expect([time, budget.count, budget.left]).toEqual([68_000, 3, 32_000]);
  expect(await budget.wait(limited(40_000), "")).toBe(
    "the service asks to wait 40 s, longer than the time left of 100 s for the whole call",
  );
  expect(time).toBe(68_000);
});

test("calls that wait for the same moment come a little after it, one after the other", async () => {
  jest.spyOn(Math, "random").mockReturnValue(0.8);
  await budgetOf(100_000).wait(limited(8_000), "");

  expect(time).toBe(8_200);
});

test("where it asks for no time, the waits are random, grow to 30 s, and end with the budget", async () => {
  jest.spyOn(Math, "random").mockReturnValue(0.5);
  const { waits, why } = await untilGivenUp(budgetOf(125_000), limited(0));

  expect(waits).toEqual([0.25, 0.5, 1, 2, 4, 8, 15, 15, 15, 15, 15, 15, 15]);
  expect(why).toBe("the next wait would exceed the 125 s for the whole call");
});

test.each([
  ["answers of success that cannot be read", "unreadable", 3, "3 responses could not be read"],
  ["a service that fails at the call", "failing", 5, "the service failed 5 times"],
] as const)("%s: limited attempts, also with other failures between them", async (_, bound, most, why) => {
  const budget = budgetOf(100_000);
  for (let count = 1; count < most; count++) {
    expect(await budget.wait({ ...limited(), bound }, "")).toBeUndefined();
    expect(await budget.wait(limited(), "")).toBeUndefined();
  }
  expect(await budget.wait({ ...limited(), bound }, "")).toBe(why);
});

describe("a service that cannot be reached", () => {
  beforeEach(() => jest.spyOn(Math, "random").mockReturnValue(0.5));

  test("is waited for a minute, however long the budget is, and anew when it has answered in between", async () => {
    const budget = budgetOf(1_200_000);
    for (let times = 0; times < 6; times++) await budget.wait(unreachable, "");
    await budget.wait(limited(1_000), "");
    const before = time;
    const { why } = await untilGivenUp(budget, unreachable);

    expect(why).toMatch(/^the service was unreachable for \d\d s$/);
    expect(time - before).toBeGreaterThan(15_000);
    expect(time - before).toBeLessThanOrEqual(60_000);
    expect(lines[0]).toMatch(/^waiting [\d.]+ s for \S+: connection refused \(attempt \d; gives up in \d\d s\)$/);
  });

  test("is the proxy where that is what cannot be reached", async () => {
    const { why } = await untilGivenUp(budgetOf(1_200_000), { ...unreachable, unreached: "the proxy" });
    expect(why).toMatch(/^the proxy was unreachable for \d\d s$/);
  });

  test("is waited for five seconds by another call of the deploy", async () => {
    const shared = new SharedAvailability(join(folder, "one.json"), where, "4711");
    await untilGivenUp(budgetOf(1_200_000, shared), unreachable);
    expect(time).toBeGreaterThan(30_000);
    time = 0;
    await untilGivenUp(budgetOf(1_200_000, shared), unreachable);

    expect(time).toBeLessThanOrEqual(5_000);
  });
});

test("until a service can be called again, another call of the deploy waits and says so, if it has the time", async () => {
  const start = Date.now();
  jest.spyOn(Date, "now").mockImplementation(() => start + time);
  const shared = new SharedAvailability(join(folder, "one.json"), where, "4711");
  await budgetOf(100_000, shared).wait(limited(60_000), "");
  time = 20_000;
  lines = [];
  await budgetOf(100_000).awaitPause();
  await budgetOf(30_000, shared).awaitPause();
  expect([time, lines]).toEqual([20_000, []]);
  await budgetOf(100_000, shared).awaitPause();

  expect(Math.round(time / 1_000)).toBe(60);
  expect(lines).toEqual([`waiting 40 s for ${where}: the service asks all calls to wait (gives up in 100 s)`]);
});

test("a wait is announced with its length, what it is for, the last message, and how long it can go on", async () => {
  const budget = budgetOf(100_000);
  await budget.wait(limited(8_000), "");
  await budget.wait({ ...limited(60_000), because: "returned 503" }, "Back at noon");

  expect(lines).toEqual([
    `waiting 8 s for ${where}: rate limited (attempt 2; gives up in 100 s)`,
    `waiting 60 s for ${where}: returned 503: Back at noon (attempt 3; gives up in 92 s)`,
  ]);
});

test("waits are announced at most every three seconds, and short ones not at all", async () => {
  const budget = budgetOf(100_000);
  for (const after of [900, 1_000, 1_500, 1_400, 100, 2_000]) await budget.wait(limited(after), "");

  // 0.9 s: -, 1 s, (1.5 s), (1.4 s), (0.1 s), 2 s
  expect(lines.map((line) => line.replace(/ for .*attempt/, "… attempt"))).toEqual([
    "waiting 1 s… attempt 3; gives up in 99 s)",
    "waiting 2 s… attempt 7; gives up in 95 s)",
  ]);
});

const elsewhere = "https://other.example.com";
const DEPLOY = "4711";

const seenBy = (name: string, baseUrl = where, deploy = DEPLOY) =>
  new SharedAvailability(join(folder, name), baseUrl, deploy);
const noon = () => jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-06-01T12:00:00Z"));

test("a pause holds for every request of a stack, to one service, and can become longer, not shorter", () => {
  noon();
  expect(seenBy("one.json").pauseLeft).toBe(0);
  seenBy("one.json").extendPause(60_000);
  seenBy("two.json").extendPause(1_000);
  expect(seenBy("two.json").pauseLeft).toBe(60_000);
  expect(seenBy("one.json", elsewhere).pauseLeft).toBe(0);

  seenBy("two.json").extendPause(120_000);
  expect(seenBy("one.json").pauseLeft).toBe(120_000);
});

test("a pause that ends after more than a day is ignored, because no call has such a long budget", () => {
  noon();
  seenBy("one.json").extendPause(3 * 86_400_000);

  expect(seenBy("one.json").pauseLeft).toBe(0);
});

test.each<[what: string, obstruct: (path: string, target: string) => unknown]>([
  ["link", (path, target) => symlinkSync(target, path)],
  ["FIFO", (path) => execFileSync("mkfifo", [path])],
])("a %s in the place of a finding is neither followed, waited for nor trusted", (_, obstruct) => {
  seenBy("one.json").extendPause(60_000);
  const [name = ""] = readdirSync(folder);
  rmSync(join(folder, name));
  const target = join(folder, "target");
  writeFileSync(target, "theirs");
  utimesSync(target, 1, 1);
  obstruct(join(folder, name), target);

  expect(seenBy("one.json").pauseLeft).toBe(0);
  seenBy("one.json").extendPause(60_000);
  expect(seenBy("one.json").pauseLeft).toBe(0);
  expect([statSync(target).mtimeMs, readFileSync(target, "utf8")]).toEqual([1_000, "theirs"]);
});

test("a service that could not be reached is known to the calls of the same deploy, and to no others", () => {
  seenBy("one.json").reportUnreachable();

  expect(seenBy("two.json").isUnreachable).toBe(true);
  expect(seenBy("two.json", elsewhere).isUnreachable).toBe(false);
  expect(seenBy("two.json", where, `${DEPLOY}1`).isUnreachable).toBe(false);
});

test("what an earlier process with the same id has found out counts for ten minutes", () => {
  seenBy("one.json").reportUnreachable();
  const [name = ""] = readdirSync(folder).filter((each) => each.startsWith(".unreachable"));
  for (const minutes of [11, -11]) {
    const time = Date.now() / 1_000 - minutes * 60;
    utimesSync(join(folder, name), time, time);

    expect(seenBy("two.json").isUnreachable).toBe(false);
  }
});
