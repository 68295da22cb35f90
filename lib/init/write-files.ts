import { lstatSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProjectFiles } from "./project-files";

/** Those of some paths in a folder at which something stands, or above which something stands that is no directory. */
export function inTheWay(folder: string, paths: readonly string[]): string[] {
  return paths.filter((path) => obstacleAt(folder, path) !== undefined);
}

/** What stands at a path in a folder, or above it and is no directory; undefined where the path is free. */
export function obstacleAt(folder: string, path: string): string | undefined {
  const above = dirname(path);
  const obstacle = above === "." ? undefined : obstacleAt(folder, above);
  if (obstacle !== undefined && !statSync(join(folder, obstacle), { throwIfNoEntry: false })?.isDirectory())
    return obstacle;
  return lstatSync(join(folder, path), { throwIfNoEntry: false }) && path;
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
