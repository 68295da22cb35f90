import fc from "fast-check";
import { fromWire, toWire } from "../../lib/api/vendor-names";

describe("the vendor", () => {
  test("is in the unit id's key as written, and nowhere else", () => {
    const body = {
      name: "serviceUnitID",
      idTypeMapping: [{ serviceUnitID: "userID", column: "serviceUnitID" }, { column: "c" }],
      owner: { ownerID: "1" },
    };
    expect(Object.entries(toWire(body, "Acme") as object)).toEqual([
      ["name", "serviceUnitID"],
      ["idTypeMapping", [{ AcmeUnitID: "userID", column: "serviceUnitID" }, { column: "c" }]],
      ["owner", { ownerID: "1" }],
    ]);
  });

  test("is removed from a body as it was added", () => {
    const vendors = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/);
    const entry = fc.record({ serviceUnitID: fc.string(), column: fc.string() }, { requiredKeys: [] });
    // a body may be no object, and a mapping no list of objects
    const mapping = fc.oneof(fc.array(entry), fc.jsonValue());
    const objects = fc.record({ idTypeMapping: mapping, owner: fc.jsonValue() }, { requiredKeys: [] });
    const bodies = fc.oneof(objects, fc.constantFrom(null, 5, []));
    fc.assert(
      fc.property(bodies, vendors, (body, vendor) => {
        expect(fromWire(toWire(body, vendor), vendor)).toEqual(body);
      }),
    );
  });
});
