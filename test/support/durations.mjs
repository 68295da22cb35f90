import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** How many seconds the files of tests took that take some; `MEASURE=1 npm test` writes it. */
export const DURATIONS = join(import.meta.dirname, "durations.json");

/** What a file of a part is called in the list. */
export function nameOf(part, path) {
  return `${part} ${relative(ROOT, path).replaceAll("\\", "/")}`;
}

/**
 * Puts the files of a run into the list, the longest first. What another part has stays.
 *
 * @param {ReadonlyMap<string, number>} seconds by the files' names
 */
export function keep(seconds) {
  const parts = new Set([...seconds.keys()].map((name) => name.split(" ")[0]));
  const former = Object.entries(JSON.parse(readFileSync(DURATIONS, "utf8")));
  const others = former.filter(([name]) => !parts.has(name.split(" ")[0]));
  const long = [...others, ...seconds].filter(([, taken]) => taken >= 2).sort(([, one], [, other]) => other - one);
  writeFileSync(DURATIONS, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
}
