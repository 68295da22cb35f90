import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { pages, ROOT } from "./pages";

const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const withoutBlocks = (text: string) => text.replaceAll(/```.*?```/gs, "");
/** The first groups of all matches. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, first = ""]) => first);

/** The links of the pages that lead to this repository: the page, and the path and anchor that it leads to. Those in code are none. */
const links = pages().flatMap(({ path, text }) =>
  all(withoutBlocks(text).replaceAll(/`[^`\n]*`/g, ""), /\]\(([^)\s]+)\)/g)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [file = "", anchor] = target.split("#");
      return { path: file === "" ? path : relative(ROOT, join(ROOT, dirname(path), file)), anchor, from: path };
    }),
);

/** What the messages of lib lead to. */
const inLib = readdirSync(join(ROOT, "lib"), { recursive: true, encoding: "utf8" }).map((path) => `lib/${path}`);
const linksOfMessages = inLib
  .filter((path) => path.endsWith(".ts"))
  .flatMap((from) =>
    [...textOf(from).matchAll(/\b(docs\/[\w-]+\.md)(?:#([\w-]+))?/g)].map(([, path = "", anchor]) => ({
      path,
      anchor,
      from,
    })),
  );

/** The anchors that a page's headings make, and those that it states. */
function anchorsOf(text: string): string[] {
  const made = all(withoutBlocks(text), /^#+ (.*)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...made, ...all(text, /^<a id="([\w-]+)"><\/a>$/gm)];
}

test("every link inside the repository, and every page that a message of lib names, is there with its anchor", () => {
  const broken = [...links, ...linksOfMessages].filter(
    ({ path, anchor }) =>
      !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchorsOf(textOf(path)).includes(anchor)),
  );

  expect(links.length).toBeGreaterThan(50);
  expect(broken).toEqual([]);
});

test("every picture that a page names is there, light and dark, and every picture is on a page", () => {
  const named = pages().flatMap(({ path, text }) =>
    all(text, /\b(?:src|srcset)="([^"]+)"/g).map((file) => join(dirname(path), file)),
  );
  const made = readdirSync(join(ROOT, "docs/images")).map((name) => join("docs/images", name));

  expect([...new Set(named)].sort()).toEqual(made.sort());
});

test("every link of the packed pages leads to what is packed with them", () => {
  const { files } = JSON.parse(textOf("package.json")) as { readonly files: string[] };
  // npm packs these by itself
  const packed = [...files, "README.md", "LICENSE"];
  const isPacked = (path: string) => packed.some((each) => path === each || path.startsWith(`${each}/`));

  expect(links.filter(({ path }) => !isPacked(path))).toEqual([]);
});

test("the README has at most 900 words and links the index, which links every page", () => {
  const indexed = links.filter(({ from }) => from === "docs/README.md").map(({ path }) => path);
  const inDocs = pages().filter(({ path }) => path.startsWith("docs/") && path !== "docs/README.md");

  expect(textOf("README.md").trim().split(/\s+/).length).toBeLessThanOrEqual(900);
  expect(textOf("README.md")).toContain("](docs/README.md)");
  expect(inDocs.filter(({ path }) => !indexed.includes(path))).toEqual([]);
});

test("the pages have at most 24,000 words", () => {
  const counted = pages().filter(({ path }) => path !== "CHANGELOG.md");

  expect(counted.flatMap(({ text }) => text.trim().split(/\s+/)).length).toBeLessThanOrEqual(24_000);
});

/** The first cells of the table that says where what of `lib` is. */
const map = all(textOf("CONTRIBUTING.md").split("| In `lib` |")[1] ?? "", /^\| ([^|]*) \|/gm).flatMap((cell) =>
  all(cell, /`(\w+)`/g),
);

test.each([
  [
    "in any page",
    15,
    pages().flatMap(({ path, text }) =>
      path === "CHANGELOG.md" ? [] : all(text, /`((?:lib|scripts|test|docs)\/[^`\s]*)`/g),
    ),
  ],
  [
    "in CONTRIBUTING without their folders",
    4,
    all(textOf("CONTRIBUTING.md"), /`((?!lib\/|test\/|main\.ts)[\w/-]+\.ts)`/g),
  ],
])("the files and folders that are named %s are there", (_, least, named) => {
  const isThere = (name: string) => existsSync(join(ROOT, name)) || inLib.some((path) => path.endsWith(`/${name}`));

  expect(named.length).toBeGreaterThan(least);
  // one of the files that a pattern stands for
  expect(named.map((name) => name.replace("<kind>", "segment")).filter((name) => !isThere(name))).toEqual([]);
});

test("the table of CONTRIBUTING has each directory of lib", () => {
  const directories = readdirSync(join(ROOT, "lib"), { withFileTypes: true }).filter((each) => each.isDirectory());

  expect(directories.map(({ name }) => name).filter((name) => !map.includes(name))).toEqual([]);
});

test("each stop of the way of a field is a function of its file", () => {
  const steps = [...textOf("docs/how-it-is-built.md").matchAll(/^\d+\. `(lib\/\S+\.ts)`: `(\w+)` /gm)];
  const declares = (path: string, name: string) =>
    new RegExp(`^export (?:async )?function ${name}\\b`, "m").test(textOf(path));

  expect(steps.length).toBe(10);
  expect(steps.filter(([, path = "", name = ""]) => !declares(path, name)).map(([step]) => step)).toEqual([]);
});
