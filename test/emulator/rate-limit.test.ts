import { RateLimiter } from "../../lib/emulator/calls";
import { emulatorWith, paths, send } from "./running";

test("the limiter takes as many calls as allowed in any stretch of the time, and says how long to wait", () => {
  let now = 0;
  const limiter = new RateLimiter({ changes: 2, seconds: 10 }, () => now);
  const at = (milliseconds: number) => {
    now = milliseconds;
    return limiter.take();
  };

  expect([0, 4_000, 4_000, 9_999, 10_000, 10_001, 14_000].map(at)).toEqual([
    ...[undefined, undefined, 6, 1, undefined, 4, undefined],
  ]);
});

const named = (name: string) => ({ name, type: "id_list" });

describe("an emulator with a rate limit", () => {
  const emulator = emulatorWith({ rateLimit: { changes: 2, seconds: 3600 } });
  const make = (name: string) => send(emulator(), paths.segments, named(name));

  test("answers 429 beyond it, with the whole seconds to wait, keeps nothing, and counts anew after a reset", async () => {
    await make("one");
    await make("two");
    const { status, headers } = await make("three");

    expect([status, headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^3[56]\d\d$/)]);
    expect(emulator().records).toHaveLength(2);
    emulator().reset();
    expect((await make("three")).status).toBe(201);
  });

  test("counts refused calls, but none with a wrong key", async () => {
    const replies = [
      await send(emulator(), paths.segments, named("one"), { "service-api-key": "wrong" }),
      await send(emulator(), paths.segments, {}),
      await send(emulator(), "POST /console/v1/nothing", {}),
      await make("one"),
    ];

    expect(replies.map(({ status }) => status)).toEqual([401, 400, 404, 429]);
  });
});

describe("an emulator told to leave Retry-After out", () => {
  const emulator = emulatorWith({ rateLimit: { changes: 1, seconds: 3600, retryAfter: false } });

  test("answers 429 without it", async () => {
    await send(emulator(), paths.segments, named("one"));
    const { status, headers } = await send(emulator(), paths.segments, named("two"));

    expect([status, headers.get("retry-after")]).toEqual([429, null]);
  });
});
