import { COMMAND, type Page, pages, pieces, piecesIn } from "../support/pages";

test("the tables and recipes in the pages are those of the schemas, their doc comments and the tested files", () => {
  const made = pieces();
  const shown = pages().flatMap((page) => [...piecesIn(page)].map(([name, text]) => ({ ...page, name, text })));
  const stale = shown
    .filter(({ name, text }) => !name.startsWith("output:") && made.get(name)?.trim() !== text)
    .map(({ path, name }) => `${path}: ${name}`);

  expect([...made.keys()].filter((name) => !shown.some((each) => each.name === name))).toEqual([]);
  if (stale.length > 0) throw new Error(`out of step; run ${COMMAND}:\n${stale.join("\n")}`);
});

test("the README has at most 350 lines, and links every page", () => {
  const [readme, ...others] = pages();
  const isLinked = ({ path }: Page) => readme?.text.includes(`](${path}`);

  expect(readme?.text.trimEnd().split("\n").length).toBeLessThanOrEqual(350);
  expect(others.filter((page) => !isLinked(page)).map(({ path }) => path)).toEqual([]);
});
