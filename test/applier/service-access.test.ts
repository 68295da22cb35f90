import { validateHeaderValue } from "node:http";
import fc from "fast-check";
import { serviceOf } from "../../lib/applier/session";
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
  ["__proto__", {}, "__proto__ is not set"],
])("a missing key is an error that names the variable: %s", (apiKeyVariable, variables, is) => {
  const message = `the API key is missing: the environment variable ${is}`;
  const next = `set ${apiKeyVariable ?? "SERVICE_API_KEY"} where the deploy runs, and deploy again; nothing was sent`;
  expect(() => serviceOf({ baseUrl, apiKeyVariable }, variables)).toThrow(expect.objectContaining({ message, next }));
});

test("a missing base URL is an error that names both ways to give it", () => {
  expect(() => serviceOf({}, environment)).toThrow("neither baseUrl nor the environment variable SERVICE_BASE_URL is");
});

// test/api/service-settings.test.ts has all that a base URL may and may not be
test.each([
  ["baseUrl", (address: string) => serviceOf({ baseUrl: address }, environment)],
  ["SERVICE_BASE_URL", (address: string) => serviceOf({}, { ...environment, SERVICE_BASE_URL: address })],
])("a base URL in %s is normalised, or refused without being shown", (origin, serviceAt) => {
  expect(serviceAt("HTTPS://Console.Example.com:8443/a/b//").baseUrl).toBe("https://console.example.com:8443/a/b");
  expect(() => serviceAt("http://me:secret@console.example.com?a#b")).toThrow(
    expect.objectContaining({
      name: "NotSentError",
      message: `the base URL of the service in ${origin} is not valid; allowed: an https URL, or http to a loopback address, without credentials, query and fragment`,
    }),
  );
});

test("a header's value is refused without being shown, or one that HTTP carries as it is", () => {
  const value = fc.string({ unit: fc.oneof(anyCharacter, fc.constantFrom(..."\r\n\0\t")), minLength: 5 });
  fc.assert(
    fc.property(fc.oneof(value, fc.string({ minLength: 5 })), fc.boolean(), (value, isKey) => {
      const [key, respectReviewSettings] = isKey ? [value, "true"] : ["a key", value];
      const access = () => serviceOf({ baseUrl, respectReviewSettings }, { SERVICE_API_KEY: key });
      if (/^[ -~]*$/.test(value)) {
        expect(Object.values(access().headers)).toEqual([key, respectReviewSettings]);
        validateHeaderValue("name", value);
      } else {
        const what = isKey ? "the API key in SERVICE_API_KEY" : "respectReviewSettings";
        expect(access).toThrow(`${what} is not valid in an HTTP header; allowed: text of printable ASCII characters`);
      }
    }),
  );
});
