import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** How often a file that is in use is tried again, and the first wait, in milliseconds. Each wait is twice the last. */
const RETRIES = 7;
const FIRST_PAUSE = 10;

/** Drafts that are older were left by processes that were killed, in milliseconds: those of others are there for a moment. */
const OLD_DRAFT = 60 * 60_000;

/** What Windows says when another program has a file open. */
const IN_USE: readonly unknown[] = ["EACCES", "EBUSY", "EPERM"];

/**
 * Writes a file in one step, so that nobody reads half of it. Replaces a link instead of following it.
 *
 * @param mode who may read and write it, less what the process's umask takes away
 */
export function writeWhole(path: string, text: string, mode = 0o666): void {
  const draft = `${path}.${process.pid}.new`;
  const write = () => writeFileSync(draft, text, { flag: "wx", mode });
  try {
    write();
  } catch {
    // a process with the same id was killed before it could rename its own
    rmSync(draft, { force: true });
    write();
  }
  untilFree(() => renameSync(draft, path));
}

/**
 * Makes a folder, and those above it that are missing. Node's own way never ends below `/proc`, and says of a file system
 * that is read-only that something is not there.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  // nothing is above the root of a drive, also of one that Windows does not have
  if (above !== path && !isFolder(above)) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // another process may have made it meanwhile
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether nothing could be written because the disk, or what somebody may have of it, is full. */
export function isDiskFull(code: string | undefined): boolean {
  return code === "ENOSPC" || code === "EDQUOT";
}

/**
 * The text of a file.
 *
 * @throws an error with a `code` when it cannot be read, or is something else: reading a FIFO could take for ever
 */
export function readText(path: string): string {
  if (!statSync(path).isFile()) throw Object.assign(new Error(`${path} is not a file`), { code: "not a file" });
  return readFileSync(path, "utf8");
}

/** The text of a file; undefined where there is none, or it cannot be read. */
export function textOfFile(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/** The text of a file that this package has written; undefined also for a link, since that may lead to another's file. */
export function textOfOwnFile(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Names in a folder that this package has made; none where it is missing, or is a link. */
export function namesInFolder(folder: string): readonly string[] {
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder);
}

/** Removes from a folder what processes left that were killed before they could rename it. */
export function removeOldDrafts(folder: string): void {
  for (const { path, age } of draftsIn(folder)) if (age > OLD_DRAFT) removeFile(path);
}

/** Removes the drafts of a file that this process alone may write, as a lock says: whoever made them is gone. */
export function removeDraftsOf(path: string): void {
  for (const { path: draft, of } of draftsIn(dirname(path))) if (of === basename(path)) removeFile(draft);
}

/** The drafts in a folder, each with the name of the file that it should have become, and its age in milliseconds. */
function draftsIn(folder: string) {
  return namesInFolder(folder).flatMap((name) => {
    const [, of] = /^(.*)\.\d+\.new$/.exec(name) ?? [];
    const path = join(folder, name);
    const stats = of === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? [{ path, of, age: Date.now() - stats.mtimeMs }] : [];
  });
}

/** Removes a file, if there is one. */
export function removeFile(path: string): void {
  untilFree(() => rmSync(path, { force: true }));
}

/**
 * Acts on a file, for about a second again and again while it is in use. On Windows no file can be replaced or removed
 * that another program has open, and virus scanners open every new file.
 */
export function untilFree(act: () => void, platform: NodeJS.Platform = process.platform, wait = block): void {
  for (let retry = 0; retry < RETRIES; retry++) {
    try {
      act();
      return;
    } catch (error) {
      if (platform !== "win32" || !IN_USE.includes((error as NodeJS.ErrnoException).code)) throw error;
      wait(FIRST_PAUSE * 2 ** retry);
    }
  }
  act();
}

/** Waits without letting anything else run. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
