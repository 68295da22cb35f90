import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { masked, outputs } from "./outputs";
import { pages, pieces, ROOT, withPieces } from "./pages";

/** Makes anew what the pages take from the code and from runs. */
async function docs(): Promise<void> {
  const made = new Map([...pieces(), ...(await outputs())]);
  for (const page of pages()) {
    const text = withPieces(page, (name, piece) => {
      const anew = made.get(name)?.trim();
      if (anew === undefined) throw new Error(`${page.path} has markers for ${name}, but there is no such piece`);
      // an output that a new run changes in times and ids only stays
      return masked(piece) === masked(anew) ? piece : anew;
    });
    if (text !== page.text) writeFileSync(join(ROOT, page.path), text);
  }
}

docs().then(() => process.exit());
