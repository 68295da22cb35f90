/** Counts in the code of `lib` itself what runs, so that every process counts the same statements and branches. */
import { readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { createInstrumenter } from "istanbul-lib-instrument";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const lib = join(root, "lib") + sep;

/** Where every process leaves what it counted. */
export const counts = join(root, "node_modules/.cache/coverage");

const instrumenter = createInstrumenter({ esModules: true, compact: false, parserPlugins: ["typescript"] });

/**
 * The TypeScript of a file of `lib`, which counts what runs of it.
 *
 * @param {string} path
 * @returns {string}
 */
export function instrumented(path) {
  return instrumenter.instrumentSync(readFileSync(path, "utf8"), path);
}

/**
 * What there is to count in a file.
 *
 * @param {string} path
 * @returns {import("istanbul-lib-coverage").FileCoverageData}
 */
export function countedIn(path) {
  instrumented(path);
  return instrumenter.lastFileCoverage();
}

/**
 * The same, for a process that no test runner asks: at its end, it writes its counts.
 *
 * @param {string} path
 * @returns {string}
 */
export function instrumentedForProcess(path) {
  const text = instrumented(path);
  const [start] = /^(#!.*\n)?/.exec(text);
  return `${start}${AT_EXIT}\n${text.slice(start.length)}`;
}

/** Nothing but Node is imported, because stacks copy the applier to where nothing else is. */
const AT_EXIT = `if (!(globalThis as any).countsAreKept) {
  (globalThis as any).countsAreKept = true;
  process.once("exit", () => {
    const counts = Object.values((globalThis as any).__coverage__).map(({ path, s, b }: any) => ({ path, s, b }));
    const file = ${JSON.stringify(counts + sep)} + process.pid + "-" + Date.now();
    const { renameSync, writeFileSync } = require("node:fs");
    writeFileSync(file, JSON.stringify(counts));
    // it may be killed while it writes
    renameSync(file, file + ".json");
  });
}`;
