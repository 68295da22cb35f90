import { Budget } from "../../lib/applier/budget";
import type { Answered, Retry } from "../../lib/applier/outcome";
import type { Unanswered } from "../../lib/applier/unanswered";

const answered = (status: number, isReadable = true): Answered => ({
  kind: "answered",
  status,
  headers: {},
  text: "",
  isWhole: true,
  message: "",
  errors: [],
  fields: [],
  isReadable,
});
const noHttp: Unanswered = {
  kind: "unanswered",
  reason: "the answer is no HTTP",
  trouble: "protocol",
  mayHaveArrived: true,
  mayPass: true,
};
const limited = (after?: number): Retry => ({
  kind: "retry",
  outcome: answered(429),
  because: "rate limited",
  mayHaveHappened: false,
  after,
});

jest.mock("node:timers/promises", () => ({
  // a wait takes no time, but time passes
  setTimeout: async (delay: number, _: undefined, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted();
    jest.advanceTimersByTime(delay);
  },
}));

let lines: string[];
let ending: AbortController;
let budget: Budget;
beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  jest.spyOn(Math, "random").mockReturnValue(0);
  lines = [];
  ending = new AbortController();
  budget = new Budget(100_000, ending.signal, (line) => lines.push(line));
});
afterEach(() => {
  jest.spyOn(Math, "random").mockRestore();
  jest.useRealTimers();
});

/** How long a wait was, and what it came to. */
async function passed(retry: Retry): Promise<{ readonly seconds: number; readonly why: string | undefined }> {
  const before = performance.now();
  const why = await budget.wait(retry);
  return { why, seconds: (performance.now() - before) / 1_000 };
}

test("a wait is as long as the service asks, as often as it asks", async () => {
  expect([await passed(limited(8_000)), await passed(limited(60_000))]).toEqual([
    { why: undefined, seconds: 8 },
    { why: undefined, seconds: 60 },
  ]);
  expect([budget.count, budget.left]).toEqual([3, 32_000]);
});

test("those that are asked to wait for the same moment come a little after it, one after the other", async () => {
  jest.spyOn(Math, "random").mockReturnValue(0.8);

  expect(await passed(limited(8_000))).toEqual({ why: undefined, seconds: 8.2 });
});

test("a service that asks for more than is left is not waited for", async () => {
  await passed(limited(60_000));

  expect(await passed(limited(40_000))).toEqual({
    why: "the service asks to wait 40 s, longer than what is left of 100 s for the whole call",
    seconds: 0,
  });
});

test.each([undefined, 0])("where it asks for %p, the waits grow to 30 s and no further", async (after) => {
  jest.spyOn(Math, "random").mockReturnValue(0.999_999);
  budget = new Budget(1_000_000, ending.signal, () => {});
  const waits: number[] = [];
  while (waits.length < 10) waits.push((await passed(limited(after))).seconds);

  expect(waits.map((seconds) => Math.round(seconds * 2) / 2)).toEqual([0.5, 1, 2, 4, 8, 16, 30, 30, 30, 30]);
});

test("the waits are of any length below those, so that many do not come back at once", async () => {
  jest.spyOn(Math, "random").mockReturnValue(0);
  expect((await passed(limited())).seconds).toBe(0);
  jest.spyOn(Math, "random").mockReturnValue(0.5);
  expect((await passed(limited())).seconds).toBe(0.5);
});

test("in the end there is no time for another wait", async () => {
  jest.spyOn(Math, "random").mockReturnValue(0.5);
  let why: string | undefined;
  while (why === undefined) why = (await passed(limited())).why;

  expect(why).toBe("the next wait would exceed the 100 s for the whole call");
  expect(budget.elapsed).toBeLessThanOrEqual(100_000);
});

test.each([
  ["answers of success", { ...limited(), outcome: answered(200, false) }],
  ["answers that are no HTTP", { ...limited(), outcome: noHttp }],
])("%s that cannot be read are waited for twice", async (_, retry) => {
  expect([await passed(retry), await passed(limited()), await passed(retry), await passed(retry)]).toMatchObject([
    { why: undefined },
    { why: undefined },
    { why: undefined },
    { why: "3 answers could not be read" },
  ]);
});

test("failures that cannot be read are waited for as long as others", async () => {
  const waits = Array.from({ length: 5 }, () => ({ ...limited(), outcome: answered(502, false) }));
  for (const retry of waits) expect((await passed(retry)).why).toBeUndefined();
});

test("a wait is announced with its length, its reason and the number of the attempt that follows", async () => {
  await passed(limited(8_000));
  await passed({ ...limited(60_000), because: "service unavailable" });

  expect(lines).toEqual(["waiting 8 s: rate limited (attempt 2)", "waiting 60 s: service unavailable (attempt 3)"]);
});

test("waits are announced at most every three seconds, and short ones not at all", async () => {
  for (const after of [900, 1_000, 1_500, 1_400, 100, 2_000]) await passed(limited(after));

  // 0.9 s: -, 1 s, (1.5 s), (1.4 s), (0.1 s), 2 s
  expect(lines).toEqual(["waiting 1 s: rate limited (attempt 3)", "waiting 2 s: rate limited (attempt 7)"]);
});

test("there is no wait after the signal has come", async () => {
  ending.abort();

  await expect(budget.wait(limited(60_000))).rejects.toThrow("aborted");
});
