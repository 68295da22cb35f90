import { once } from "node:events";
import { request } from "node:http";
import type { Fault } from "../../lib/emulator/index";
import { segment } from "../support/samples";
import { emulatorWith, paths, send } from "./running";

const emulator = emulatorWith();
const { segments } = paths;
const create = () => send(emulator(), segments, segment);
const exists = () => emulator().record("segment", "beta_testers") !== undefined;
/** The call as Node's own client makes it, which tells how a connection ended. */
const requested = () => {
  const headers = { "content-type": "application/json", "service-api-key": emulator().key };
  const sent = request(`${emulator().baseUrl}/console/v1/segments`, { method: "POST", headers });
  return sent.end(JSON.stringify(segment));
};

const html = { "content-type": "text/html" };

test.each<[string, Fault, number, string]>([
  ["500, late", { status: 500, delay: 20 }, 500, '{"message":"Internal Server Error"}'],
  ["502 as HTML", { status: 502, headers: html, body: "<h1>Bad gateway</h1>" }, 502, "<h1>Bad gateway</h1>"],
  ["bytes", { body: Buffer.from("ü", "latin1"), headers: html }, 200, "\ufffd"],
  ["success to nothing", { effect: false }, 200, '{"message":"OK"}'],
])("a fault answers %s once, and the call takes no effect", async (_, fault, status, text) => {
  emulator().fail(fault);
  const reply = await create();

  expect([reply.status, reply.text]).toEqual([status, text]);
  expect(emulator().calls).toMatchObject([{ status, body: segment }]);
  expect(exists()).toBe(false);
  expect((await create()).status).toBe(201);
});

test.each<[Fault, number, string | null]>([
  [{ status: 429, effect: true, headers: html }, 429, "text/html"],
  [{ headers: { "Content-Type": "text/html" } }, 201, "text/html"],
  [{ headers: { "content-type": null } }, 201, null],
])("a call takes effect, and is answered otherwise: %j", async (fault, status, type) => {
  emulator().fail(fault);
  const reply = await create();

  expect([reply.status, reply.headers.get("content-type"), exists()]).toEqual([status, type, true]);
});

test.each<[string, Fault, boolean, unknown]>([
  ["before the request was read", { drop: "before" }, false, undefined],
  ["after the call took effect", { drop: "after" }, true, segment],
  ["after the request was read, without effect", { drop: "after", effect: false }, false, segment],
])("a fault drops the connection %s", async (_, fault, effect, body) => {
  emulator().fail(fault);

  await expect(create()).rejects.toThrow();
  expect(exists()).toBe(effect);
  expect(emulator().calls).toMatchObject([{ method: "POST", status: undefined, body }]);
});

test("a connection that is dropped is reset, midway after half of the answer", async () => {
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

test.each<[string, Fault, boolean]>([
  ["hangs without effect", { hang: true }, false],
  ["hangs, but takes effect when told so", { hang: true, effect: true }, true],
  ["is answered late takes effect at once", { delay: 2 ** 31 - 1 }, true],
])("a call that %s", async (_, fault, effect) => {
  emulator().fail(fault);
  const call = requested();
  const ended = once(call, "close").catch(() => {});
  while (emulator().calls[0]?.body === undefined || exists() !== effect) await new Promise(setImmediate);
  call.destroy();
  await ended;

  expect(exists()).toBe(effect);
  expect(emulator().calls).toMatchObject([{ status: undefined }]);
});

describe("the calls that a fault is for", () => {
  const patch = () => send(emulator(), "PATCH /console/v1/experiments/assignment_source/a%20b", {});

  test.each<[string, Fault["match"]]>([
    ["a method, in any case", { method: "patch" }],
    ["a path", { path: "/console/v1/experiments/assignment_source/a%20b" }],
    ["a kind", { kind: "assignment_source" }],
    ["all of them", { method: "PATCH", path: /a%20b$/g, kind: "assignment_source" }],
  ])("are told by %s", async (_, match) => {
    emulator().fail({ match, status: 503, times: 2 });
    const replies = [await create(), await patch(), await patch(), await patch()];

    expect(replies.map(({ status }) => status)).toEqual([201, 503, 503, 201]);
  });

  test("get the oldest first, if they have the key and are of the service", async () => {
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
  [{ headers: { a: "b\nc" } }, 'fault.headers: given {"a":"b\\nc"}; allowed: headers that http can carry'],
  [{ body: 1 }, "fault.body: given 1; allowed: text, bytes or an object"],
  [{ match: { path: 1 } }, "fault.match.path: given 1; allowed: text or a pattern"],
  [{ delay: 2 ** 31 }, "fault.delay: given 2147483648; allowed: at most 2147483647"],
])("a fault that cannot be played is refused: %j", (fault, message) => {
  expect(() => emulator().fail(fault as Fault)).toThrow(new TypeError(message));
});
