import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { NotSentError } from "../../lib/applier/applier-errors";
import { fill, terraformValues } from "../../lib/applier/fill-deferred";
import {
  type DeferredPlace,
  pointerStep,
  type RequestFile,
  VALUES_VARIABLE,
  valuesLimits,
} from "../../lib/protocol/request-file";

const requestWith = (body: unknown, deferred: readonly DeferredPlace[]): RequestFile => ({
  construct: "stack/users",
  kind: "segment",
  address: "null_resource.segment_users",
  name: "users",
  service: {},
  calls: { create: { method: "POST", path: "/", parameters: {}, body: body as Record<string, unknown> } },
  deferred,
});
const bodyOf = ({ calls }: RequestFile) => calls.create?.body;
const at = (...path: (string | number)[]) => ["calls", "create", "body", ...path].map(pointerStep).join("");
const values = (...of: unknown[]) => ({ [VALUES_VARIABLE]: JSON.stringify(of) });

const step = fc.oneof(
  fc.string(),
  fc.constantFrom("__proto__", "constructor", "prototype", "toString", "~", "/", "~1", "~0", "a/b", "", "0", "length"),
);

test("a value of any type lands at its place, with any names in its path, and nowhere else", () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 5 }),
      fc.jsonValue(),
      fc.dictionary(step, fc.jsonValue()),
      (path, value, others) => {
        const given = JSON.parse(JSON.stringify(value)) as unknown;
        const build = (leaf: unknown) =>
          path.reduceRight<unknown>((inner, key) => {
            const holder = JSON.parse(JSON.stringify(others)) as object;
            return Object.defineProperty(holder, key, {
              value: inner,
              enumerable: true,
              configurable: true,
              writable: true,
            });
          }, leaf);
        const request = requestWith(build(null), [{ at: at(...path), parts: [{ terraform: 0 }] }]);

        expect(JSON.stringify(bodyOf(fill(request, values(given)).request))).toBe(JSON.stringify(build(given)));
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      },
    ),
  );
});

test("a key __proto__ stays a key", () => {
  const body = JSON.parse('{"a":{"__proto__":null},"__proto__":{"b":null}}') as unknown;
  const { request } = fill(
    requestWith(body, [
      { at: at("a", "__proto__"), parts: [{ terraform: 0 }] },
      { at: at("__proto__", "b"), parts: [{ terraform: 1 }] },
    ]),
    values({ polluted: true }, { polluted: true }),
  );

  expect(JSON.stringify(bodyOf(request))).toBe(
    '{"a":{"__proto__":{"polluted":true}},"__proto__":{"b":{"polluted":true}}}',
  );
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("elements of lists are filled", () => {
  const { request } = fill(
    requestWith({ list: [1, null, [null]] }, [
      { at: at("list", 1), parts: [{ terraform: 0 }] },
      { at: at("list", 2, 0), parts: [{ terraform: 0 }] },
    ]),
    values("x"),
  );

  expect(bodyOf(request)).toEqual({ list: [1, "x", ["x"]] });
});

test("parts are joined to a text", () => {
  const planned = requestWith({ a: null }, [
    { at: at("a"), parts: ["Bearer ", { environment: "TOKEN" }, "/", { terraform: 1 }] },
  ]);
  const { request, secrets } = fill(planned, { TOKEN: "t0ken", ...values("first", "second") });

  expect(bodyOf(request)).toEqual({ a: "Bearer t0ken/second" });
  expect(secrets).toEqual(["t0ken"]);
});

test("a request without deferred values stays as it was", () => {
  const request = requestWith({ a: 1 }, []);

  expect(fill(request, {})).toEqual({ request, secrets: [], values: [] });
});

test.each<[string, DeferredPlace, NodeJS.ProcessEnv, string]>([
  [
    "a variable that is not set",
    { at: at("a"), parts: [{ environment: "TOKEN" }] },
    {},
    "a takes its value from the environment variable TOKEN, which is not set",
  ],
  ...["constructor", "__proto__", "toString"].map((name): [string, DeferredPlace, NodeJS.ProcessEnv, string] => [
    `a variable called ${name} that is not set`,
    { at: at("a"), parts: [{ environment: name }] },
    {},
    `a takes its value from the environment variable ${name}, which is not set`,
  ]),
  [
    "a variable that is empty",
    { at: at("a"), parts: [{ environment: "TOKEN" }] },
    { TOKEN: "" },
    "a takes its value from the environment variable TOKEN, which is empty",
  ],
  [
    "a number as a part of a text",
    { at: at("a"), parts: ["x", { terraform: 0 }] },
    values(12345),
    "a: a part of this text is a number; allowed: a string",
  ],
  [
    "a null as a part of a text",
    { at: at("a"), parts: ["x", { terraform: 0 }] },
    values(null),
    "a: a part of this text is null; allowed: a string",
  ],
  [
    "a value that Terraform did not pass on",
    { at: at("a"), parts: [{ terraform: 1 }] },
    values("only"),
    "a received no value from Terraform",
  ],
  [
    "values that are not JSON",
    { at: at("a"), parts: [{ terraform: 0 }] },
    { [VALUES_VARIABLE]: "a secret" },
    "EXPERIMENTATION_VALUES is not a JSON array",
  ],
  [
    "values that are not a list",
    { at: at("a"), parts: [{ terraform: 0 }] },
    { [VALUES_VARIABLE]: '{"length":1}' },
    "EXPERIMENTATION_VALUES is not a JSON array",
  ],
  ...[
    "/calls/create/body/b",
    "/calls/create/body/a/b",
    "/calls/create/body/toString",
    "/constructor/prototype/a",
    "/__proto__/a",
  ].map((place): [string, DeferredPlace, NodeJS.ProcessEnv, string] => [
    `a place ${place} that does not exist`,
    { at: place, parts: [{ terraform: 0 }] },
    values("x"),
    `the request file has nothing at ${place}`,
  ]),
])("%s is an error that shows no value", (_, deferredValue, environment, message) => {
  const filling = () => fill(requestWith({ a: null }, [deferredValue]), environment);

  expect(filling).toThrow(NotSentError);
  expect(filling).toThrow(message);
});

/** Variables as Terraform makes them of a long array. */
function inParts(text: string, length: number): Record<string, string> {
  const zipped = gzipSync(text).toString("base64");
  const parts = Array.from({ length: Math.ceil(zipped.length / length) }, (_, index) =>
    zipped.slice(index * length, (index + 1) * length),
  );
  const entries = parts.map((part, index) => [`${VALUES_VARIABLE}_${index}`, part]);
  return { ...Object.fromEntries(entries), [VALUES_VARIABLE]: `${parts.length}` };
}

test.each([
  ["nothing", {}, []],
  ["a short array", { [VALUES_VARIABLE]: '["a"]' }, ["a"]],
  ["an array in one part", inParts('["é"]', 1_000), ["é"]],
  ["an array in several parts", inParts('["é 😀", 12]', 7), ["é 😀", 12]],
])("%s from Terraform is read", (_, environment, expected) => {
  expect(terraformValues(environment)).toEqual(expected);
});

test.each([
  ["a part is missing", { ...inParts('["é 😀"]', 7), [`${VALUES_VARIABLE}_1`]: undefined }],
  ["a part is cut", { ...inParts('["é 😀"]', 1_000), [`${VALUES_VARIABLE}_0`]: "H4sI" }],
])("values are refused when %s", (_, environment) => {
  expect(() => terraformValues(environment)).toThrow(NotSentError);
  expect(() => terraformValues(environment)).toThrow(`the parts of ${VALUES_VARIABLE} are incomplete or corrupt`);
});

test("values of too many parts are refused by their size", () => {
  const environment = { [VALUES_VARIABLE]: `${valuesLimits.parts + 1}` };

  expect(() => terraformValues(environment)).toThrow("930 thousand characters, compressed; allowed: 900 thousand");
});
