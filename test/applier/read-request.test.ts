import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { NotSentError } from "../../lib/applier/applier-errors";
import { fill, readRequest } from "../../lib/applier/read-request";
import { sha256 } from "../../lib/entity/sha256";
import { commandText, VALUES_VARIABLE } from "../../lib/protocol/command";
import type { Request } from "../../lib/protocol/request-file";
import { Opaque, type Part, type Value } from "../../lib/value/value";
import { requestFile, requestOf } from "./request";

const again = "run cdktf synth and plan again, so that the plan matches the request file; nothing was sent";
const segment = { kind: "segment", fields: { id: "users", name: "Users", type: "id_list" } };
const text = requestFile(segment);

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "request file-"));
  file = join(folder, "a request $(id) `id`;\n.json");
});
afterEach(() => rm(folder, { recursive: true }));

test("the request of a command is read from a path with any characters", async () => {
  await writeFile(file, text);

  expect(readRequest(commandText("create", sha256(text), file))).toEqual({
    action: "create",
    stackFolder: expect.any(String),
    file,
    request: requestOf(segment),
  });
});

test.each(["", " ", "{}", `${text} `])("a file that was changed to %j since the plan is refused", async (changed) => {
  await writeFile(file, changed);

  expect(() => readRequest(commandText("create", sha256(text), file))).toThrow(
    expect.objectContaining({
      name: "NotSentError",
      message: `the request file ${file} is not the one that was planned`,
      next: again,
    }),
  );
});

test.each([
  ["another version", '{"construct":"stack/entity","kind":"segment","service":{},"calls":{},"deferred":[]}'],
  ["a later version", text.replace('"version": 2', '"version": 3')],
])("a file of %s is refused, also where it is the one that was planned", async (_, other) => {
  await writeFile(file, other);

  expect(() => readRequest(commandText("create", sha256(other), file))).toThrow(
    expect.objectContaining({
      name: "NotSentError",
      message: `the request file ${file} is of another version`,
      next: again,
    }),
  );
});

test("a file that is gone is refused", () => {
  expect(() => readRequest(commandText("update", sha256(""), file))).toThrow(
    expect.objectContaining({ message: `the request file ${file} cannot be read (ENOENT)`, next: again }),
  );
});

// Windows has no FIFOs in folders
if (process.platform !== "win32") {
  test("a FIFO in its place is refused, and not waited for", () => {
    execFileSync("mkfifo", [file]);

    expect(() => readRequest(commandText("update", sha256(""), file))).toThrow(
      expect.objectContaining({ message: `the request file ${file} cannot be read (not a file)`, next: again }),
    );
  });
}

test("any text but a command is refused", () => {
  const nearly = fc.constantFrom(
    ...[
      "",
      "create",
      `create ${sha256("")}`,
      `delete ${sha256("")} file`,
      "create 0 file",
      `create  ${sha256("")} file`,
    ],
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), nearly), (text) => {
      expect(() => readRequest(text)).toThrow(
        expect.objectContaining({ name: "NotSentError", message: `not a command: ${JSON.stringify(text)}` }),
      );
    }),
  );
});

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
    "the values that only Terraform knows are too long to pass on: 45,003 bytes as JSON; allowed: 30,000 for all values of one entity",
  ],
])("%s is an error that shows no value", (_, parts, environment, message) => {
  const filling = () => fill(requestWith(deferred(...parts)), environment);

  expect(filling).toThrow(NotSentError);
  expect(filling).toThrow(`segment users (stack/entity): ${message}`);
});
