import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project";

const DIST = join(ROOT, "dist");

/** The declarations that the package publishes, without comments; those of the copy for cdktn are the same. */
function published(): string {
  return readdirSync(DIST, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".d.ts") && !path.startsWith("cdktn"))
    .sort()
    .map((path) => `// ${path}\n${withoutComments(readFileSync(join(DIST, path), "utf8"))}`)
    .join("\n");
}

function withoutComments(text: string): string {
  return text.replace(/\/\*\*[\s\S]*?\*\//g, "").replace(/^\s*\n/gm, "");
}

test("the public types are those of the report: a break of the API shows in its diff, and -u writes it anew", () => {
  expect(published()).toMatchSnapshot();
});
