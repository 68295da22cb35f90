import { validateHeaderValue } from "node:http";
import fc from "fast-check";
import { NotSentError } from "../../lib/applier/applier-errors";
import { serviceOf } from "../../lib/applier/service-access";
import { anyCharacter } from "../support/any-character";

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

test.each<[apiKeyVariable: string | undefined, NodeJS.ProcessEnv, is: string]>([
  [undefined, {}, "SERVICE_API_KEY is not set"],
  ["OUR_KEY", { OUR_KEY: "" }, "OUR_KEY is empty"],
  // what every object has is no variable
  ["constructor", {}, "constructor is not set"],
  ["__proto__", {}, "__proto__ is not set"],
])(
  "a missing key is an error that names the variable, and says that nothing was sent: %s",
  (apiKeyVariable, variables, is) => {
    const message = `the API key is missing: the environment variable ${is}`;
    const next = `set ${apiKeyVariable ?? "SERVICE_API_KEY"} where the deploy runs, and deploy again; nothing was sent`;
    expect(() => serviceOf({ baseUrl, apiKeyVariable }, variables)).toThrow(expect.objectContaining({ message, next }));
  },
);

test("a missing address is an error that names both ways to give it", () => {
  expect(() => serviceOf({}, environment)).toThrow(
    "the base URL of the service is missing: neither baseUrl nor the environment variable SERVICE_BASE_URL is set",
  );
});

// test/api/base-url.test.ts has all that an address may and may not be
test.each([
  ["baseUrl", (address: string) => serviceOf({ baseUrl: address }, environment)],
  ["SERVICE_BASE_URL", (address: string) => serviceOf({}, { ...environment, SERVICE_BASE_URL: address })],
])("an address in %s is normalised, or refused without being shown", (origin, serviceAt) => {
  expect(serviceAt("HTTPS://Console.Example.com:8443/a/b//").baseUrl).toBe("https://console.example.com:8443/a/b");
  expect(() => serviceAt("http://me:secret@console.example.com?a#b")).toThrow(
    expect.objectContaining({
      name: "NotSentError",
      message: `the base URL of the service in ${origin} is not valid; allowed: an https URL, or http to a loopback address, without credentials, query and fragment`,
    }),
  );
});

describe("a header's value", () => {
  test("has no line breaks, and no characters outside printable ASCII", () => {
    const message = "is not valid in an HTTP header; allowed: text of printable ASCII characters";
    for (const value of ["key\r\nx-other: 1", "key\0", "k\u00e9y", "key\t"]) {
      expect(() => serviceOf({ baseUrl }, { SERVICE_API_KEY: value })).toThrow(
        new NotSentError(`the API key in SERVICE_API_KEY ${message}`, ""),
      );
      expect(() => serviceOf({ baseUrl, respectReviewSettings: value }, environment)).toThrow(
        new NotSentError(`respectReviewSettings ${message}`, ""),
      );
    }
  });

  test("is refused, or one that HTTP carries as it is; an error does not show it", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 5 }), (value) => {
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
