import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SharedAvailability } from "../../lib/applier/retry-budget";

const service = "https://console.example.com";
const elsewhere = "https://other.example.com";
const DEPLOY = 4711;

let folder: string;
const seenBy = (name: string, baseUrl = service, deploy = DEPLOY) =>
  new SharedAvailability(join(folder, name), baseUrl, deploy);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pause-"));
  jest.spyOn(Date, "now").mockReturnValue(Date.parse("2026-06-01T12:00:00Z"));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test("a pause holds for every request of a stack, to one service, and can become longer, not shorter", () => {
  expect(seenBy("one.json").pauseLeft).toBe(0);
  seenBy("one.json").extendPause(60_000);
  seenBy("two.json").extendPause(1_000);
  expect(seenBy("two.json").pauseLeft).toBe(60_000);
  expect(seenBy("one.json", elsewhere).pauseLeft).toBe(0);

  seenBy("two.json").extendPause(120_000);
  expect(seenBy("one.json").pauseLeft).toBe(120_000);
});

test("a pause that ends after more than a day is ignored, because no call has such a long budget", () => {
  seenBy("one.json").extendPause(3 * 86_400_000);

  expect(seenBy("one.json").pauseLeft).toBe(0);
});

test.each<[what: string, obstruct: (path: string, target: string) => unknown]>([
  ["link", (path, target) => symlinkSync(target, path)],
  ["FIFO", (path) => execFileSync("mkfifo", [path])],
])("a %s in the place of a finding is neither followed, waited for nor trusted", (what, obstruct) => {
  // Windows has no FIFOs in folders
  if (what === "FIFO" && process.platform === "win32") return;
  seenBy("one.json").extendPause(60_000);
  const [name = ""] = readdirSync(folder);
  rmSync(join(folder, name));
  const target = join(folder, "target");
  writeFileSync(target, "theirs");
  utimesSync(target, 1, 1);
  obstruct(join(folder, name), target);

  expect(seenBy("one.json").pauseLeft).toBe(0);
  seenBy("one.json").extendPause(60_000);
  expect(seenBy("one.json").pauseLeft).toBe(0);
  expect([statSync(target).mtimeMs, readFileSync(target, "utf8")]).toEqual([1_000, "theirs"]);
});

test("a service that could not be reached is known to the calls of the same deploy, and to no others", () => {
  seenBy("one.json").reportUnreachable();

  expect(seenBy("two.json").isUnreachable).toBe(true);
  expect(seenBy("two.json", elsewhere).isUnreachable).toBe(false);
  expect(seenBy("two.json", service, DEPLOY + 1).isUnreachable).toBe(false);
});
