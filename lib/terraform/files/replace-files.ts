import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Gives a folder these files and no others. What stays the same is not touched, and a file is never seen half written: a
 * deploy may be reading them.
 *
 * @param texts by the name of the file
 */
export function replaceFiles(folder: string, texts: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!texts.has(name)) rmSync(join(folder, name), { force: true });
  for (const [name, text] of texts) {
    const path = join(folder, name);
    if (textOf(path) === text) continue;
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // it is not there yet
    return undefined;
  }
}
