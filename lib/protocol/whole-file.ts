import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

/** How often a file that is in use is tried again, and the first wait, in milliseconds. Each wait is twice the last. */
const RETRIES = 7;
const FIRST_WAIT = 10;

/** What Windows says when another program has a file open. */
const IN_USE: readonly unknown[] = ["EACCES", "EBUSY", "EPERM"];

/** Writes a file in one step, so that nobody reads half of it. Replaces a link instead of following it. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.new`;
  const write = () => writeFileSync(draft, text, { flag: "wx" });
  try {
    write();
  } catch {
    // a process with the same id was killed before it could rename its own
    rmSync(draft, { force: true });
    write();
  }
  untilFree(() => renameSync(draft, path));
}

/** The text of a file; undefined where there is none, or it cannot be read. */
export function textOfFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
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
      wait(FIRST_WAIT * 2 ** retry);
    }
  }
  act();
}

/** Waits without letting anything else run. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
