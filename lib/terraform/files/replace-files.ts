import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { removeFile, writeWhole } from "../../protocol/whole-file";

/**
 * Makes a folder hold these files and no others. A deploy may be reading them, so unchanged files are not touched, and
 * no file is ever seen half written.
 *
 * @param texts texts by file name
 */
export function replaceFiles(folder: string, texts: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) if (!texts.has(name)) removeFile(join(folder, name));
  for (const [name, text] of texts) {
    const path = join(folder, name);
    if (textOf(path) !== text) writeWhole(path, text);
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
