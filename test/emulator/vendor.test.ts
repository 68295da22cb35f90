import { bodies, emulatorWith, jsonOf, send } from "./running";

const emulator = emulatorWith({ vendor: "acme" });
const path = "POST /console/v1/metrics/metric_source";
const headers = () => ({ "service-api-key": "", "acme-api-key": emulator().key });

describe("an emulator of another vendor", () => {
  test("takes the key in the vendor's header and unit ids in the vendor's field", async () => {
    const body = { ...bodies.metricSource, idTypeMapping: [{ acmeUnitID: "userID", column: "user_id" }] };
    const reply = await send(emulator(), path, body, headers());

    expect(reply.status).toBe(201);
    expect(jsonOf(reply).data).toMatchObject({ idTypeMapping: body.idTypeMapping });
    expect(emulator().record("metric_source", "purchases")).toEqual(body);
  });

  test("refuses the neutral header and field", async () => {
    const header = await send(emulator(), path, {});
    const field = await send(emulator(), path, bodies.metricSource, headers());

    expect([header.status, jsonOf(header).message]).toEqual([401, expect.stringContaining("ACME-API-KEY")]);
    expect([field.status, jsonOf(field).errors]).toMatchObject([400, [{ property: "idTypeMapping[0].serviceUnitID" }]]);
  });

  test("still requires the mapping where the API does, and only there", async () => {
    const create = await send(emulator(), path, { ...bodies.metricSource, idTypeMapping: undefined }, headers());
    const patch = await send(emulator(), "PATCH /console/v1/experiments/assignment_source/a", {}, headers());

    expect(jsonOf(create).errors).toEqual([{ property: "idTypeMapping", errorMessage: "required" }]);
    expect(patch.status).toBe(201);
  });
});
