import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder, which goes away after the tests of the file or block. Its path has a space, because paths of users have them. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "a test-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
