import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, pages, ROOT } from "../support/pages";

/** The paths in this repository that the pages name. */
const named = pages()
  .filter(({ path }) => path !== "CHANGELOG.md")
  .flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:lib|scripts|test|docs)\/[^`\s]*)`/g)].map(([, name = ""]) => ({ path, name })),
  );

test("the files and folders that the pages name are there", () => {
  const gone = named.filter(({ name }) => !existsSync(join(ROOT, example(name))));

  expect(named.length).toBeGreaterThan(15);
  expect(gone).toEqual([]);
});

test("the files that CONTRIBUTING names without their folders are somewhere in lib", () => {
  const files = readdirSync(join(ROOT, "lib"), { recursive: true, encoding: "utf8" });
  const text = pages().find(({ path }) => path === "CONTRIBUTING.md")?.text ?? "";
  const short = [...text.matchAll(/`((?!lib\/|test\/|main\.ts)[\w/-]+\.ts)`/g)].map(([, name = ""]) => name);

  expect(short.length).toBeGreaterThan(4);
  expect(short.filter((name) => !files.some((file) => file.replaceAll("\\", "/").endsWith(`/${name}`)))).toEqual([]);
});

test("the map of the code names every folder of lib, and nothing that is gone", () => {
  const [map] = pages()
    .filter(({ path }) => path === "docs/how-it-is-built.md")
    .flatMap(blocksOf)
    .filter(({ code }) => code.startsWith("main.ts"));
  const paths = (map?.code ?? "").match(/^\S+/gm) ?? [];

  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(ROOT, example(path))))).toEqual([]);
});

/** One of the files that a pattern stands for. */
function example(path: string): string {
  return path.replace("<resource>", "segment");
}
