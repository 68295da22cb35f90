import { masked, outputs as outputsOfRuns } from "./outputs";
import { pages, pieces, piecesIn } from "./pages";
import { type Prop, propGroups } from "./reference";

/** What stands between markers in the pages. */
const shown = pages().flatMap((page) =>
  [...piecesIn(page)].map(([name, text]) => ({ place: `${page.path}: ${name}`, name, text })),
);

test("the tables and recipes in the pages are those of the schemas, their doc comments and the tested files", () => {
  const made = pieces();
  const stale = shown.filter(({ name, text }) => !name.startsWith("output:") && made.get(name)?.trim() !== text);

  expect([...made.keys()].filter((name) => !shown.some((each) => each.name === name))).toEqual([]);
  if (stale.length > 0)
    throw new Error(`out of step; run npm run docs:\n${stale.map(({ place }) => place).join("\n")}`);
});

test("every output in the pages is that of a run, but for times and ids", async () => {
  const made = await outputsOfRuns();
  const outputs = shown.filter(({ name }) => name.startsWith("output:"));

  expect(outputs.length).toBeGreaterThan(5);
  expect([...made.keys()].filter((name) => !outputs.some((each) => each.name === name))).toEqual([]);
  for (const { place, name, text } of outputs) {
    const run = made.get(name);
    if (run === undefined) throw new Error(`${place} has markers for an output that no run makes`);
    if (masked(text) !== masked(run))
      throw new Error(`${place} is out of step; run npm run docs. A run gives:\n${run}`);
  }
}, 300_000);

test("every prop and every field inside one has a doc comment of whole sentences", () => {
  const within = (props: readonly Prop[]): Prop[] => props.flatMap((prop) => [prop, ...within(prop.fields)]);
  const all = propGroups().flatMap(({ props }) => within(props));

  expect(all.length).toBeGreaterThan(150);
  expect(all.filter(({ comment }) => !/^[A-Z].*\.$/s.test(comment)).map(({ name }) => name)).toEqual([]);
});
