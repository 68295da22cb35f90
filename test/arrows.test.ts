import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const LIB = join(__dirname, "../lib");

/** What each part of the library may import: other parts, and packages. "constructs" are the files outside folders. */
const arrows: Readonly<Record<string, readonly [parts: string, packages: string]>> = {
  value: ["", "diff"],
  text: ["value", "fastest-levenshtein"],
  api: ["value text", "zod"],
  entity: ["value text api", ""],
  protocol: ["value text api entity", ""],
  declare: ["value text api entity protocol", "zod"],
  terraform: ["value text api entity protocol declare", "cdktf constructs @cdktf/provider-null zod"],
  definitions: ["value text api entity declare", "yaml"],
  constructs: ["value text api entity terraform definitions", "cdktf constructs"],
  testing: ["value text api entity protocol terraform", "cdktf"],
  applier: ["value text api entity protocol", "axios"],
  emulator: ["value text api", "zod"],
  report: ["value text", "diff picocolors"],
  records: ["value text api entity", "zod"],
  plan: ["value text api entity protocol", "zod"],
  review: ["value text api entity protocol records plan report", ""],
  drift: ["value text api entity protocol records report", ""],
  list: ["value text api entity protocol records report", ""],
  platforms: ["value text api protocol applier", "zod"],
  init: ["value text protocol", ""],
  explain: ["", ""],
  cli: [
    "value text api entity protocol declare definitions applier emulator records plan report review drift list platforms init explain",
    "commander picocolors yaml zod",
  ],
};

interface Source {
  readonly path: string;
  readonly part: string;
  readonly text: string;
  /** Its imports: paths in the library, and names of packages. */
  readonly imports: readonly string[];
}

/** An import, only at the beginning of a line: the command line tool holds imports in texts. */
const IMPORT = /^(?:import|export|\}) (?:.*\bfrom )?"([^"\n]+)";$|\b(?:require|import)\("([^"]+)"\)/gm;

const sources = readdirSync(LIB, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path): Source => {
    const text = readFileSync(join(LIB, path), "utf8");
    const modules = [...text.matchAll(IMPORT)].map(([, name = "", called = name]) => called);
    return {
      path,
      part: partOf(path),
      text,
      imports: modules.map((name) => (name.startsWith(".") ? join(dirname(path), name) : name)),
    };
  });

function partOf(path: string): string {
  const [folder = ""] = path.split("/");
  return folder in arrows ? folder : "constructs";
}

function isInside(name: string): boolean {
  return sources.some(({ path }) => path === `${name}.ts` || path === join(name, "index.ts"));
}

test("the arrows list every part of the library", () => {
  expect([...new Set(sources.map(({ part }) => part))].sort()).toEqual(Object.keys(arrows).sort());
});

test.each(Object.entries(arrows))("%s imports only what its arrows point to", (part, [parts, packages]) => {
  const isAllowed = (name: string) =>
    isInside(name)
      ? [part, ...parts.split(" ")].includes(partOf(name))
      : name.startsWith("node:") || packages.split(" ").includes(name);
  const strays = sources
    .filter((source) => source.part === part)
    .flatMap(({ path, imports }) =>
      imports.filter((name) => !isAllowed(name)).map((name) => `${path} imports ${name}`),
    );

  expect(strays).toEqual([]);
});

test("no file of the library imports itself through others", () => {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports.map(fileOf)]));
  const circles = [...importsOf.keys()].filter((path) => {
    const reached = new Set(importsOf.get(path));
    // a set that grows is walked to its new end
    for (const each of reached) for (const next of importsOf.get(each) ?? []) reached.add(next);
    return reached.has(path);
  });

  expect(circles).toEqual([]);
});

function fileOf(name: string): string {
  return sources.some(({ path }) => path === `${name}.ts`) ? `${name}.ts` : join(name, "index.ts");
}

test("the rules see the imports that are there", () => {
  expect(sources.find(({ path }) => path === "segment.ts")?.imports).toContain("terraform/managed-resource");
});

/** What a file exports under a name of its own. */
const DECLARATION = /^export (?:abstract |async |declare )*(?:function\*?|class|interface|type|enum|const|let) (\w+)/gm;

/** Text in backticks, in which the command line tool holds code. */
const TEMPLATE = /`(?:\\.|[^`\\])*`/gs;

test("no two files of the library export the same name, so that one word means one thing", () => {
  const places = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    for (const [, name = ""] of text.replace(TEMPLATE, "").matchAll(DECLARATION)) {
      places.set(name, (places.get(name) ?? new Set()).add(path));
    }
  }

  expect(places.size).toBeGreaterThan(sources.length);
  expect([...places].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where])).toEqual([]);
});

/** What makes a text harmless where it is written. JSON escapes by itself. */
const ESCAPING = ["text/visible", "report/html", "report/markdown-text"];

test("what is told as a document is raw: only writers escape", () => {
  const escaping = sources.filter(({ imports }) => imports.some((name) => ESCAPING.includes(name)));
  const rooms = ["plan", "records", "review", "drift", "list"];
  expect(escaping.filter(({ part }) => rooms.includes(part)).map(({ path }) => path)).toEqual([]);
  expect(escaping.map(({ path }) => path)).toEqual(
    expect.arrayContaining(["report/html.ts", "report/markdown.ts", "report/terminal-style.ts"]),
  );
});
