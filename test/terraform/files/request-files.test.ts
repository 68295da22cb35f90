import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFiles } from "../../../lib/terraform/files/request-files";

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "request-files-")), "deep", "inside");
});

afterEach(() => rmSync(join(folder, "../.."), { recursive: true }));

test("a folder holds the given files and no others", () => {
  replaceFiles(folder, new Map(Object.entries({ a: "1", b: "2" })));
  writeFileSync(join(folder, "stray"), "");
  replaceFiles(folder, new Map(Object.entries({ b: "3", c: "4" })));

  expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")])).toEqual([
    ["b", "3"],
    ["c", "4"],
  ]);
});

test("an unchanged file is not touched: a deploy may be reading it", () => {
  replaceFiles(folder, new Map([["a", "1"]]));
  const path = join(folder, "a");
  utimesSync(path, 0, 0);
  const { ino } = statSync(path);
  replaceFiles(folder, new Map([["a", "1"]]));

  expect(statSync(path)).toMatchObject({ ino, mtimeMs: 0 });
});
