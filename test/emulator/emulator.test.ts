import { type EmulatorOptions, startEmulator } from "../../lib/emulator/index";
import { segment } from "../support/samples";
import { paths, send } from "./running";

const { segments } = paths;

test("an emulator has a loopback port and a key of its own, and nothing in common with another", async () => {
  const [first, second] = await Promise.all([startEmulator(), startEmulator()]);
  await send(first, segments, segment);
  await Promise.all([first.close(), second.close()]);

  expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(second.baseUrl).not.toBe(first.baseUrl);
  expect(first.key).toBe("emulator-key");
  expect([second.records, second.calls]).toEqual([[], []]);
});

test.each<[unknown, string]>([
  [{ key: "a\nb" }, 'options.key: given "a\\nb"; allowed: text that a header can carry'],
  [{ vendor: "a-b" }, 'options.vendor: given "a-b"; allowed: text of a-z, A-Z and 0-9 that starts with a letter'],
  [{ rateLimit: { changes: 1, seconds: 0 } }, "options.rateLimit.seconds: given 0; allowed: more than 0"],
  [
    { port: -1, ports: 1 },
    'options.port: given -1; allowed: at least 0\noptions.ports: unknown field; did you mean "port"?',
  ],
])("options are refused by their problems: %j", async (options, message) => {
  await expect(startEmulator(options as EmulatorOptions)).rejects.toThrow(new TypeError(message));
});

describe("close", () => {
  test("frees the port, which is taken until then, for the next, and may be called again", async () => {
    const emulator = await startEmulator();
    const port = Number(new URL(emulator.baseUrl).port);
    await expect(startEmulator({ port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port} (EADDRINUSE)`);
    await send(emulator, segments, segment);
    for (let times = 0; times < 2; times++) await emulator.close();
    await expect(send(emulator, segments, segment)).rejects.toThrow();
    const next = await startEmulator({ port });

    expect(next.baseUrl).toBe(emulator.baseUrl);
    await next.close();
  });

  test.each([
    ["hangs", { hang: true }],
    ["is delayed", { delay: 2 ** 31 - 1 }],
    ["is dropped late", { drop: "before", delay: 2 ** 31 - 1 }],
  ] as const)("breaks the connection of a call that %s", async (_, fault) => {
    const emulator = await startEmulator();
    emulator.fail(fault);
    const call = expect(send(emulator, segments, segment)).rejects.toThrow();
    while (emulator.calls.length === 0) await new Promise(setImmediate);
    await emulator.close();

    await call;
  });
});

test("calls are listed in the order of their arrival, with the time of each, refused ones too", async () => {
  const emulator = await startEmulator();
  const started = Date.now();
  await send(emulator, segments, segment, { "x-respect-review-settings": "true", "acme-api-key": "k" });
  await send(emulator, "GET /console/v1/nothing?a=b");
  const times = [started, ...emulator.calls.map(({ time }) => time), Date.now()];
  await emulator.close();

  expect(emulator.calls).toMatchObject([
    {
      ...{ method: "POST", path: "/console/v1/segments", kind: "segment", body: segment, status: 201 },
      headers: { "x-respect-review-settings": "true", "service-api-key": "***", "acme-api-key": "***" },
    },
    { method: "GET", path: "/console/v1/nothing?a=b", kind: undefined, status: 404 },
  ]);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
});
