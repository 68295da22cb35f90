import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { ServiceResponse } from "../../lib/applier/send";
import { judge } from "../../lib/applier/verdict";
import { blocksOf, pages, ROOT } from "./pages";

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

/** The anchors that a page's headings make, and those that it states. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/```.*?```/gs, "").matchAll(/^#+ (.*)$/gm);
  const made = [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
  return [...made, ...[...text.matchAll(/^<a id="([\w-]+)"><\/a>$/gm)].map(([, anchor = ""]) => anchor)];
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

test("every page and anchor that a message of lib names is there", () => {
  const sources = inLib.filter((path) => path.endsWith(".ts")).map((path) => readFileSync(join(ROOT, path), "utf8"));
  const named = sources.flatMap((text) => [...text.matchAll(/\b(docs\/[\w-]+\.md)(?:#([\w-]+))?/g)]);
  const broken = named.filter(
    ([, page = "", anchor]) =>
      !existsSync(join(ROOT, page)) || (anchor !== undefined && !anchorsOf(textOf(page)).includes(anchor)),
  );

  expect(broken.map(([text]) => text)).toEqual([]);
});

test("every picture that a page names is there, light and dark, and every picture is on a page", () => {
  const named = pages().flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:src|srcset)="([^"]+)"/g)].map(([, file = ""]) => join(dirname(path), file)),
  );
  const made = readdirSync(join(ROOT, "docs/images")).map((name) => join("docs/images", name));

  expect([...new Set(named)].sort()).toEqual(made.sort());
});

test("the README has at most 1,300 words", () => {
  expect(textOf("README.md").trim().split(/\s+/).length).toBeLessThanOrEqual(1300);
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

test("the index of the pages links each of them, and the README links the index", () => {
  const index = textOf("docs/README.md");
  const missing = readdirSync(join(ROOT, "docs"))
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .filter((name) => !index.includes(`](${name}`));

  expect(missing).toEqual([]);
  expect(textOf("README.md")).toContain("](docs/README.md)");
});

/** The files and folders of lib, and the paths that the pages name, each in a way of its own. */
const inLib = readdirSync(join(ROOT, "lib"), { recursive: true, encoding: "utf8" }).map((path) => `lib/${path}`);
const textOf = (path: string) => pages().find((page) => page.path === path)?.text ?? "";
const [map] = blocksOf({ path: "", text: textOf("docs/how-it-is-built.md") }).filter(({ code }) =>
  code.startsWith("main.ts"),
);

test.each([
  [
    "in any page",
    15,
    pages().flatMap(({ path, text }) =>
      path === "CHANGELOG.md" ? [] : [...text.matchAll(/`((?:lib|scripts|test|docs)\/[^`\s]*)`/g)],
    ),
  ],
  [
    "in CONTRIBUTING without their folders",
    4,
    [...textOf("CONTRIBUTING.md").matchAll(/`((?!lib\/|test\/|main\.ts)[\w/-]+\.ts)`/g)],
  ],
  ["in the map of the code", 10, [...(map?.code ?? "").matchAll(/^(\S+)/gm)]],
])("the files and folders that are named %s are there", (_, least, matches) => {
  // one of the files that a pattern stands for
  const named = matches.map(([, name = ""]) => name.replace("<kind>", "segment"));
  const isThere = (name: string) => existsSync(join(ROOT, name)) || inLib.some((path) => path.endsWith(`/${name}`));

  expect(named.length).toBeGreaterThan(least);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test("each step of the two ways in CONTRIBUTING is a function or class of its file", () => {
  const steps = [...textOf("CONTRIBUTING.md").matchAll(/^\d+\. `(lib\/\S+\.ts)`: `(\w+)` /gm)];
  const declares = (path: string, name: string) =>
    new RegExp(`^export (?:abstract )?(?:async )?(?:function|class) ${name}\\b`, "m").test(
      readFileSync(join(ROOT, path), "utf8"),
    );

  expect(steps.length).toBe(16 + 11);
  expect(steps.filter(([, path = "", name = ""]) => !declares(path, name)).map(([step]) => step)).toEqual([]);
});

test("the applier retries the statuses of which the page of deploys says so, and no others of the table", () => {
  const [, table = ""] = textOf("docs/deploys.md").split("| Outcome | Retried |");
  const rows = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)];
  const said = rows.flatMap(([, outcomes = "", retried]) =>
    [...outcomes.replace(/any 4xx but [^;]*;/, "").matchAll(/\b[45]\d\d\b/g)].map(([status]) => {
      const response = { kind: "response", headers: {}, status: Number(status) } as ServiceResponse;
      const { decision } = judge(response, !outcomes.includes("at a create"), 0);
      return { status, retried, decision, expected: retried === "never" ? "stop" : "again" };
    }),
  );
  expect(said.filter(({ decision, expected }) => decision !== expected)).toEqual([]);
  expect(said.length).toBeGreaterThan(8);
});
