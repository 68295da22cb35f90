import { COMMAND, pages, piecesIn } from "../support/pages";
import { masked, outputsSideBySide } from "./outputs";

test("every output in the pages is that of a run, but for times, ids and the order of calls", async () => {
  const made = await outputsSideBySide();
  const shown = pages().flatMap((page) =>
    [...piecesIn(page)].flatMap(([name, text]) =>
      name.startsWith("output:") ? [{ place: `${page.path}: ${name}`, name, text }] : [],
    ),
  );

  expect(shown.length).toBeGreaterThan(10);
  expect([...made.keys()].filter((name) => !shown.some((each) => each.name === name))).toEqual([]);
  for (const { place, name, text } of shown) {
    const run = made.get(name);
    if (run === undefined) throw new Error(`${place} has markers for an output that no run makes`);
    if (masked(text) !== masked(run)) throw new Error(`${place} is out of step; run ${COMMAND}. A run gives:\n${run}`);
  }
}, 300_000);
