import fc from "fast-check";
import { problemsOf } from "../../lib/api/problems";
import {
  baseUrlProblem,
  fromWire,
  isVariableName,
  keyHeader,
  normalBaseUrl,
  serviceDefaults,
  serviceSettings,
  toWire,
} from "../../lib/api/service-settings";
import { type Kind, LETTERS_AND_DIGITS, textOf } from "./kinds";

const NOT_AN_ADDRESS = "an address such as https://console.example.com";
const BARE = "an address without credentials, query and fragment";
const NO_TLS = "an https address, or http to a loopback address";

describe("a base address", () => {
  test.each([
    "https://console.example.com",
    "https://console.example.com/",
    "https://console.example.com:8443/some/prefix",
    "HTTPS://CONSOLE.EXAMPLE.COM",
    "https://192.0.2.7",
    "https://[2001:db8::7]",
    "http://localhost",
    "http://localhost:8787/prefix/",
    "http://LOCALHOST:8787",
    "http://127.0.0.1:8787",
    "http://127.1.2.3",
    "http://127.1",
    "http://[::1]:8787",
    "http://[0:0:0:0:0:0:0:1]",
  ])("may be %s", (address) => {
    expect(baseUrlProblem(address)).toBeUndefined();
  });

  test.each([
    ["", NOT_AN_ADDRESS],
    ["console.example.com", NOT_AN_ADDRESS],
    ["/console", NOT_AN_ADDRESS],
    ["https://", NOT_AN_ADDRESS],
    ["https://exa mple.com", NOT_AN_ADDRESS],
    ["https://example.com:99999", NOT_AN_ADDRESS],
    ["https://key@console.example.com", BARE],
    ["https://user:key@console.example.com", BARE],
    ["http://:key@localhost", BARE],
    ["https://console.example.com?tenant=1", BARE],
    ["https://console.example.com/#top", BARE],
    ["https://console.example.com/#", BARE],
    ["https://console.example.com/?", BARE],
    ["http://console.example.com", NO_TLS],
    ["http://10.0.0.1", NO_TLS],
    ["http://0.0.0.0", NO_TLS],
    ["http://128.0.0.1", NO_TLS],
    ["http://[::2]", NO_TLS],
    ["http://localhost.example.com", NO_TLS],
    ["http://127.0.0.1.example.com", NO_TLS],
    ["http://notlocalhost", NO_TLS],
    ["http://169.254.169.254", NO_TLS],
    ["http://[::ffff:127.0.0.1]", NO_TLS],
    ["ftp://localhost", NO_TLS],
    ["ws://localhost", NO_TLS],
    ["file:///etc/passwd", NO_TLS],
    ["localhost:8787", NO_TLS],
    ["javascript:alert(1)", NO_TLS],
  ])("may not be %j: allowed is %s", (address, allowed) => {
    expect(baseUrlProblem(address)).toMatchObject({ allowed });
    expect(problemsOf(serviceSettings, { baseUrl: address })).toMatchObject([{ path: ["baseUrl"], allowed }]);
  });

  test.each([
    ["https://u:p@console.example.com/?q=1#f", "an address with credentials, a query and a fragment in it"],
    ["https://u:p@console.example.com", "an address with credentials in it"],
    ["https://console.example.com?#", "an address with a query and a fragment in it"],
    ["https://console.example.com/#?", "an address with a fragment in it"],
    ["https://key@console.example.com/#f", "an address with credentials and a fragment in it"],
    ["https://console.example.com/?key=hunter2", "an address with a query in it"],
    ["http://u:p@console.example.com", "an address with credentials in it"],
    ["http://console.example.com/hunter2", '"http://console.example.com"'],
    ["javascript:hunter2", undefined],
    ["https://u:hunter2@exa mple.com", undefined],
    ["hunter2", undefined],
  ])("that is refused is described without anything that may be a secret: %s", (address, given) => {
    const problem = baseUrlProblem(address);
    expect(problem?.given).toBe(given);
    expect(JSON.stringify(problem)).not.toMatch(/hunter2|u:p|key/);
    expect(problemsOf(serviceSettings, { baseUrl: address })[0]?.given).toBe(given);
  });

  test.each([
    ["HTTPS://Console.Example.com:443", "https://console.example.com"],
    ["https://console.example.com//", "https://console.example.com"],
    ["https://console.example.com/Some/Prefix/", "https://console.example.com/Some/Prefix"],
    ["http://127.1:8787", "http://127.0.0.1:8787"],
    ["http://[::1]:8080", "http://[::1]:8080"],
    ["https:\\\\console.example.com\\a", "https://console.example.com/a"],
    ["http://127.0.0.1\\@evil.example", "http://127.0.0.1/@evil.example"],
    ["https://\tconsole.example\n.com", "https://console.example.com"],
  ])("has a normal form: %s is %s", (address, normal) => {
    expect(normalBaseUrl(address)).toBe(normal);
  });

  test("that is refused names all that is wrong with it", () => {
    expect(baseUrlProblem("http://u:p@console.example.com?a")?.allowed).toBe(
      `${NO_TLS}, without credentials, query and fragment`,
    );
  });
});

describe("a setting of the service", () => {
  const seconds = (most: number): Kind => ({
    accepts: [30, 0.001, most],
    refuses: [0, -1, most + 0.001, "30", null, Number.POSITIVE_INFINITY, Number.NaN],
  });
  const printable = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index)).join("");
  const rows: Readonly<Record<string, Kind>> = {
    baseUrl: { accepts: ["https://console.example.com"], refuses: [null, 5, "http://console.example.com"] },
    apiKeyVariable: {
      accepts: ["SERVICE_API_KEY", "_", "k9"],
      refuses: ["", "9K", "A-B", "A B", "A=B", "Ä", "A\n", null, 5],
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

  test("may be left out, each and all", () => {
    expect(problemsOf(serviceSettings, {})).toEqual([]);
  });

  test("is refused when it is unknown", () => {
    expect(problemsOf(serviceSettings, { apiKey: "secret" })).toMatchObject([{ path: ["apiKey"], unknown: true }]);
  });
});

test("the defaults are two variables, a service without a brand, and limited waiting", () => {
  expect(serviceDefaults).toEqual({
    baseUrlVariable: "SERVICE_BASE_URL",
    apiKeyVariable: "SERVICE_API_KEY",
    vendor: "service",
    attemptTimeoutSeconds: 30,
    retryBudgetSeconds: 1_200,
  });
});

describe("the vendor", () => {
  test("is in the name of the key header, in capitals", () => {
    expect([keyHeader("service"), keyHeader("acme")]).toEqual(["SERVICE-API-KEY", "ACME-API-KEY"]);
  });

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

test.each(["SERVICE_API_KEY", "_", "k9", "a".repeat(200)])("%s may be the name of an environment variable", (name) => {
  expect(isVariableName(name)).toBe(true);
});

test.each(
  [["", "9K", "A-B", "A B", "A=B", "\u00c4", "A\n", "sk-live-123456", undefined, null, 5, ["A"]]]
    .flat()
    .map((name) => [name]),
)("%j may not", (name) => {
  expect(isVariableName(name)).toBe(false);
});
