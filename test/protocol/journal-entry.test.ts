import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { creationBy, type JournalEntry, readEntry } from "../../lib/protocol/journal-entry";
import { temporaryFolder } from "../support/temporary-folder";

const DAY = 86_400_000;
const about = { kind: "experiment", name: "a" };
const entry = { calling: false, created: "yes", ...about, immutable: {}, process: 1, host: "here" };

const folder = temporaryFolder();
let path: string;
let count = 0;

beforeEach(() => {
  path = join(folder, `${count++}.json`);
});

test.each<[string, Partial<Record<keyof JournalEntry, unknown>>, says: string]>([
  ["of 6 days ago", { time: ago(6 * DAY) }, "yes"],
  ["of a clock that goes a minute fast", { time: ago(-60_000) }, "yes"],
  ["with the id of its run, which those of former versions lack", { run: "0b5c" }, "yes"],
  ["of a call that was cut off, after a create that succeeded", { calling: true }, "yes"],
  ["of an attempt without an end", { created: "maybe" }, "maybe"],
  ["of a create that was cut off", { calling: true, created: "no" }, "maybe"],
  ["of a create that was cut off, where a trace was before", { calling: true, created: "trace" }, "maybe"],
  ["of a trace", { created: "trace" }, "trace"],
  ["of 8 days ago", { time: ago(8 * DAY) }, "trace"],
  ["of 8 days ago, of a create that was cut off", { time: ago(8 * DAY), calling: true, created: "no" }, "trace"],
  ["of tomorrow", { time: ago(-DAY) }, "trace"],
  ["about another kind", { kind: "segment" }, "trace"],
  ["about another name", { name: "b" }, "trace"],
  ["of no time", { time: "soon" }, "trace"],
  ["of a create with another end", { created: "yes, surely" }, "trace"],
  ["of no process", { process: 1.5 }, "trace"],
  ["with null in place of digests", { immutable: null }, "trace"],
  ["without digests", { immutable: undefined }, "trace"],
  ["of a create 6 days ago, and of another that was refused since", { since: ago(6 * DAY) }, "yes"],
  ["of a create 8 days ago, and of another that was refused since", { since: ago(8 * DAY) }, "trace"],
  ["of a create 8 days ago, and of one that was cut off since", { since: ago(8 * DAY), calling: true }, "trace"],
  ["of an attempt 8 days ago, and of a cut-off one", { created: "maybe", since: ago(8 * DAY), calling: true }, "maybe"],
  ["of an earlier create at no time", { since: "then" }, "trace"],
  ["without a host", { host: undefined }, "trace"],
])("an entry %s", (_, change, says) => {
  writeFileSync(path, JSON.stringify({ time: ago(0), ...entry, ...change }));

  expect(creationBy(readEntry(path), about)).toBe(says);
});

test.each(['{"calling":', "null", "[]", "7", "", "\0\0\0"])("of an entry that holds %j, a trace is left", (text) => {
  writeFileSync(path, text);

  expect(creationBy(readEntry(path), about)).toBe("trace");
});

test("what is no file leaves a trace, and no entry leaves none", () => {
  expect(creationBy(readEntry(path), about)).toBe("no");
  symlinkSync("nowhere", path);
  expect(creationBy(readEntry(path), about)).toBe("trace");
  mkdirSync(`${path}.folder`);
  expect(creationBy(readEntry(`${path}.folder`), about)).toBe("trace");
});

function ago(milliseconds: number): string {
  return new Date(Date.now() - milliseconds).toISOString();
}
