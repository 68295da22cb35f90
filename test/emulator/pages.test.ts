import { type Content, type ReceivedCall, renderListing } from "../../lib/emulator/index";
import { columnsOf } from "../../lib/text/columns";
import { segment } from "../support/samples";
import { emulatorWith, paths, send } from "./running";

describe("the pages", () => {
  const emulator = emulatorWith();
  const create = () => send(emulator(), paths.segments, segment);

  test("show records and calls as JSON, and as a listing for people at the root", async () => {
    await create();
    const records = await send(emulator(), "GET /emulator/records");
    const calls = await send(emulator(), "GET /emulator/calls?since=0");
    const listing = await send(emulator(), "GET /");

    expect([records.json, calls.json]).toEqual([emulator().records, emulator().calls]);
    expect(listing.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(listing.text).toBe(renderListing(emulator()));
  });

  test("take faults as JSON, and reset the emulator", async () => {
    const add = () => send(emulator(), "POST /emulator/faults", { match: { kind: "segment" }, status: 503 });
    const replies = [await add(), await create(), await add(), await send(emulator(), "POST /emulator/reset")];

    expect(replies.map(({ status }) => status)).toEqual([201, 503, 201, 200]);
    expect([emulator().records, emulator().calls]).toEqual([[], []]);
    expect((await create()).status).toBe(201);
  });

  test.each(["GET /", "GET /emulator/records", "POST /emulator/faults", "POST /emulator/reset"])(
    "show and change nothing without the key: %s",
    async (operation) => {
      await create();
      const body = operation.startsWith("GET") ? undefined : { status: 503 };
      const { status, json } = await send(emulator(), operation, body, { "service-api-key": "wrong" });

      expect([status, Object.keys(json)]).toEqual([401, ["message"]]);
      expect((await create()).status).toBe(409);
    },
  );

  test.each(["GET /", "HEAD /"])(
    "say without a key that the emulator runs, and nothing else: %s",
    async (operation) => {
      await create();
      const [method] = operation.split(" ");
      const reply = await fetch(`${emulator().baseUrl}/`, { method });
      expect([reply.status, await reply.text()]).toEqual([200, ""]);
    },
  );

  test.each([
    ["GET /constructor", undefined, 404],
    ["POST /", undefined, 405],
    ["POST /emulator/faults", "{", 400],
    ["POST /emulator/faults", { status: 99 }, 400],
  ] as const)("answer %s %j with %i", async (operation, body, status) => {
    const reply = await send(emulator(), operation, body);

    expect([reply.status, reply.json, emulator().calls]).toEqual([status, { message: expect.any(String) }, []]);
  });
});

const record = (kind: string, id: string, data: Content) => ({ kind, id, data, createdTime: 0, modifiedTime: 0 });
const call = (path: string, status?: number, body?: object): ReceivedCall => ({
  ...{ method: "POST", path, kind: undefined, body, headers: {}, status, time: 0 },
});

test("the listing has records and calls in columns of a width, nothing from inside a field, and no control characters", () => {
  const records = [
    record("experiment", "checkout_button", { allocation: 50, groups: [{ secret: "hunter2" }, {}], status: "active" }),
    record("segment", "beta", { owner: { ownerID: "hunter2" }, team: null }),
    record("segment", "a\u001b[31mb\nc\u009b\u2028d", { a: "x".repeat(5_000) }),
    record("segment", "🙂".repeat(50), { team: "右" }),
  ];
  const calls = [call("/console/v1/experiments", 201), call("/console/v1/segments", 200, { dryRun: true }), call("/x")];

  const listing = renderListing({ records, calls }, 120);
  expect(listing).not.toContain("hunter2");
  const lines = listing.split("\n");
  expect(lines.map((line) => line.trim().split(/ {2,}/)).filter(([first]) => first !== "")).toEqual([
    ["Records: 4"],
    ["KIND", "ID", "CONTENT"],
    ["experiment", "checkout_button", 'allocation=50 groups=[2] status="active"'],
    ["segment", "beta", expect.stringMatching(/^owner=\S+ team=null$/)],
    ["segment", "a·[31mb·c··d", expect.stringMatching(/^a="x+…$/)],
    ["segment", `${"🙂".repeat(21)}…`, 'team="右"'],
    ["Calls: 3"],
    ["#", "METHOD", "STATUS", "PATH"],
    ["1", "POST", "201", "/console/v1/experiments"],
    ["2", "POST", "200", "/console/v1/segments (dry run)"],
    ["3", "POST", "-", "/x"],
  ]);
  const column = columnsOf(lines[2]?.split("CONTENT")[0] ?? "");
  for (const [line, content] of [
    [3, "allocation"],
    [6, "team"],
  ] as const)
    expect(columnsOf(lines[line]?.split(content)[0] ?? "")).toBe(column);
  expect(Math.max(...lines.map(columnsOf))).toBe(120);
});
