import { renderListing } from "../../lib/emulator/index";
import { segment } from "../support/samples";
import { emulatorWith, paths, send } from "./running";

const emulator = emulatorWith();
const create = () => send(emulator(), paths.segments, segment);

test("the pages show records and calls as JSON, and as a listing for people at the root", async () => {
  await create();
  const records = await send(emulator(), "GET /emulator/records");
  const calls = await send(emulator(), "GET /emulator/calls?since=0");
  const listing = await send(emulator(), "GET /");

  expect([records.json, calls.json]).toEqual([emulator().records, emulator().calls]);
  expect(listing.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(listing.text).toBe(renderListing(emulator()));
});

test("they take faults as JSON, and reset the emulator", async () => {
  const add = () => send(emulator(), "POST /emulator/faults", { match: { kind: "segment" }, status: 503 });
  const replies = [await add(), await create(), await add(), await send(emulator(), "POST /emulator/reset")];

  expect(replies.map(({ status }) => status)).toEqual([201, 503, 201, 200]);
  expect([emulator().records, emulator().calls]).toEqual([[], []]);
  expect((await create()).status).toBe(201);
});

test.each(["GET /", "GET /emulator/records", "GET /emulator/nothing", "POST /emulator/faults", "POST /emulator/reset"])(
  "they show and change nothing without the key: %s",
  async (operation) => {
    await create();
    const body = operation.startsWith("GET") ? undefined : { status: 503 };
    const { status, json } = await send(emulator(), operation, body, { "service-api-key": "wrong" });

    expect([status, Object.keys(json)]).toEqual([401, ["message"]]);
    expect((await create()).status).toBe(409);
  },
);

test.each([
  ["GET /constructor", undefined, 404],
  ["GET /console/v2/experiments", undefined, 404],
  ["POST /", undefined, 405],
  ["GET /emulator/reset", undefined, 405],
  ["DELETE /emulator/records", undefined, 405],
  ["POST /emulator/faults", "{", 400],
  ["POST /emulator/faults", { status: 99 }, 400],
] as const)("they answer %s %j with %i", async (operation, body, status) => {
  const reply = await send(emulator(), operation, body);

  expect([reply.status, reply.json]).toEqual([status, { message: expect.any(String) }]);
  expect(emulator().calls).toEqual([]);
});
