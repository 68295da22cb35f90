import { once } from "node:events";
import { request } from "node:http";
import type { Fault } from "../../lib/emulator/index";
import { segment } from "../support/samples";
import { emulatorWith, paths, send } from "./running";

const emulator = emulatorWith();
const { segments } = paths;
const create = () => send(emulator(), segments, segment);
const headers = () => ({ "content-type": "application/json", "service-api-key": emulator().key });
/** The call as Node's own client makes it, which tells how a connection ended. */
const requested = () =>
  request(`${emulator().baseUrl}/console/v1/segments`, { method: "POST", headers: headers() }).end();
const exists = () => emulator().record("segment", "beta_testers") !== undefined;

describe("a fault that answers", () => {
  const html = { "content-type": "text/html" };

  test.each<[string, Fault, number, string]>([
    ["500, late", { status: 500, delay: 20 }, 500, '{"message":"Internal Server Error"}'],
    ["502 as HTML", { status: 502, headers: html, body: "<h1>Bad gateway</h1>" }, 502, "<h1>Bad gateway</h1>"],
    ["400 with an object", { status: 400, body: { errors: [] } }, 400, '{"errors":[]}'],
    ["bytes", { body: Buffer.from("ü", "latin1"), headers: html }, 200, "\ufffd"],
    ["success to nothing", { effect: false }, 200, '{"message":"OK"}'],
    ["204", { status: 204 }, 204, ""],
  ])("%s does so once, and the call takes no effect", async (_, fault, status, text) => {
    emulator().fail(fault);
    const reply = await create();

    expect([reply.status, reply.text]).toEqual([status, text]);
    expect(emulator().calls).toMatchObject([{ status, body: segment }]);
    expect(exists()).toBe(false);
    expect((await create()).status).toBe(201);
  });

  test("sends the headers that it is given, and lets the call take effect when told so", async () => {
    emulator().fail({ status: 429, headers: { "Retry-After": "soon" }, effect: true });
    const reply = await create();

    expect([reply.status, reply.headers.get("retry-after"), exists()]).toEqual([429, "soon", true]);
  });
});

test("a fault changes headers of the call's own answer, or leaves them out", async () => {
  emulator().fail({ headers: { "Content-Type": "text/plain" } });
  emulator().fail({ headers: { "content-type": null } });
  const replies = [await create(), await create()];

  expect(replies.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
    [201, "text/plain"],
    [409, null],
  ]);
});

describe("a fault that drops the connection", () => {
  test.each<[string, Fault, boolean, unknown]>([
    ["before the request was read", { drop: "before" }, false, undefined],
    ["before the request was read, late", { drop: "before", delay: 10 }, false, undefined],
    ["after the call took effect", { drop: "after" }, true, segment],
    ["after the request was read, without effect", { drop: "after", effect: false }, false, segment],
  ])("%s answers nothing", async (_, fault, effect, body) => {
    emulator().fail(fault);

    await expect(create()).rejects.toThrow();
    expect(exists()).toBe(effect);
    expect(emulator().calls).toMatchObject([{ method: "POST", status: undefined, body }]);
  });

  test("resets it, midway after half of the answer", async () => {
    emulator().fail({ drop: "before" });
    await expect(once(requested(), "response")).rejects.toMatchObject({ code: "ECONNRESET" });
    emulator().fail({ drop: "midway", body: "0123456789" });
    const [response] = (await once(requested(), "response")) as [AsyncIterable<Buffer>];
    let received = "";
    const read = async () => {
      for await (const piece of response) received += piece.toString();
    };

    await expect(read()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(received).toBe("01234");
  });
});

describe("a caller that waits in vain", () => {
  test.each<[string, Fault, boolean]>([
    ["a fault that hangs does not let the call take effect", { hang: true }, false],
    ["unless told so", { hang: true, effect: true }, true],
    ["and a delay is one of the answer, not of the effect", { delay: 2 ** 31 - 1 }, true],
  ])("%s", async (_, fault, effect) => {
    emulator().fail(fault);
    const caller = new AbortController();
    const reply = fetch(`${emulator().baseUrl}/console/v1/segments`, {
      ...{ method: "POST", headers: headers(), body: JSON.stringify(segment), signal: caller.signal },
    });
    while (emulator().calls[0]?.body === undefined || exists() !== effect) await new Promise(setImmediate);
    caller.abort();

    await expect(reply).rejects.toThrow();
    expect(exists()).toBe(effect);
    expect(emulator().calls).toMatchObject([{ status: undefined }]);
  });
});

describe("which calls a fault is for", () => {
  const patch = () => send(emulator(), "PATCH /console/v1/experiments/assignment_source/a%20b", {});

  test.each<[string, Fault["match"]]>([
    ["a method, in any case", { method: "patch" }],
    ["a path", { path: "/console/v1/experiments/assignment_source/a%20b" }],
    ["a kind", { kind: "assignment_source" }],
    ["all of them", { method: "PATCH", path: /a%20b$/g, kind: "assignment_source" }],
  ])("is told by %s", async (_, match) => {
    emulator().fail({ match, status: 503, times: 2 });
    const replies = [await create(), await patch(), await patch(), await patch()];

    expect(replies.map(({ status }) => status)).toEqual([201, 503, 503, 201]);
  });

  test("is the oldest first, for every call with the key under the service's paths, and no other", async () => {
    for (const status of [500, 502]) emulator().fail({ status });
    const replies = [
      await send(emulator(), segments, segment, { "service-api-key": "wrong" }),
      await send(emulator(), "GET /emulator/calls"),
      await send(emulator(), "GET /console/v1/nothing"),
      await create(),
      await create(),
    ];

    expect(replies.map(({ status }) => status)).toEqual([401, 200, 500, 502, 201]);
  });
});

test.each<[unknown, string]>([
  [{ times: 0 }, "fault.times: given 0; allowed: a whole number of at least 1, or Infinity"],
  [{ drop: "mid" }, 'fault.drop: given "mid"; allowed: one of "before", "after", "midway"; did you mean "midway"?'],
  [{ headers: { a: "b\nc" } }, 'fault.headers: given {"a":"b\\nc"}; allowed: headers that http can carry'],
  [{ body: 1 }, "fault.body: given 1; allowed: text, bytes or an object"],
  [{ match: { path: 1 } }, "fault.match.path: given 1; allowed: text or a pattern"],
  [{ delay: 2 ** 31 }, "fault.delay: given 2147483648; allowed: at most 2147483647"],
  [{ staus: 500 }, 'fault.staus: unknown field; did you mean "status"?'],
])("a fault that cannot be played is refused: %j", (fault, message) => {
  expect(() => emulator().fail(fault as Fault)).toThrow(new TypeError(message));
});
