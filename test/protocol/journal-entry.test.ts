import { posix, win32 } from "node:path";
import { entryPath, parseEntry } from "../../lib/protocol/journal-entry";

// Terraform writes the path of a module with slashes on every system
test.each([
  ["./requests/segment_beta.json", posix, "journal/0123abcd/segment_beta.create.json"],
  ["/app/stacks/a/requests/segment_beta.json", posix, "/app/stacks/a/journal/0123abcd/segment_beta.create.json"],
  ["./requests/segment_beta.json", win32, "journal\\0123abcd\\segment_beta.create.json"],
  ["C:/my app/requests/segment_beta.json", win32, "C:\\my app\\journal\\0123abcd\\segment_beta.create.json"],
  ["C:\\app\\requests\\segment_beta.json", win32, "C:\\app\\journal\\0123abcd\\segment_beta.create.json"],
] as const)("the entry about a call of %s is beside its folder", (requestFile, path, expected) => {
  expect(entryPath(requestFile, "0123abcd", "create", path)).toBe(expected);
});

const entry = {
  calling: false,
  created: "yes",
  kind: "experiment",
  name: "a",
  immutable: {},
  process: 1,
  host: "here",
};
const DAY = 86_400_000;

test.each([
  ["of 6 days ago", { time: ago(6 * DAY) }, true],
  ["of 8 days ago", { time: ago(8 * DAY) }, false],
  ["of a clock that goes a minute fast", { time: ago(-60_000) }, true],
  ["of tomorrow", { time: ago(-DAY) }, false],
  ["of no time", { time: "soon" }, false],
  ["of a create with another end", { created: "yes, surely" }, false],
  ["of no process", { process: 1.5 }, false],
  ["without digests", { immutable: null }, false],
  ["without a host", { host: undefined }, false],
])("an entry %s", (_, change, counts) => {
  const whole = { time: ago(0), ...entry, ...change };

  expect(parseEntry(JSON.stringify(whole))).toEqual(counts ? whole : undefined);
});

test.each(['{"calling":', "null", "[]", "7", ""])("%j is no entry", (text) => {
  expect(parseEntry(text)).toBeUndefined();
});

function ago(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}
