import { metricSource } from "../support/samples";
import { emulatorWith, paths, send } from "./running";

const emulator = emulatorWith({ vendor: "acme" });
const headers = () => ({ "service-api-key": "", "acme-api-key": emulator().key });

test("an emulator of another vendor takes the key in the vendor's header and unit ids in the vendor's field", async () => {
  const body = { ...metricSource, idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }] };
  const { status, json } = await send(emulator(), paths.metricSources, body, headers());

  expect([status, json.data]).toEqual([201, expect.objectContaining({ idTypeMapping: body.idTypeMapping })]);
  expect(emulator().record("metric_source", "orders")).toEqual(body);
});

test("it refuses the neutral header and field, and requires the mapping where the API does, and only there", async () => {
  const without = { ...metricSource, idTypeMapping: undefined };
  const replies = [
    await send(emulator(), paths.metricSources, {}),
    await send(emulator(), paths.metricSources, metricSource, headers()),
    await send(emulator(), paths.metricSources, without, headers()),
    await send(emulator(), paths.assignmentSourcePatch, {}, headers()),
  ];

  expect(replies.map(({ status, json }) => [status, json])).toMatchObject([
    [401, { message: expect.stringContaining("ACME-API-KEY") }],
    [400, { errors: [{ property: "idTypeMapping[0].serviceUnitID" }] }],
    [400, { errors: [{ property: "idTypeMapping", errorMessage: "required" }] }],
    [201, {}],
  ]);
});
