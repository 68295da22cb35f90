import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { fill, readRequest } from "../../lib/applier/read-request";
import { sha256 } from "../../lib/entity/sha256";
import { commandText, VALUES_VARIABLE } from "../../lib/protocol/applier-command";
import type { Request } from "../../lib/protocol/request-file";
import { Opaque, type Part, type Value } from "../../lib/value/value";
import { temporaryFolder } from "../support/temporary-folder";
import { requestFile, requestOf } from "./request";

const segment = { kind: "segment", fields: { id: "users", name: "Users", type: "id_list" } };
const text = requestFile(segment);

describe("a command", () => {
  const file = join(temporaryFolder(), "a request $(id) `id`;\n.json");
  afterEach(() => rmSync(file, { force: true }));

  test("names a request by a path with any characters", () => {
    writeFileSync(file, text);

    expect(readRequest(commandText("create", sha256(text), file))).toEqual({
      action: "create",
      stackFolder: expect.any(String),
      file,
      request: requestOf(segment),
    });
  });

  const later = text.replace('"version": 2', '"version": 3');

  test.each<[what: string, make: () => void, digest: string, is: string]>([
    ["changed since the plan", () => writeFileSync(file, later), sha256(text), "is not the one that was planned"],
    ["emptied since the plan", () => writeFileSync(file, ""), sha256(text), "is not the one that was planned"],
    ["of another version, as planned", () => writeFileSync(file, later), sha256(later), "is of another version"],
    ["gone", () => {}, sha256(""), "cannot be read (ENOENT)"],
    [
      "a FIFO, which is not waited for",
      () => execFileSync("mkfifo", [file]),
      sha256(""),
      "cannot be read (not a file)",
    ],
  ])("is refused where its file is %s", (_, make, digest, is) => {
    make();

    expect(() => readRequest(commandText("create", digest, file))).toThrow(
      expect.objectContaining({
        name: "NotSentError",
        message: `the request file ${file} ${is}`,
        next: "run npx cdktf synth and plan again, so that the plan matches the request file; nothing was sent",
      }),
    );
  });

  test.each([
    ["a formatter", (written: string) => JSON.stringify(JSON.parse(written))],
    ["a change of line endings", (written: string) => written.replaceAll("\n", "\r\n")],
  ])("is refused as not what synth wrote where %s has changed its file", (_, change) => {
    writeFileSync(file, change(text));

    expect(() => readRequest(commandText("create", sha256(text), file))).toThrow(`${file} is not as synth wrote it`);
  });

  test("is no other text", () => {
    const nearly = ["", "create", `create ${sha256("")}`, `delete ${sha256("")} file`, "create 0 file"];
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...nearly, `create  ${sha256("")} file`)), (text) => {
        expect(() => readRequest(text)).toThrow(
          expect.objectContaining({ name: "NotSentError", message: `not a command: ${JSON.stringify(text)}` }),
        );
      }),
    );
  });
});

const requestWith = (rules: Value) => requestOf({ kind: "segment", fields: { id: "users", rules } });
const rulesOf = ({ request }: { readonly request: Request }) => request.fields.rules;
const deferred = (...parts: Part[]) => Opaque.deferred(parts);
const values = (...of: unknown[]) => ({ [VALUES_VARIABLE]: JSON.stringify(of) });

test("a value of any type lands at its place, with any names in its path, and nowhere else", () => {
  const special = ["__proto__", "constructor", "prototype", "toString", "~", "/", "~1", "~0", "a/b", "", "0", "length"];
  const step = fc.oneof(fc.string(), fc.constantFrom(...special));
  const steps = fc.array(step, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(steps, fc.jsonValue(), fc.dictionary(step, fc.jsonValue()), (path, value, others) => {
      const given = JSON.parse(JSON.stringify(value)) as unknown;
      // entries define own properties, so that a key "__proto__" stays a key
      const entries = Object.entries(JSON.parse(JSON.stringify(others)) as object);
      const build = (leaf: unknown) =>
        path.reduceRight<unknown>((inner, key) => Object.fromEntries([...entries, [key, inner]]), leaf) as Value;
      const filled = fill(requestWith(build(deferred({ terraform: 0 }))), values(given));

      expect(JSON.stringify(rulesOf(filled))).toBe(JSON.stringify(build(given)));
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }),
  );
});

test("parts are joined to a text", () => {
  const rules = [deferred({ terraform: 0 }), [deferred("Bearer ", { environment: "TOKEN" }, "/", { terraform: 1 })]];
  const filled = fill(requestWith(rules), { TOKEN: "t0ken", ...values("first", "second") });

  expect(rulesOf(filled)).toEqual(["first", ["Bearer t0ken/second"]]);
  expect(filled.secrets).toEqual(["t0ken"]);
});

test("a request without deferred values stays as it was, and a secret that no call sends is not needed", () => {
  const request = requestWith([1]);
  expect(fill(request, {})).toEqual({ request, hadDeferred: false, secrets: [], values: [] });

  const fields = { promptID: "bot", id: "v1", model: deferred({ environment: "TOKEN" }) };
  const adopted = requestOf({ kind: "prompt_version", fields }, { adopt: true });
  expect(fill(adopted, {})).toMatchObject({ request: adopted, secrets: [] });
});

const token = [{ environment: "TOKEN" }];
const value = [{ terraform: 0 }];
const notArray = "EXPERIMENTATION_VALUES is not a JSON array";

test.each<[string, readonly Part[], NodeJS.ProcessEnv, string]>([
  ["a variable that is not set", token, {}, "rules takes its value from the environment variable TOKEN, which is not"],
  ["a number in a text", ["x", ...value], values(12345), "rules: a part of this text is a number; allowed: a string"],
  ["a value that Terraform did not pass on", value, values(), "rules received no value from Terraform"],
  ["values that are not JSON", value, { [VALUES_VARIABLE]: "a secret" }, notArray],
  ["values that are not a list", value, { [VALUES_VARIABLE]: '{"length":1}' }, notArray],
  [
    "a number that would be rounded",
    value,
    { [VALUES_VARIABLE]: '[[{"id":12345678901234567890}]]' },
    "rules: \\[0\\].id is a whole number of so many digits that it would be rounded",
  ],
  [
    "values that are too long",
    value,
    { [VALUES_VARIABLE]: "45003" },
    "the values that only Terraform knows are too long",
  ],
])("%s is an error that shows no value", (_, parts, environment, message) => {
  expect(() => fill(requestWith(deferred(...parts)), environment)).toThrow(
    expect.objectContaining({
      name: "NotSentError",
      message: expect.stringMatching(
        new RegExp(`^segment users \\(stack/entity\\): ${message}((?!12345|a secret).)*$`),
      ),
    }),
  );
});
