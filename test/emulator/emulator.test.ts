import { type EmulatorOptions, startEmulator } from "../../lib/emulator/index";
import { bodies, send } from "./running";

const segments = "POST /console/v1/segments";

describe("startEmulator", () => {
  test("listens on a free loopback port with a key of its own, and keeps nothing in common with another", async () => {
    const first = await startEmulator();
    const second = await startEmulator();
    try {
      expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(second.address).not.toBe(first.address);
      expect(first.key).toBe("emulator-key");
      await send(first, segments, bodies.segment);
      expect([second.records, second.calls]).toEqual([[], []]);
    } finally {
      await Promise.all([first.close(), second.close()]);
    }
  });

  test.each<[unknown, string]>([
    [{ port: 65536 }, "options.port: given 65536; allowed: at most 65535"],
    [{ key: " key" }, 'options.key: given " key"; allowed: text that a header can carry'],
    [{ key: "a\nb" }, 'options.key: given "a\\nb"; allowed: text that a header can carry'],
    [{ vendor: "a-b" }, 'options.vendor: given "a-b"; allowed: text of a-z, A-Z and 0-9 that starts with a letter'],
    [{ rateLimit: { changes: 1, seconds: 0 } }, "options.rateLimit.seconds: given 0; allowed: more than 0"],
    [{ ports: 1 }, 'options.ports: unknown field; did you mean "port"?'],
    [
      { port: -1, ingestionEnvelope: "none" },
      'options.port: given -1; allowed: at least 0\noptions.ingestionEnvelope: given "none"; allowed: one of "message", "bare"',
    ],
  ])("refuses %j", async (options, message) => {
    await expect(startEmulator(options as EmulatorOptions)).rejects.toThrow(new TypeError(message));
  });
});

describe("close", () => {
  test("frees the port, which is taken until then, for the next, and may be called again", async () => {
    const emulator = await startEmulator();
    const port = Number(new URL(emulator.address).port);
    await expect(startEmulator({ port })).rejects.toThrow(
      `cannot listen on 127.0.0.1:${port} (EADDRINUSE); give another port, or 0 for a free one`,
    );
    await send(emulator, segments, bodies.segment);
    for (let times = 0; times < 2; times++) await emulator.close();
    await expect(send(emulator, segments, bodies.segment)).rejects.toThrow();
    const next = await startEmulator({ port });

    expect(next.address).toBe(emulator.address);
    await next.close();
  });

  test.each([
    ["hangs", { hang: true }],
    ["is delayed", { delay: 2 ** 31 - 1 }],
    ["is dropped late", { drop: "before", delay: 2 ** 31 - 1 }],
  ] as const)("breaks the connection of a call that %s", async (_, fault) => {
    const emulator = await startEmulator();
    emulator.fail(fault);
    const call = expect(send(emulator, segments, bodies.segment)).rejects.toThrow();
    while (emulator.calls.length === 0) await new Promise(setImmediate);
    await emulator.close();

    await call;
  });
});

test("calls are listed in the order of their arrival, refused ones too", async () => {
  const emulator = await startEmulator();
  const started = Date.now();
  await send(emulator, segments, bodies.segment, { "x-respect-review-settings": "true" });
  await send(emulator, "GET /console/v1/nothing?a=b");
  const ended = Date.now();
  await emulator.close();

  expect(emulator.calls).toEqual([
    {
      ...{ method: "POST", path: "/console/v1/segments", kind: "segment", body: bodies.segment, status: 201 },
      headers: expect.objectContaining({ "x-respect-review-settings": "true", "service-api-key": "***" }),
      time: expect.any(Number),
    },
    expect.objectContaining({ method: "GET", path: "/console/v1/nothing?a=b", kind: undefined, status: 404 }),
  ]);
  const times = emulator.calls.map(({ time }) => time);
  expect([started, ...times, ended].toSorted((a, b) => a - b)).toEqual([started, ...times, ended]);
});

test("a kind that there is not is an error to the compiler", async () => {
  const emulator = await startEmulator();
  // @ts-expect-error: a slip of the pen
  expect(emulator.record("experimnt", "checkout_button")).toBeUndefined();
  await emulator.close();
});
