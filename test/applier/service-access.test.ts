import { validateHeaderValue } from "node:http";
import fc from "fast-check";
import { NotSentError } from "../../lib/applier/applier-errors";
import { serviceOf } from "../../lib/applier/service-access";

const baseUrl = "https://console.example.com";
const environment = { SERVICE_API_KEY: "key" };

test("what the request leaves out has its defaults", () => {
  expect(serviceOf({}, { ...environment, SERVICE_BASE_URL: baseUrl })).toEqual({
    baseUrl,
    key: "key",
    headers: { "SERVICE-API-KEY": "key" },
    vendor: "service",
    attemptTimeout: 30_000,
    retryBudget: 1_200_000,
  });
});

test("what the request says is used", () => {
  const settings = {
    baseUrl: "http://localhost:8080/base/",
    apiKeyVariable: "OUR_KEY",
    vendor: "acme",
    respectReviewSettings: "true",
    attemptTimeoutSeconds: 0.5,
    retryBudgetSeconds: 2,
  };

  expect(serviceOf(settings, { OUR_KEY: "ours", SERVICE_BASE_URL: baseUrl })).toEqual({
    baseUrl: "http://localhost:8080/base",
    key: "ours",
    headers: { "ACME-API-KEY": "ours", "x-respect-review-settings": "true" },
    vendor: "acme",
    attemptTimeout: 500,
    retryBudget: 2_000,
  });
});

test.each([
  [{}, "the key is missing: the environment variable SERVICE_API_KEY is not set"],
  [{ SERVICE_API_KEY: "" }, "the key is missing: the environment variable SERVICE_API_KEY is empty"],
])("a missing key is an error that names the variable", (variables, message) => {
  expect(() => serviceOf({ baseUrl }, variables)).toThrow(new NotSentError(message, ""));
});

test("a missing address is an error that names both ways to give it", () => {
  expect(() => serviceOf({}, environment)).toThrow(
    "the address of the service is missing: neither baseUrl nor the environment variable SERVICE_BASE_URL is set",
  );
});

const bare = "an address without credentials, query and fragment";
const https = "an https address, or http to a loopback address";

describe.each([
  ["baseUrl", (address: string) => serviceOf({ baseUrl: address }, environment)],
  ["SERVICE_BASE_URL", (address: string) => serviceOf({}, { ...environment, SERVICE_BASE_URL: address })],
])("an address in %s", (origin, serviceAt) => {
  test.each([
    ["console.example.com", "an address such as https://console.example.com"],
    ["https://", "an address such as https://console.example.com"],
    ["http://console.example.com", https],
    ["http://127.0.0.1.evil.example", https],
    ["http://localhost.evil.example", https],
    ["http://0.0.0.0", https],
    ["http://me:secret@console.example.com?a#b", `${https}, without credentials, query and fragment`],
    ["http://169.254.169.254", https],
    ["http://[::ffff:127.0.0.1]", https],
    ["ftp://console.example.com", https],
    ["file:///etc/passwd", https],
    ["javascript:alert(1)", https],
    ["https://me:secret@console.example.com", bare],
    ["http://secret@localhost", bare],
    ["https://console.example.com?key=secret", bare],
    ["https://console.example.com#secret", bare],
  ])("may not be %s, and is not shown", (address, allowed) => {
    const error = expect.objectContaining({
      name: "NotSentError",
      message: `the address of the service in ${origin} is not valid; allowed: ${allowed}`,
    });
    expect(() => serviceAt(address)).toThrow(error);
  });

  test.each([
    ["https://console.example.com", "https://console.example.com"],
    ["https://console.example.com:8443/a/b//", "https://console.example.com:8443/a/b"],
    ["HTTPS://Console.Example.com", "https://console.example.com"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["http://127.1:8080", "http://127.0.0.1:8080"],
    ["http://[::1]:8080", "http://[::1]:8080"],
    ["https:\\\\console.example.com\\a", "https://console.example.com/a"],
    ["http://127.0.0.1\\@evil.example", "http://127.0.0.1/@evil.example"],
    ["https://\tconsole.example\n.com", "https://console.example.com"],
  ])("%s is read as %s, as in a browser", (address, normal) => {
    expect(serviceAt(address).baseUrl).toBe(normal);
  });
});

describe("a header's value", () => {
  test.each([
    ["a line break", "key\r\nx-other: 1"],
    ["a line feed", "key\n"],
    ["a null byte", "key\0"],
    ["a character outside ASCII", "k\u00e9y"],
    ["a tab", "key\t"],
  ])("may not hold %s", (_, value) => {
    const message = "is not valid in an HTTP header; allowed: text of printable ASCII characters";
    expect(() => serviceOf({ baseUrl }, { SERVICE_API_KEY: value })).toThrow(
      new NotSentError(`the key in SERVICE_API_KEY ${message}`, ""),
    );
    expect(() => serviceOf({ baseUrl, respectReviewSettings: value }, environment)).toThrow(
      new NotSentError(`respectReviewSettings ${message}`, ""),
    );
  });

  test("is refused, or one that HTTP carries as it is; an error does not show it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 5 }), (value) => {
        try {
          const { headers } = serviceOf({ baseUrl, respectReviewSettings: value }, { SERVICE_API_KEY: value });
          expect(Object.values(headers)).toEqual([value, value]);
          for (const header of Object.values(headers)) validateHeaderValue("name", header);
          expect(value).toMatch(/^[ -~]*$/);
        } catch (error) {
          expect((error as Error).message).toContain("is not valid in an HTTP header");
          expect((error as Error).message).not.toContain(value);
        }
      }),
    );
  });
});
