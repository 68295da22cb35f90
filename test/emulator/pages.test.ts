import { renderListing } from "../../lib/emulator/index";
import { bodies, emulatorWith, jsonOf, send } from "./running";

const emulator = emulatorWith();
const segments = "POST /console/v1/segments";
const noKey = { "service-api-key": "wrong" };

describe("the emulator's own pages", () => {
  test("show records and calls as JSON, and as a listing for people at the root", async () => {
    await send(emulator(), segments, bodies.segment);
    const records = await send(emulator(), "GET /emulator/records");
    const calls = await send(emulator(), "GET /emulator/calls?since=0");
    const listing = await send(emulator(), "GET /");

    expect(JSON.parse(records.text)).toEqual(emulator().records);
    expect(JSON.parse(calls.text)).toEqual(emulator().calls);
    expect(listing.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(listing.text).toBe(renderListing(emulator()));
  });

  test("take faults as JSON, and reset the emulator", async () => {
    const fault = { match: { kind: "segment" }, status: 503 };
    const posted = [await send(emulator(), "POST /emulator/faults", fault)];
    const failed = await send(emulator(), segments, bodies.segment);
    posted.push(await send(emulator(), "POST /emulator/faults", fault));
    const reset = await send(emulator(), "POST /emulator/reset");

    expect([...posted, failed, reset].map(({ status }) => status)).toEqual([201, 201, 503, 200]);
    expect([emulator().records, emulator().calls]).toEqual([[], []]);
    expect((await send(emulator(), segments, bodies.segment)).status).toBe(201);
  });

  test.each([
    ...["GET /", "GET /emulator/records", "GET /emulator/calls", "GET /emulator/nothing"],
    ...["POST /emulator/faults", "POST /emulator/reset"],
  ] as `${string} ${string}`[])("show and change nothing without the key: %s", async (operation) => {
    await send(emulator(), segments, bodies.segment);
    const reply = await send(emulator(), operation, operation.startsWith("GET") ? undefined : { status: 503 }, noKey);

    const message = "The key in the header SERVICE-API-KEY is not valid.";
    expect([reply.status, jsonOf(reply)]).toEqual([401, { message }]);
    expect((await send(emulator(), segments, bodies.segment)).status).toBe(409);
  });

  test("refuse a fault that cannot be played, and one that is no JSON", async () => {
    const replies = [
      await send(emulator(), "POST /emulator/faults", { status: 99 }),
      await send(emulator(), "POST /emulator/faults", "{"),
      await send(emulator(), "POST /emulator/faults", "{}", { "content-type": "text/plain" }),
    ];

    expect(replies.map((reply) => [reply.status, jsonOf(reply).message])).toEqual([
      [400, "fault.status: given 99; allowed: at least 200"],
      [400, expect.any(String)],
      [415, expect.any(String)],
    ]);
  });

  test.each([
    ["GET /emulator", 404],
    ["GET /constructor", 404],
    ["GET /console/v2/experiments", 404],
    ["POST /", 405],
    ["GET /emulator/reset", 405],
    ["DELETE /emulator/records", 405],
  ] as const)("answer %s with %i", async (operation, status) => {
    const reply = await send(emulator(), operation);

    expect([reply.status, jsonOf(reply)]).toEqual([status, { message: expect.any(String) }]);
    expect(emulator().calls).toEqual([]);
  });
});
