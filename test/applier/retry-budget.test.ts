import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RetryBudget } from "../../lib/applier/retry-budget";
import { SharedAvailability } from "../../lib/applier/shared-availability";
import type { Verdict } from "../../lib/applier/verdict";

const limited = (after?: number): Verdict => ({ decision: "again", effect: "none", because: "rate limited", after });

const where = "https://console.example.com";

/** A clock by which a wait takes no time, but time passes. */
let time: number;
const clock = {
  now: () => time,
  sleep: async (milliseconds: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    time += milliseconds;
  },
};

let lines: string[];
let ending: AbortController;
let budget: RetryBudget;
const budgetOf = (total: number, shared?: SharedAvailability) =>
  new RetryBudget({ total, where, signal: ending.signal, say: (line) => lines.push(line), shared, clock });
beforeEach(() => {
  jest.spyOn(Math, "random").mockReturnValue(0);
  time = 0;
  lines = [];
  ending = new AbortController();
  budget = budgetOf(100_000);
});
afterEach(() => jest.restoreAllMocks());

/** How long a wait was, and its result. */
async function passed(verdict: Verdict): Promise<{ readonly seconds: number; readonly why: string | undefined }> {
  const before = time;
  const why = await budget.wait(verdict, "");
  return { why, seconds: (time - before) / 1_000 };
}

test("a wait is as long as the service asks, as often as it asks", async () => {
  expect([await passed(limited(8_000)), await passed(limited(60_000))]).toEqual([
    { why: undefined, seconds: 8 },
    { why: undefined, seconds: 60 },
  ]);
  expect([budget.count, budget.left]).toEqual([3, 32_000]);
});

test("calls that wait for the same moment come a little after it, one after the other", async () => {
  jest.spyOn(Math, "random").mockReturnValue(0.8);

  expect(await passed(limited(8_000))).toEqual({ why: undefined, seconds: 8.2 });
});

test("a service that asks for more than the time left is not waited for", async () => {
  await passed(limited(60_000));

  expect(await passed(limited(40_000))).toEqual({
    why: "the service asks to wait 40 s, longer than the time left of 100 s for the whole call",
    seconds: 0,
  });
});

test.each([
  [undefined, 0.999_999],
  [0, 0.5],
])("where it asks for %p, the waits are random, grow to 30 s, and end with the budget: %d", async (after, random) => {
  jest.spyOn(Math, "random").mockReturnValue(random);
  budget = budgetOf(250_000 * random);
  const waits: number[] = [];
  let why: string | undefined;
  while (why === undefined) {
    const wait = await passed(limited(after));
    if (wait.why === undefined) waits.push(wait.seconds);
    why = wait.why;
  }

  const longest = [0.5, 1, 2, 4, 8, 16, 30, 30, 30, 30, 30, 30, 30].map((seconds) => seconds * random);
  expect(waits.map((seconds) => Math.round(seconds * 4) / 4)).toEqual(
    longest.map((seconds) => Math.round(seconds * 4) / 4),
  );
  expect(why).toMatch(/^the next wait would exceed the (250|125) s for the whole call$/);
});

test.each([
  ["answers of success that cannot be read", "unreadable", 3, "3 responses could not be read"],
  ["a service that fails at the call", "failing", 5, "the service failed 5 times"],
] as const)("%s: limited attempts, also with other failures between them", async (_, bound, most, why) => {
  const retry = { ...limited(), bound };
  for (let count = 1; count < most; count++) {
    expect((await passed(retry)).why).toBeUndefined();
    expect((await passed(limited())).why).toBeUndefined();
  }
  expect((await passed(retry)).why).toBe(why);
});

const unreachable: Verdict = { ...limited(), because: "connection refused", bound: "unreachable" };

describe("a service that cannot be reached", () => {
  const untilGivenUp = async () => {
    let why: string | undefined;
    while (why === undefined) why = await budget.wait(unreachable, "");
    return why;
  };
  beforeEach(() => jest.spyOn(Math, "random").mockReturnValue(0.5));

  test("is waited for a minute, however long the budget is", async () => {
    budget = budgetOf(1_200_000);

    expect(await untilGivenUp()).toMatch(/^the service was unreachable for \d\d s$/);
    expect(time).toBeGreaterThan(30_000);
    expect(time).toBeLessThanOrEqual(60_000);
    expect(lines[0]).toMatch(
      /^waiting [\d.]+ s for https:\/\/console\.example\.com: connection refused \(attempt \d; gives up in \d\d s\)$/,
    );
  });

  test("is waited for a minute anew when it has answered in between", async () => {
    budget = budgetOf(1_200_000);
    for (let times = 0; times < 6; times++) await budget.wait(unreachable, "");
    await budget.wait(limited(1_000), "");
    const before = time;
    await untilGivenUp();

    expect(time - before).toBeGreaterThan(15_000);
  });
});

describe("what the calls of a deploy share", () => {
  const folder = mkdtempSync(join(tmpdir(), "budget-"));
  const shared = () => new SharedAvailability(join(folder, "one.json"), where, 4711);
  afterAll(() => rmSync(folder, { recursive: true }));

  test("that the service could not be reached: another one waits for it five seconds", async () => {
    const untilGivenUp = async () => {
      budget = budgetOf(1_200_000, shared());
      time = 0;
      while ((await budget.wait(unreachable, "")) === undefined);
      return time;
    };
    jest.spyOn(Math, "random").mockReturnValue(0.5);

    expect(await untilGivenUp()).toBeGreaterThan(30_000);
    expect(await untilGivenUp()).toBeLessThanOrEqual(5_000);
  });

  test("how long the service asks to wait: another one waits until then, and says so", async () => {
    const start = Date.now();
    jest.spyOn(Date, "now").mockImplementation(() => start + time);
    await budgetOf(100_000, shared()).wait(limited(60_000), "");
    time = 20_000;
    lines = [];
    await budgetOf(100_000).awaitPause();
    expect(time).toBe(20_000);
    await budgetOf(100_000, shared()).awaitPause();

    expect(Math.round(time / 1_000)).toBe(60);
    expect(lines).toEqual([`waiting 40 s for ${where}: the service asks all calls to wait (gives up in 100 s)`]);
  });

  test("a wait for which another one has no time: its call is sent at once", async () => {
    shared().extendPause(60_000);
    await budgetOf(30_000, shared()).awaitPause();

    expect([time, lines]).toEqual([0, []]);
  });
});

test("a wait is announced with its length, what it is for, the last message, and how long it can go on", async () => {
  await passed(limited(8_000));
  await budget.wait({ ...limited(60_000), because: "returned 503" }, "Back at noon");

  expect(lines).toEqual([
    `waiting 8 s for ${where}: rate limited (attempt 2; gives up in 100 s)`,
    `waiting 60 s for ${where}: returned 503: Back at noon (attempt 3; gives up in 92 s)`,
  ]);
});

test("waits are announced at most every three seconds, and short ones not at all", async () => {
  for (const after of [900, 1_000, 1_500, 1_400, 100, 2_000]) await passed(limited(after));

  // 0.9 s: -, 1 s, (1.5 s), (1.4 s), (0.1 s), 2 s
  expect(lines.map((line) => line.replace(/ for .*attempt/, "… attempt"))).toEqual([
    "waiting 1 s… attempt 3; gives up in 99 s)",
    "waiting 2 s… attempt 7; gives up in 95 s)",
  ]);
});

test("there is no wait after the signal has come", async () => {
  ending.abort();

  await expect(budget.wait(limited(60_000), "")).rejects.toThrow("aborted");
});
