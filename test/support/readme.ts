import { readFileSync } from "node:fs";
import { join } from "node:path";
import { propGroups } from "./props";
import { tablesOf } from "./props-tables";

/** The README of this repository. */
export const README = join(__dirname, "../../README.md");

/** How to bring the README up to date. */
export const COMMAND = "npm run docs";

const RECIPES = ["checkout.mjs", "calls.test.mjs", "deploy.test.mjs"];

/** What stands in the README between `<!-- NAME -->` and `<!-- /… -->`, by its name. */
export function pieces(): ReadonlyMap<string, string> {
  return new Map([
    ...propGroups().map((group) => [`props:${group.name}`, tablesOf(group)] as const),
    ...RECIPES.map((file) => [`recipe:${file}`, `\`\`\`js\n${recipe(file)}\`\`\`\n`] as const),
  ]);
}

/**
 * A README with every piece put anew between its markers.
 *
 * @throws Error when it lacks the markers of a piece, or has markers of none
 */
export function withPieces(readme: string, made: ReadonlyMap<string, string>): string {
  const lacking = new Set(made.keys());
  const filled = readme.replace(
    /<!-- ((props|recipe):[\w.-]+) -->\n.*?<!-- \/\2 -->/gs,
    (_, name: string, kind: string) => {
      const piece = made.get(name);
      if (piece === undefined) throw new Error(`README.md has markers for ${name}, but there is no such thing`);
      lacking.delete(name);
      return `${opening(name)}\n\n${piece}\n${closing(kind)}`;
    },
  );
  if (lacking.size > 0) {
    const lines = [...lacking].map((name) => `  ${opening(name)}\n  ${closing(name.replace(/:.*/, ""))}`);
    throw new Error(`README.md lacks these markers; put them in and run ${COMMAND}:\n${lines.join("\n")}`);
  }
  return filled;
}

function opening(name: string): string {
  return `<!-- ${name} -->`;
}

function closing(kind: string): string {
  return `<!-- /${kind} -->`;
}

/** A file of `test/package/recipes`, which a test runs in a project of its own. */
function recipe(file: string): string {
  return `// ${file}\n${readFileSync(join(__dirname, "../package/recipes", file), "utf8")}`;
}
