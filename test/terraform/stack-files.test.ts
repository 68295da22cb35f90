import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFiles } from "../../lib/terraform/stack-files";
import { outputDirectory } from "./synth";

let folder: string;
const replace = (texts: Readonly<Record<string, string>>) => replaceFiles(folder, new Map(Object.entries(texts)));

beforeEach(() => {
  folder = join(outputDirectory(), "deep", "inside");
});

test("a folder holds the given files and no others; an unchanged one is not touched: a deploy may be reading it", () => {
  replace({ a: "1", b: "2", c: "3" });
  writeFileSync(join(folder, "stray"), "");
  utimesSync(join(folder, "c"), 0, 0);
  const { ino } = lstatSync(join(folder, "c"));
  replace({ b: "3", c: "3" });

  const texts = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  expect(Object.fromEntries(texts)).toEqual({ b: "3", c: "3" });
  expect(lstatSync(join(folder, "c"))).toMatchObject({ ino, mtimeMs: 0 });
});

test("a link in the place of the folder is replaced, and nothing happens where it leads to", () => {
  const elsewhere = join(folder, "../elsewhere");
  mkdirSync(elsewhere, { recursive: true });
  writeFileSync(join(elsewhere, "theirs.json"), "theirs");
  symlinkSync(elsewhere, folder, "junction");
  replace({ a: "1" });

  expect(readdirSync(elsewhere)).toEqual(["theirs.json"]);
  expect([lstatSync(folder).isDirectory(), readdirSync(folder)]).toEqual([true, ["a"]]);
});

test("what is no file is replaced, even where it leads to the same text", () => {
  replace({});
  execFileSync("mkfifo", [join(folder, "a"), join(folder, "stray")]);
  writeFileSync(join(folder, "../target"), "2");
  symlinkSync("../target", join(folder, "b"));
  replace({ a: "1", b: "2" });

  expect(readdirSync(folder).map((name) => [name, lstatSync(join(folder, name)).isFile()])).toEqual([
    ["a", true],
    ["b", true],
  ]);
});
