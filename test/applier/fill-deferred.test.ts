import fc from "fast-check";
import { NotSentError } from "../../lib/applier/applier-errors";
import { fill, terraformValues } from "../../lib/applier/fill-deferred";
import { VALUES_VARIABLE } from "../../lib/protocol/command";
import type { Request } from "../../lib/protocol/request-file";
import { Opaque, type Part, type Value } from "../../lib/value/value";
import { requestOf } from "./request";

const requestWith = (rules: Value) => requestOf({ kind: "segment", fields: { id: "users", rules } });
const rulesOf = ({ request }: { readonly request: Request }) => request.fields.rules;
const deferred = (...parts: Part[]) => Opaque.ofParts(parts);
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
          }, leaf) as Value;
        const filled = fill(requestWith(build(deferred({ terraform: 0 }))), values(given));

        expect(JSON.stringify(rulesOf(filled))).toBe(JSON.stringify(build(given)));
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      },
    ),
  );
});

test("parts are joined to a text", () => {
  const rules = [deferred({ terraform: 0 }), [deferred("Bearer ", { environment: "TOKEN" }, "/", { terraform: 1 })]];
  const filled = fill(requestWith(rules), { TOKEN: "t0ken", ...values("first", "second") });

  expect(rulesOf(filled)).toEqual(["first", ["Bearer t0ken/second"]]);
  expect(filled.secrets).toEqual(["t0ken"]);
});

test("a request without deferred values stays as it was", () => {
  const request = requestWith([1]);

  expect(fill(request, {})).toEqual({ request, hadDeferred: false, secrets: [], values: [] });
});

test("a secret that no call sends is not needed", () => {
  const fields = { promptID: "bot", id: "v1", model: deferred({ environment: "TOKEN" }) };
  const request = requestOf({ kind: "prompt_version", fields }, { adopt: true });

  expect(fill(request, {})).toMatchObject({ request, secrets: [] });
});

const token = [{ environment: "TOKEN" }];
const value = [{ terraform: 0 }];

test.each<[string, readonly Part[], NodeJS.ProcessEnv, string]>([
  [
    "a variable that is not set",
    token,
    {},
    "rules takes its value from the environment variable TOKEN, which is not set",
  ],
  [
    "a number as a part of a text",
    ["x", ...value],
    values(12345),
    "rules: a part of this text is a number; allowed: a string",
  ],
  [
    "a null as a part of a text",
    ["x", ...value],
    values(null),
    "rules: a part of this text is null; allowed: a string",
  ],
  ["a value that Terraform did not pass on", value, values(), "rules received no value from Terraform"],
  ["values that are not JSON", value, { [VALUES_VARIABLE]: "a secret" }, "EXPERIMENTATION_VALUES is not a JSON array"],
  [
    "values that are not a list",
    value,
    { [VALUES_VARIABLE]: '{"length":1}' },
    "EXPERIMENTATION_VALUES is not a JSON array",
  ],
  [
    "values that are too long to pass on",
    value,
    { [VALUES_VARIABLE]: "45003" },
    "too long to pass on: 45,003 bytes as JSON; allowed: 30,000 for all values of one entity",
  ],
])("%s is an error that shows no value", (_, parts, environment, message) => {
  const filling = () => fill(requestWith(deferred(...parts)), environment);

  expect(filling).toThrow(NotSentError);
  expect(filling).toThrow(message);
});

test.each([
  ["nothing", {}, []],
  ["a short array", { [VALUES_VARIABLE]: '["a"]' }, ["a"]],
])("%s from Terraform is read", (_, environment, expected) => {
  expect(terraformValues(environment)).toEqual(expected);
});
