import { RateLimiter } from "../../lib/emulator/calls";
import { type EmulatorOptions, startEmulator } from "../../lib/emulator/index";
import { metricSource, segment, without } from "../support/samples";
import { emulatorWith, paths, send } from "./running";

const { segments } = paths;

test.each<[unknown, string]>([
  [{ key: "a\nb" }, 'options.key: given "a\\nb"; allowed: text of printable ASCII characters'],
  // no deploy could send it
  [{ key: "clé" }, 'options.key: given "clé"; allowed: text of printable ASCII characters'],
  [{ rateLimit: { changes: 1, seconds: 0 } }, "options.rateLimit.seconds: given 0; allowed: more than 0"],
  [
    { port: -1, ports: 1 },
    'options.port: given -1; allowed: at least 0\noptions.ports: unknown field; did you mean "port"?',
  ],
])("options are refused by their problems: %j", async (options, message) => {
  await expect(startEmulator(options as EmulatorOptions)).rejects.toThrow(new TypeError(message));
});

test("an emulator has a loopback port of its own, which is taken until it is closed, maybe twice", async () => {
  const emulator = await startEmulator();
  expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const port = Number(new URL(emulator.baseUrl).port);
  await expect(startEmulator({ port })).rejects.toThrow(`cannot listen on 127.0.0.1:${port} (EADDRINUSE)`);
  await send(emulator, segments, segment);
  for (let times = 0; times < 2; times++) await emulator.close();
  await expect(send(emulator, segments, segment)).rejects.toThrow();
  const next = await startEmulator({ port });

  expect([next.baseUrl, next.records, next.calls]).toEqual([emulator.baseUrl, [], []]);
  await next.close();
});

test.each([{ hang: true }, { drop: "before", delay: 2 ** 31 - 1 }] as const)(
  "close breaks the connection of a call that waits: %j",
  async (fault) => {
    const emulator = await startEmulator();
    emulator.fail(fault);
    const call = expect(send(emulator, segments, segment)).rejects.toThrow();
    while (emulator.calls.length === 0) await new Promise(setImmediate);
    await emulator.close();

    await call;
  },
);

describe("the calls of an emulator", () => {
  const emulator = emulatorWith({ key: "right-key" });

  test("are listed in the order of their arrival, with the time of each, refused ones too", async () => {
    const started = Date.now();
    await send(emulator(), segments, segment, { "x-respect-review-settings": "true", "acme-api-key": "k" });
    await send(emulator(), "GET /console/v1/nothing?a=b");
    const times = [started, ...emulator().calls.map(({ time }) => time), Date.now()];

    expect(emulator().calls).toMatchObject([
      {
        ...{ method: "POST", path: "/console/v1/segments", kind: "segment", body: segment, status: 201 },
        headers: { "x-respect-review-settings": "true", "service-api-key": "***", "acme-api-key": "***" },
      },
      { method: "GET", path: "/console/v1/nothing?a=b", kind: undefined, status: 404 },
    ]);
    expect(times.toSorted((a, b) => a - b)).toEqual(times);
  });

  test.each<Record<string, string>>([
    { "service-api-key": "wrong-key" },
    { "service-api-key": "", "acme-api-key": "right-key" },
  ])("need the key: with %j, the body is not kept, and no key is repeated", async (headers) => {
    const reply = await send(emulator(), segments, segment, headers);

    expect([reply.status, reply.json]).toEqual([401, { message: expect.stringContaining("SERVICE-API-KEY") }]);
    expect(reply.text).not.toMatch(/(right|wrong)-key/);
    expect(emulator().calls).toMatchObject([{ method: "POST", kind: "segment", status: 401, body: undefined }]);
    expect(emulator().records).toEqual([]);
  });

  test("are kept, but of those without the key the last 100", async () => {
    const keyless = { "service-api-key": "" };
    await send(emulator(), segments, segment);
    for (let index = 0; index < 102; index++) await send(emulator(), `${segments}?${index}`, {}, keyless);

    const queries = emulator().calls.map(({ path }) => path.replace("/console/v1/segments", ""));
    expect(queries).toEqual(["", ...Array.from({ length: 100 }, (_, index) => `?${index + 2}`)]);
  });
});

describe("an emulator of another vendor with a rate limit", () => {
  const emulator = emulatorWith({ vendor: "acme", rateLimit: { changes: 3, seconds: 3600, retryAfter: false } });

  test("takes its header and its field alone, where the API does, and leaves Retry-After out", async () => {
    const headers = { "service-api-key": "", "acme-api-key": emulator().key };
    const renamed = { ...metricSource, idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }] };
    const replies = [
      await send(emulator(), paths.metricSources, {}),
      await send(emulator(), paths.metricSources, metricSource, headers),
      await send(emulator(), paths.metricSources, without(metricSource, "idTypeMapping"), headers),
      await send(emulator(), paths.metricSources, renamed, headers),
      await send(emulator(), paths.assignmentSourcePatch, {}, headers),
    ];

    expect(replies.map(({ status, json }) => [status, json])).toMatchObject([
      [401, { message: expect.stringContaining("ACME-API-KEY") }],
      [400, { errors: [{ property: "idTypeMapping[0].serviceUnitID" }] }],
      [400, { errors: [{ property: "idTypeMapping", errorMessage: "required" }] }],
      [201, { data: { idTypeMapping: renamed.idTypeMapping } }],
      [429, {}],
    ]);
    expect(replies[4]?.headers.get("retry-after")).toBeNull();
  });
});

describe("a rate limit", () => {
  const emulator = emulatorWith({ rateLimit: { changes: 2, seconds: 3600 } });

  test("takes as many calls as allowed in any stretch of the time, and says how long to wait", () => {
    let now = 0;
    const limiter = new RateLimiter({ changes: 2, seconds: 10 }, () => now);
    const at = (milliseconds: number) => {
      now = milliseconds;
      return limiter.take();
    };

    const waits = [undefined, undefined, 6, 1, undefined, 4, undefined];
    expect([0, 4_000, 4_000, 9_999, 10_000, 10_001, 14_000].map(at)).toEqual(waits);
  });

  test("counts refused calls, but none with a wrong key, and anew after a reset; beyond it, nothing is kept", async () => {
    const replies = [
      await send(emulator(), segments, segment, { "service-api-key": "wrong" }),
      await send(emulator(), segments, {}),
      await send(emulator(), "POST /console/v1/nothing", {}),
      await send(emulator(), segments, segment),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 400, 404, 429]);
    expect(replies[3]?.headers.get("retry-after")).toMatch(/^3[56]\d\d$/);
    expect(emulator().records).toEqual([]);
    emulator().reset();
    expect((await send(emulator(), segments, segment)).status).toBe(201);
  });
});
