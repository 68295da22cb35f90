import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { masked, outputs } from "./outputs";
import { type Page, pages, pieces, piecesIn, ROOT, withPieces } from "./pages";

/** Makes anew what the pages take from the code and from runs. */
async function docs(): Promise<void> {
  const made = new Map([...pieces(), ...(await outputs())]);
  for (const page of pages()) {
    const text = withPieces(page, new Map([...made, ...sameOutputs(page, made)]));
    if (text !== page.text) writeFileSync(join(ROOT, page.path), text);
  }
}

/** The outputs of a page that a new run changes in times and ids only: they stay. */
function sameOutputs(page: Page, made: ReadonlyMap<string, string>): [string, string][] {
  return [...piecesIn(page)].flatMap(([name, text]): [string, string][] =>
    name.startsWith("output:") && masked(text) === masked(made.get(name) ?? "") ? [[name, `${text}\n`]] : [],
  );
}

docs().then(
  () => process.exit(),
  (error: Error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  },
);
