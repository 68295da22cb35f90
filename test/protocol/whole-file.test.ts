import { mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  makeFolder,
  removeDraftsOf,
  removeFile,
  removeOldDrafts,
  untilFree,
  writeWhole,
} from "../../lib/protocol/whole-file";
import { temporaryFolder } from "../support/temporary-folder";

const folder = temporaryFolder();

test("a file is written and replaced, also where a draft or a link is in its place, and removed", () => {
  const [path, target] = [join(folder, "a"), join(folder, "target")];
  writeFileSync(target, "before");
  symlinkSync(target, path);
  writeFileSync(`${path}.${process.pid}.new`, "half");
  writeWhole(path, "1");
  expect([readFileSync(path, "utf8"), readFileSync(target, "utf8")]).toEqual(["1", "before"]);
  writeWhole(path, "2");
  expect(readFileSync(path, "utf8")).toBe("2");
  expect(readdirSync(folder)).toEqual(["a", "target"]);
  removeFile(path);
  removeFile(path);
  expect(readdirSync(folder)).toEqual(["target"]);
});

test.each<[times: number, code: string, platform: NodeJS.Platform, waits: number[], isError: boolean]>([
  [3, "EACCES", "win32", [10, 20, 40], false],
  [3, "EBUSY", "win32", [10, 20, 40], false],
  [1, "EPERM", "win32", [10], false],
  [100, "EBUSY", "win32", [10, 20, 40, 80, 160, 320, 640], true],
  // on other systems, this is about permission
  [1, "EACCES", "linux", [], true],
  [1, "EISDIR", "win32", [], true],
])(
  "a file that is in use %d times, with %s on %s, is tried again after %j",
  (times, code, platform, expected, isError) => {
    const waits: number[] = [];
    let count = 0;
    const act = () => {
      if (count++ < times) throw Object.assign(new Error(code), { code });
    };
    const run = () => untilFree(act, platform, (wait) => waits.push(wait));

    if (isError) expect(run).toThrow(code);
    else run();
    expect([waits, count]).toEqual([expected, expected.length + 1]);
  },
);

test("a folder is made with those above it, and not where a file is, nor where none can be", () => {
  const path = join(folder, "one/two");
  for (const _ of ["made", "there already"]) makeFolder(path);
  expect(readdirSync(path)).toEqual([]);
  writeFileSync(join(path, "file"), "");
  for (const taken of ["file", "file/below"]) expect(() => makeFolder(join(path, taken))).toThrow(/EEXIST|ENOTDIR/);
  // where Node's own way never ends
  expect(() => makeFolder("/proc/none/below")).toThrow(/\/proc/);
});

test("old drafts of processes that were killed are removed, and no others", () => {
  const inside = join(folder, "drafts");
  mkdirSync(inside);
  const twoHoursAgo = Date.now() / 1_000 - 7_200;
  for (const name of ["a.json", "a.json.1.new", "a.json.2.new", "mine.new"]) {
    writeFileSync(join(inside, name), "");
    if (name !== "a.json.2.new") utimesSync(join(inside, name), twoHoursAgo, twoHoursAgo);
  }
  removeOldDrafts(inside);

  expect(readdirSync(inside)).toEqual(["a.json", "a.json.2.new", "mine.new"]);
});

test("of a file that nobody else writes, drafts of any age are removed, and none of other files", () => {
  const inside = join(folder, "locked");
  mkdirSync(join(inside, "a.json.4.new"), { recursive: true });
  const others = ["a.json", "a.json.lock", "a.json.x.new", "b.json.1.new", "ba.json.1.new"];
  for (const name of [...others, "a.json.1.new", "a.json.23.new"]) writeFileSync(join(inside, name), "");
  removeDraftsOf(join(inside, "a.json"));

  expect(readdirSync(inside).sort()).toEqual([...others, "a.json.4.new"].sort());
});
