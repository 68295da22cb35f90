import { COMMAND, type Page, pages, pieces, piecesIn, withPieces } from "../support/pages";
import { type PropGroup, propGroups } from "../support/props";
import { tablesOf } from "../support/props-tables";

const groups = propGroups();

function group(name: string): PropGroup {
  const found = groups.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no props ${name} among ${groups.map((each) => each.name).join(", ")}`);
  return found;
}

/** The row of a prop, cell by cell. */
function row(name: string, prop: string): string[] {
  const line = tablesOf(group(name))
    .split("\n")
    .find((each) => each.startsWith(`| \`${prop}\` |`));
  return (line ?? "").split(" | ").map((cell) => cell.replace(/^\| | \|$/g, ""));
}

test("the tables and recipes in the pages are those of the schemas, their doc comments and the tested files", () => {
  const made = pieces();
  const shown = pages().flatMap((page) => [...piecesIn(page)].map(([name, text]) => ({ ...page, name, text })));
  const stale = shown
    .filter(({ name, text }) => !name.startsWith("output:") && made.get(name)?.trim() !== text)
    .map(({ path, name }) => `${path}: ${name}`);

  expect([...made.keys()].filter((name) => !shown.some((each) => each.name === name))).toEqual([]);
  if (stale.length > 0) throw new Error(`out of step; run ${COMMAND}:\n${stale.join("\n")}`);
});

test("a piece is put between its markers, and what is around it stays", () => {
  const two = new Map([
    ["props:a", "A\n"],
    ["recipe:b.mjs", "B\n"],
  ]);
  const text = "1\n<!-- props:a -->\nformer\n<!-- /props -->\n2\n<!-- recipe:b.mjs -->\n<!-- /recipe -->\n3\n";
  const made = withPieces({ path: "a.md", text }, two);

  expect(made).toBe(
    "1\n<!-- props:a -->\n\nA\n\n<!-- /props -->\n2\n<!-- recipe:b.mjs -->\n\nB\n\n<!-- /recipe -->\n3\n",
  );
  expect(withPieces({ path: "a.md", text: made }, two)).toBe(made);
  expect([...piecesIn({ path: "a.md", text: made })]).toEqual([
    ["props:a", "A"],
    ["recipe:b.mjs", "B"],
  ]);
});

test("a page with markers of nothing is refused", () => {
  const text = "<!-- props:dragons -->\n<!-- /props -->\n";
  expect(() => withPieces({ path: "a.md", text }, new Map())).toThrow("a.md has markers for props:dragons");
});

test("the README has at most 350 lines, and links every page", () => {
  const [readme, ...others] = pages();
  const isLinked = ({ path }: Page) => readme?.text.includes(`](${path}`);

  expect(readme?.text.trimEnd().split("\n").length).toBeLessThanOrEqual(350);
  expect(others.filter((page) => !isLinked(page)).map(({ path }) => path)).toEqual([]);
});

test("a table says what each call does with a prop", () => {
  expect(row("experiment", "name").slice(2, 4)).toEqual(["required", "optional"]);
  expect(row("experiment", "id").slice(2, 4)).toEqual(["optional", "in the path"]);
  expect(row("experiment", "layerID").slice(2, 4)).toEqual(["optional", "–"]);
  expect(row("experiment", "links").slice(2, 4)).toEqual(["–", "optional"]);
  expect(row("assignment-source", "sql").slice(2, 4)).toEqual(["required", "–"]);
  expect(row("prompt-version", "promptID")[2]).toBe("required, in the path");
});
