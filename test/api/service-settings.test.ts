import fc from "fast-check";
import { problemsOf } from "../../lib/api/problems";
import { baseUrlProblem, fromWire, normalBaseUrl, serviceSettings, toWire } from "../../lib/api/service-settings";

const seconds = (most: number): readonly [accepts: readonly unknown[], refuses: readonly unknown[]] => [
  [30, 0.001, most],
  [0, -1, most + 0.001, "30", null, Number.POSITIVE_INFINITY, Number.NaN],
];

test.each<[name: string, accepts: readonly unknown[], refuses: readonly unknown[]]>([
  [
    "baseUrl",
    [
      ...[
        "https://console.example.com/",
        "https://console.example.com:8443/some/prefix",
        "HTTPS://CONSOLE.EXAMPLE.COM",
      ],
      ...["https://192.0.2.7", "https://[2001:db8::7]", "http://LOCALHOST:8787/prefix/", "http://127.1.2.3"],
      ...["http://127.1", "http://[0:0:0:0:0:0:0:1]:8787"],
    ],
    [null, 5],
  ],
  [
    "apiKeyVariable",
    ["SERVICE_API_KEY", "_", "k9"],
    ["", "9K", "A-B", "A B", "A=B", "Ä", "A\n", "sk-live-123456", null, 5],
  ],
  ["respectReviewSettings", ["", " az~"], ["a\n", "\u007f", "é", null, 5]],
  ["vendor", ["service", "Acme", "a1"], ["", "1a", "acme-inc", "acme inc", "acme\n", "äcme", null, 5]],
  ["attemptTimeoutSeconds", ...seconds(3_600)],
  ["retryBudgetSeconds", ...seconds(86_400)],
])("%s accepts and refuses what it should", (name, accepts, refuses) => {
  const isAccepted = (value: unknown) => problemsOf(serviceSettings, { [name]: value }).length === 0;
  expect(accepts.filter((value) => !isAccepted(value))).toEqual([]);
  expect(refuses.filter(isAccepted)).toEqual([]);
});

describe("a base URL", () => {
  const refused = {
    "a URL such as https://console.example.com":
      "|console.example.com|/console|https://|https://exa mple.com|https://example.com:99999",
    "a URL without credentials, query and fragment":
      "https://key@console.example.com|https://user:key@console.example.com|http://:key@localhost|" +
      "https://console.example.com?tenant=1|https://console.example.com/#|https://console.example.com/?",
    "an https URL, or http to a loopback address":
      "http://console.example.com|http://10.0.0.1|http://0.0.0.0|http://128.0.0.1|http://[::2]|" +
      "http://localhost.example.com|http://127.0.0.1.example.com|http://notlocalhost|" +
      "http://[::ffff:127.0.0.1]|ftp://localhost|file:///etc/passwd|localhost:8787|javascript:alert(1)",
    "an https URL, or http to a loopback address, without credentials, query and fragment":
      "http://u:p@console.example.com?a",
  };

  test.each(Object.entries(refused))("is refused where it is not %s", (allowed, list) => {
    for (const baseUrl of list.split("|")) {
      expect([baseUrl, problemsOf(serviceSettings, { baseUrl })]).toMatchObject([baseUrl, [{ allowed }]]);
    }
  });

  test.each([
    ["https://u:p@console.example.com/?q=1#f", "a URL with credentials, a query and a fragment in it"],
    ["https://console.example.com/#?", "a URL with a fragment in it"],
    ["http://console.example.com/hunter2", '"http://console.example.com"'],
    ["javascript:hunter2", undefined],
    ["https://u:hunter2@exa mple.com", undefined],
  ])("that is refused is described without anything that may be a secret: %s", (baseUrl, given) => {
    expect(JSON.stringify(baseUrlProblem(baseUrl))).not.toMatch(/hunter2|u:p|key/);
    expect(problemsOf(serviceSettings, { baseUrl })[0]?.given).toBe(given);
  });

  test.each([
    ["HTTPS://Console.Example.com:443//", "https://console.example.com"],
    ["https://console.example.com/Some/Prefix/", "https://console.example.com/Some/Prefix"],
    ["http://127.0.0.1\\@evil.example", "http://127.0.0.1/@evil.example"],
    ["https://\tconsole.example\n.com", "https://console.example.com"],
  ])("has a normal form: %s is %s", (baseUrl, normal) => {
    expect(normalBaseUrl(baseUrl)).toBe(normal);
  });
});

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
