import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProjectFiles } from "./project-files";

/** Those of some paths in a folder at which something stands, or above which something stands that is no directory. */
export function inTheWay(folder: string, paths: readonly string[]): string[] {
  return paths.filter((path) => isTaken(folder, path));
}

function isTaken(folder: string, path: string): boolean {
  const above = dirname(path);
  if (above !== "." && lstatSync(join(folder, above), { throwIfNoEntry: false })?.isDirectory() === false) return true;
  return lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Writes new files.
 *
 * @throws Error when one is there by then, or cannot be written
 */
export function writeFiles(folder: string, files: ProjectFiles): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { flag: "wx" });
  }
}
