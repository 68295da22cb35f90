import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { blocksOf, pages, ROOT } from "../support/pages";

interface Link {
  readonly from: string;
  readonly target: string;
}

/** The links of a page that lead to this repository; those in code are none. */
function linksOf(path: string, text: string): Link[] {
  const prose = text.replaceAll(/```.*?```/gs, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => ({ from: path, target }))
    .filter(({ target }) => !/^https?:/.test(target));
}

/** The anchors that a page's headings make. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/```.*?```/gs, "").matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

const links = pages().flatMap(({ path, text }) => linksOf(path, text));

test("every link inside the repository leads to a file, and every anchor to a heading", () => {
  const broken = links.filter(({ from, target }) => {
    const [file = "", anchor] = target.split("#");
    const path = file === "" ? join(ROOT, from) : join(ROOT, dirname(from), file);
    return !existsSync(path) || (anchor !== undefined && !anchorsOf(readFileSync(path, "utf8")).includes(anchor));
  });

  expect(links.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test("every link of the packed README leads to what is packed with it", () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly files: string[] };
  // npm packs these by itself
  const packed = [...files, "README.md", "LICENSE"];
  const missing = links
    .map(({ from, target }) => relative(ROOT, join(ROOT, dirname(from), target.replace(/#.*/, ""))))
    .filter((path) => path !== "" && !packed.some((each) => path === each || path.startsWith(`${each}/`)));

  expect([...new Set(missing)]).toEqual([]);
});

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
