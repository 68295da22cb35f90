import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { readRequest } from "../../lib/applier/read-request";
import { sha256 } from "../../lib/entity/sha256";
import { commandText } from "../../lib/protocol/command";
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
