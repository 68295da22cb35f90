import { metricSource, without } from "../support/samples";
import { emulatorWith, paths, send } from "./running";

const emulator = emulatorWith({ vendor: "acme" });
const headers = () => ({ "service-api-key": "", "acme-api-key": emulator().key });

test("an emulator of another vendor takes the vendor's header and field alone, and requires the mapping where the API does", async () => {
  const renamed = { ...metricSource, idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }] };
  const replies = [
    await send(emulator(), paths.metricSources, {}),
    await send(emulator(), paths.metricSources, metricSource, headers()),
    await send(emulator(), paths.metricSources, without(metricSource, "idTypeMapping"), headers()),
    await send(emulator(), paths.assignmentSourcePatch, {}, headers()),
    await send(emulator(), paths.metricSources, renamed, headers()),
  ];

  expect(replies.map(({ status, json }) => [status, json])).toMatchObject([
    [401, { message: expect.stringContaining("ACME-API-KEY") }],
    [400, { errors: [{ property: "idTypeMapping[0].serviceUnitID" }] }],
    [400, { errors: [{ property: "idTypeMapping", errorMessage: "required" }] }],
    [201, {}],
    [201, { data: { idTypeMapping: renamed.idTypeMapping } }],
  ]);
});
