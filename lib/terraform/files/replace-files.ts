import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Makes a folder hold these files and no others. A deploy may be reading them, so unchanged files are not touched, and
 * no file is ever seen half written.
 *
 * @param texts texts by file name
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
    // it does not exist yet
    return undefined;
  }
}
