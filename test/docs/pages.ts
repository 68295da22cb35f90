import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { definitionFiles } from "../../lib/init/project-files";
import { examples, propGroups, tablesOf } from "./reference";

export const ROOT = join(__dirname, "../..");

const RECIPES = join(ROOT, "test/package/recipes");

/** A page that people read, as it stands in the repository. */
export interface Page {
  /** From the root of the repository: `docs/deploys.md`. */
  readonly path: string;
  readonly text: string;
}

/** The README, and all that is linked from it. */
export function pages(): Page[] {
  const docs = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const paths = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ...docs.map((name) => `docs/${name}`)];
  return paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** A recipe of the pages: the name that a reader gives the file, and its text. */
export function recipe(name: string): string {
  // jest would take a recipe in TypeScript for one of its own tests, had it that name here
  return readFileSync(join(RECIPES, name.replace(/\.test\.ts$/, ".ts")), "utf8");
}

export const recipes = [
  "checkout.ts",
  "calls.test.ts",
  "deploy.test.ts",
  "house-rules.ts",
  "rules.test.ts",
  "record.json",
  "_defaults.yaml",
  "one_page.yaml",
  "export.json",
  "export.sh",
] as const;

/** What stands in a page between `<!-- NAME -->` and `<!-- /… -->`, by its name: what needs no run to be made. */
export function pieces(): Map<string, string> {
  return new Map([
    ...propGroups().map((group) => [`props:${group.name}`, tablesOf(group)] as const),
    ...[...examples()].map(([name, text]) => [`example:${name}`, text] as const),
    ...recipes.map((name) => [`recipe:${name}`, recipeText(name)] as const),
    ["init:one_page.yaml", `\`\`\`yaml\n${definitionFiles["experiments/one_page.yaml"]}\`\`\`\n`],
  ]);
}

function recipeText(name: (typeof recipes)[number]): string {
  const [, language = ""] = /\.(\w+)$/.exec(name) ?? [];
  // the others have no comments, or need no name
  return `\`\`\`${language}\n${language === "ts" ? `// ${name}\n` : ""}${recipe(name)}\`\`\`\n`;
}

const PIECE = /<!-- ((props|example|recipe|output|init):[\w.-]+) -->\n(.*?)<!-- \/\2 -->/gs;

/** What a page holds between markers, by their name. */
export function piecesIn({ text }: Page): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(PIECE)].map(([, name = "", , piece = ""]) => [name, piece.trim()]));
}

/** The text of a page with every piece put anew between its markers. */
export function withPieces({ text }: Page, anew: (name: string, piece: string) => string): string {
  return text.replace(
    PIECE,
    (_, name: string, kind: string, piece: string) =>
      `<!-- ${name} -->\n\n${anew(name, piece.trim())}\n\n<!-- /${kind} -->`,
  );
}

export interface Block {
  readonly page: string;
  /** Where it begins, for messages: `docs/deploys.md:12`. */
  readonly place: string;
  readonly language: string;
  readonly code: string;
  /** The name in the marker before it: `output:exists`, `file:main.ts`; "" where there is none. */
  readonly marker: string;
}

export function blocksOf({ path, text }: Page): Block[] {
  const blocks = text.matchAll(/(?:<!-- ([a-z]+:[\w.-]+) -->\n\n)?^([ ]*)```(\w+)\n(.*?)^\2```$/gms);
  return [...blocks].map(({ 0: all, 1: marker = "", 2: indent = "", 3: language = "", 4: code = "", index }) => ({
    page: path,
    place: `${path}:${text.slice(0, index + all.indexOf("```")).split("\n").length}`,
    language,
    code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    marker,
  }));
}
