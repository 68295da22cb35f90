import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SharedAvailability } from "../../lib/applier/shared-availability";

const service = "https://console.example.com";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "pause-"));
  jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-06-01T12:00:00Z"));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const DEPLOY = 4711;
const seenBy = (name: string, baseUrl = service, deploy = DEPLOY) =>
  new SharedAvailability(join(folder, name), baseUrl, deploy);

test("a pause holds for every request of a stack, to one service", () => {
  expect(seenBy("one.json").pauseLeft).toBe(0);
  seenBy("one.json").extendPause(60_000);

  expect(seenBy("other.json").pauseLeft).toBe(60_000);
  expect(seenBy("one.json", "https://other.example.com").pauseLeft).toBe(0);
});

test("a pause can become longer, not shorter", () => {
  seenBy("one.json").extendPause(60_000);
  seenBy("two.json").extendPause(1_000);
  expect(seenBy("one.json").pauseLeft).toBe(60_000);

  seenBy("two.json").extendPause(120_000);
  expect(seenBy("one.json").pauseLeft).toBe(120_000);
});

test("a pause that ends after more than a day is ignored, because no call has such a long budget", () => {
  seenBy("one.json").extendPause(3 * 86_400_000);

  expect(seenBy("one.json").pauseLeft).toBe(0);
});

/** The file of a pause, which is removed. */
async function pauseFile(): Promise<string> {
  seenBy("one.json").extendPause(60_000);
  const [name = ""] = await readdir(folder);
  await rm(join(folder, name));
  return join(folder, name);
}

test("a link in the place of a finding is neither followed nor trusted", async () => {
  const target = join(folder, "target");
  await symlink(target, await pauseFile());
  await writeFile(target, "theirs");
  await utimes(target, 1, 1);

  expect(seenBy("one.json").pauseLeft).toBe(0);
  seenBy("one.json").extendPause(60_000);
  expect([(await stat(target)).mtimeMs, await readFile(target, "utf8")]).toEqual([1_000, "theirs"]);
});

// Windows has no FIFOs in folders
if (process.platform !== "win32") {
  test("a FIFO in the place of a finding is neither waited for nor trusted", async () => {
    execFileSync("mkfifo", [await pauseFile()]);
    seenBy("one.json").extendPause(60_000);

    expect(seenBy("one.json").pauseLeft).toBe(0);
  });
}

test("a service that could not be reached is known to the calls of the same deploy, and to no others", () => {
  seenBy("one.json").reportUnreachable();

  expect(seenBy("two.json").isUnreachable).toBe(true);
  expect(seenBy("two.json", "https://other.example.com").isUnreachable).toBe(false);
  expect(seenBy("two.json", service, DEPLOY + 1).isUnreachable).toBe(false);
});
