import { parseEntry } from "../../lib/protocol/journal-entry";

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
