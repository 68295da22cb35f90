import { RateLimiter } from "../../lib/emulator/service";
import { emulatorWith, jsonOf, send } from "./running";

describe("the limiter", () => {
  test("takes as many calls as allowed in any stretch of the time, and says how long to wait for the next", () => {
    let now = 0;
    const limiter = new RateLimiter({ changes: 2, seconds: 10 }, () => now);
    const at = (milliseconds: number) => {
      now = milliseconds;
      return limiter.take();
    };

    expect([at(0), at(4_000)]).toEqual([undefined, undefined]);
    expect([at(4_000), at(9_999)]).toEqual([6, 1]);
    expect([at(10_000), at(10_001)]).toEqual([undefined, 4]);
    expect(at(14_000)).toBeUndefined();
  });
});

const segments = "POST /console/v1/segments";
const named = (name: string) => ({ name, type: "id_list" });

describe("an emulator with a rate limit", () => {
  const emulator = emulatorWith({ rateLimit: { changes: 2, seconds: 3600 } });

  test("answers 429 beyond it, with the whole seconds to wait, keeps nothing, and counts anew after a reset", async () => {
    const make = (name: string) => send(emulator(), segments, named(name));
    await make("one");
    await make("two");
    const reply = await make("three");

    expect([reply.status, jsonOf(reply)]).toEqual([429, { message: expect.any(String) }]);
    expect(reply.headers.get("retry-after")).toMatch(/^3[56]\d\d$/);
    expect(emulator().records).toMatchObject([{ id: "one" }, { id: "two" }]);
    emulator().reset();
    expect((await make("three")).status).toBe(201);
  });

  test("counts refused calls, but none with a wrong key", async () => {
    const replies = [
      await send(emulator(), segments, named("one"), { "service-api-key": "wrong" }),
      await send(emulator(), segments, {}),
      await send(emulator(), "POST /console/v1/nothing", {}),
      await send(emulator(), segments, named("one")),
    ];

    expect(replies.map(({ status }) => status)).toEqual([401, 400, 404, 429]);
  });
});

describe("an emulator told to leave Retry-After out", () => {
  const emulator = emulatorWith({ rateLimit: { changes: 1, seconds: 3600, retryAfter: false } });

  test("answers 429 without it", async () => {
    await send(emulator(), segments, named("one"));
    const reply = await send(emulator(), segments, named("two"));

    expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, null]);
  });
});
