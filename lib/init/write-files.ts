import { closeSync, lstatSync, openSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, textOfFile } from "../protocol/whole-file";
import type { ProjectFiles } from "./project-files";

/** Those of some paths in a folder at which something stands, or above which something stands that is no directory. */
export function inTheWay(folder: string, paths: readonly string[]): string[] {
  return paths.filter((path) => obstacleAt(folder, path) !== undefined);
}

/**
 * What stands in the way of new files. What a former try has left is in the way of none: a file with the same text.
 *
 * @returns paths in the folder
 */
export function obstaclesTo(folder: string, files: ProjectFiles): string[] {
  const obstacles = Object.entries(files).flatMap(([path, text]) =>
    textOfFile(join(folder, path)) === text ? [] : (obstacleAt(folder, path) ?? []),
  );
  return [...new Set(obstacles)];
}

/** What stands at a path in a folder, or above it and is no directory; undefined where the path is free. */
function obstacleAt(folder: string, path: string): string | undefined {
  const above = dirname(path);
  const obstacle = above === "." ? undefined : obstacleAt(folder, above);
  if (obstacle !== undefined && !statSync(join(folder, obstacle), { throwIfNoEntry: false })?.isDirectory())
    return obstacle;
  return lstatSync(join(folder, path), { throwIfNoEntry: false }) && path;
}

/**
 * Writes new files: all of them, or none.
 *
 * @throws Error with the `path` of one that is there by then, or cannot be written
 */
export function writeFiles(folder: string, files: ProjectFiles): void {
  const written: string[] = [];
  try {
    makeFolder(folder);
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name);
      makeFolder(dirname(path));
      writeNew(path, text);
      written.push(path);
    }
  } catch (error) {
    for (const path of written) rmSync(path, { force: true });
    throw error;
  }
}

/** Writes a file that is not there yet. What is cut off by a full disk does not stay. */
function writeNew(path: string, text: string): void {
  const descriptor = openSync(path, "wx");
  try {
    writeFileSync(descriptor, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw Object.assign(error as Error, { path });
  } finally {
    closeSync(descriptor);
  }
}
