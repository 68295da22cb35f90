import { readFileSync } from "node:fs";
import { join } from "node:path";
import { riskNames } from "../../lib/protocol/risk-names";
import { actionWords } from "../../lib/review/formats/review-words";
import { command } from "../cli/command";

const page = readFileSync(join(__dirname, "../../docs/review.md"), "utf8");

/** The first cells of a table, by the title above it. */
function namesUnder(title: string): string[] {
  const [, section = ""] = page.split(`\n## ${title}\n`);
  const [own = ""] = section.split("\n## ");
  return [...own.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = ""]) => name);
}

test("the page names every action and every risk", () => {
  expect(namesUnder("Actions")).toEqual(Object.keys(actionWords));
  expect(namesUnder("Risks")).toEqual([...riskNames]);
});

test("the page has the options as the command prints them", async () => {
  const { stdout } = await command(["review", "--help"]);
  const options = stdout.slice(stdout.indexOf("  --plan"), stdout.indexOf("  -h, --help"));

  expect(options).toContain("--strict");
  expect(page).toContain(options);
});
