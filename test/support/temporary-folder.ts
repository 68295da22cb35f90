import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder, which goes away after the tests of the file or block. Its path has a space, because paths of users have them. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "a test-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Uses a new folder, and removes it; for what also runs outside of tests. */
export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "in-use-")));
  return use(folder).finally(() => rm(folder, { recursive: true }));
}
