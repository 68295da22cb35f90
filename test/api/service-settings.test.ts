import fc from "fast-check";
import { problemsOf } from "../../lib/api/problems";
import { fromWire, serviceSettings, toWire } from "../../lib/api/service-settings";
import { type CellType, LETTERS_AND_DIGITS, textOf } from "./cell-types";

describe("a setting of the service", () => {
  const seconds = (most: number): CellType => ({
    accepts: [30, 0.001, most],
    refuses: [0, -1, most + 0.001, "30", null, Number.POSITIVE_INFINITY, Number.NaN],
  });
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join("");
  const rows: Readonly<Record<string, CellType>> = {
    baseUrl: { accepts: ["https://console.example.com"], refuses: [null, 5, "http://console.example.com"] },
    apiKeyVariable: {
      accepts: ["SERVICE_API_KEY", "_", "k9"],
      refuses: ["", "9K", "A-B", "A B", "A=B", "Ä", "A\n", "sk-live-123456", null, 5],
    },
    respectReviewSettings: textOf(printable),
    vendor: {
      accepts: ["service", "Acme", "a1", LETTERS_AND_DIGITS],
      refuses: ["", "1a", "acme-inc", "acme inc", "acme\n", "äcme", null, 5],
    },
    attemptTimeoutSeconds: seconds(3_600),
    retryBudgetSeconds: seconds(86_400),
  };

  test.each(Object.entries(rows))("%s accepts and refuses what it should", (name, { accepts, refuses }) => {
    const isAccepted = (value: unknown) => problemsOf(serviceSettings, { [name]: value }).length === 0;
    expect(accepts.filter((value) => !isAccepted(value))).toEqual([]);
    expect(refuses.filter(isAccepted)).toEqual([]);
  });
});

describe("the vendor", () => {
  test("is in the unit id's key as written, and nowhere else", () => {
    const body = {
      name: "serviceUnitID",
      idTypeMapping: [{ serviceUnitID: "userID", column: "serviceUnitID" }, { column: "c" }],
      owner: { ownerID: "1" },
    };
    expect(toWire(body, "Acme")).toEqual({
      ...body,
      idTypeMapping: [{ AcmeUnitID: "userID", column: "serviceUnitID" }, { column: "c" }],
    });
    expect(toWire(body, "service")).toEqual(body);
    expect(Object.keys(toWire(body, "Acme") as object)).toEqual(["name", "idTypeMapping", "owner"]);
    expect(body.idTypeMapping[0]).toEqual({ serviceUnitID: "userID", column: "serviceUnitID" });
  });

  test("changes nothing where there is no list of objects, or no body", () => {
    for (const value of [null, 5, "text", [], {}, { idTypeMapping: "x" }, { idTypeMapping: [null, 5, ["x"]] }]) {
      expect(toWire(value, "acme")).toEqual(value);
      expect(fromWire(value, "acme")).toEqual(value);
    }
  });

  test("is removed from a body as it was added", () => {
    const vendors = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/);
    const entry = fc.record({ serviceUnitID: fc.string(), column: fc.string() }, { requiredKeys: [] });
    const bodies = fc.record(
      { name: fc.string(), idTypeMapping: fc.array(entry), owner: fc.jsonValue(), tags: fc.array(fc.string()) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(bodies, vendors, (body, vendor) => {
        expect(fromWire(toWire(body, vendor), vendor)).toEqual(body);
        const wire = JSON.stringify(toWire(body, vendor));
        expect(wire.includes(`"${vendor}UnitID":`)).toBe(JSON.stringify(body).includes('"serviceUnitID":'));
      }),
    );
  });
});
