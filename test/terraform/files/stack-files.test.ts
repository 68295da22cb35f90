import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { replaceFiles } from "../../../lib/terraform/files/stack-files";
import { outputDirectory } from "../synth";

let folder: string;

beforeEach(() => {
  folder = join(outputDirectory(), "deep", "inside");
});

test("a folder holds the given files and no others", () => {
  replaceFiles(folder, new Map(Object.entries({ a: "1", b: "2" })));
  writeFileSync(join(folder, "stray"), "");
  replaceFiles(folder, new Map(Object.entries({ b: "3", c: "4" })));

  expect(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")])).toEqual([
    ["b", "3"],
    ["c", "4"],
  ]);
});

test("a link in the place of the folder is replaced, and nothing happens where it leads to", () => {
  const elsewhere = join(folder, "../elsewhere");
  mkdirSync(elsewhere, { recursive: true });
  writeFileSync(join(elsewhere, "theirs.json"), "theirs");
  symlinkSync(elsewhere, folder, "junction");
  replaceFiles(folder, new Map([["a", "1"]]));

  expect(readdirSync(elsewhere)).toEqual(["theirs.json"]);
  expect([lstatSync(folder).isDirectory(), readdirSync(folder)]).toEqual([true, ["a"]]);
});

// Windows has neither FIFOs nor links that any user can make
if (process.platform !== "win32") {
  test("what is no file is replaced, even where it leads to the same text", () => {
    replaceFiles(folder, new Map());
    execFileSync("mkfifo", [join(folder, "a"), join(folder, "stray")]);
    writeFileSync(join(folder, "../target"), "2");
    symlinkSync("../target", join(folder, "b"));
    replaceFiles(folder, new Map(Object.entries({ a: "1", b: "2" })));

    expect(readdirSync(folder).map((name) => lstatSync(join(folder, name)).isFile())).toEqual([true, true]);
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("1");
  });
}

test("an unchanged file is not touched: a deploy may be reading it", () => {
  replaceFiles(folder, new Map([["a", "1"]]));
  const path = join(folder, "a");
  utimesSync(path, 0, 0);
  const { ino } = statSync(path);
  replaceFiles(folder, new Map([["a", "1"]]));

  expect(statSync(path)).toMatchObject({ ino, mtimeMs: 0 });
});
