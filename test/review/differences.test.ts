import fc from "fast-check";
import { differencesOf } from "../../lib/review/differences";
import type { FieldChange } from "../../lib/review/model";
import { same, type Value, Withheld } from "../../lib/review/value";

/** The differences of one field. */
function of(before: Value | undefined, after: Value | undefined): FieldChange[] {
  return differencesOf({ f: before }, { f: after }, ["f"]);
}

/** Each as `path: before → after`, "·" for nothing. */
function told(changes: readonly FieldChange[]): string {
  const text = (value: Value | undefined) => (value === undefined ? "·" : JSON.stringify(value));
  return changes.map(({ path, before, after }) => `${path}: ${text(before)} → ${text(after)}`).join(", ");
}

const [a, b, c] = ["a", "b", "c"].map((id) => ({ id }));
const named = (name: string, v: number) => ({ name, v });

test.each<[string, unknown, unknown, string]>([
  ["nothing", { x: [1] }, { x: [1] }, ""],
  ["the order of keys", { x: 1, y: 2 }, { y: 2, x: 1 }, ""],
  ["a field that is new", undefined, null, "f: · → null"],
  ["a field that is gone", null, undefined, "f: null → ·"],
  ["another type", [1], "1", 'f: [1] → "1"'],
  ["a key", { x: 1 }, { y: 1 }, "f.x: 1 → ·, f.y: · → 1"],
  ["a key of every object", {}, JSON.parse('{"__proto__": 1}'), "f.__proto__: · → 1"],
  ["an inserted element", [a, c], [a, b, c], 'f[1]: · → {"id":"b"}'],
  ["a removed element", [a, b, c], [a, c], 'f[1]: {"id":"b"} → ·'],
  ["another id", [a, b], [a, c], 'f[1]: · → {"id":"c"}, f[1]: {"id":"b"} → ·'],
  ["another order", [a, b], [b, a], 'f: [{"id":"a"},{"id":"b"}] → [{"id":"b"},{"id":"a"}]'],
  ["another order of plain elements", ["a", "b"], ["b", "a"], 'f: ["a","b"] → ["b","a"]'],
  ["what is inside a moved element", [a, b, c], [a, { ...b, v: 9 }], 'f[1].v: · → 9, f[2]: {"id":"c"} → ·'],
  ["elements told by name", [named("x", 1)], [{ name: "n" }, named("x", 2)], 'f[0]: · → {"name":"n"}, f[1].v: 1 → 2'],
  ["elements told by key", [{ key: "x", v: 1 }], [{ key: "w" }, { key: "x", v: 1 }], 'f[0]: · → {"key":"w"}'],
  ["elements of one name", [named("x", 1), named("x", 2)], [named("x", 1), named("x", 3)], "f[1].v: 2 → 3"],
  ["plain elements", ["a", "b", "c"], ["b", "c", "d"], 'f[0]: "a" → ·, f[2]: · → "d"'],
  ["a plain element in its place", ["a", "b", "c"], ["a", "x", "c"], 'f[1]: "b" → "x"'],
])("%s: told as the smallest difference", (_, before, after, expected) => {
  expect(told(of(before as Value | undefined, after as Value | undefined))).toBe(expected);
});

test("a sensitive value differs where the value does, and an unknown one always", () => {
  const [one, two] = [new Withheld("sensitive", "1"), new Withheld("sensitive", "2")];
  const unknown = new Withheld("unknown");

  expect(of(one, new Withheld("sensitive", "1"))).toEqual([]);
  expect(of(one, two)).toHaveLength(1);
  expect(of(one, "1")).toEqual([]);
  expect(of(unknown, unknown)).toHaveLength(1);
});

const json = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Value>(null, true, 0, 1, "a", "b", ""),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.record({ id: fc.constantFrom("a", "b", "c", "d"), v: tie("value") }), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom("x", "y", "odd key", "0"), tie("value"), { maxKeys: 3 }),
  ),
})).value;

test("applied to what was, the differences make what is, and there are none without a difference", () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const changes = of(before, after);
      expect(changes.length === 0).toBe(same(before, after));
      expect(applied(before, changes, "f")).toEqual(after);
    }),
    { seed: 7, numRuns: 1_000 },
  );
});

/** A value with the changes at a path and inside it made. */
function applied(before: Value | undefined, changes: readonly FieldChange[], path: string): Value | undefined {
  const own = changes.find((change) => change.path === path);
  if (own !== undefined) return own.after;
  const inside = changes.filter((change) => change.path.startsWith(path));
  if (inside.length === 0) return before;
  return Array.isArray(before)
    ? appliedToList(before as readonly Value[], inside, path)
    : appliedToObject(before as Readonly<Record<string, Value>>, inside, path);
}

function appliedToList(before: readonly Value[], changes: readonly FieldChange[], path: string): Value[] {
  const at = (index: number) => changes.filter((change) => change.path === `${path}[${index}]`);
  const left = before.filter((_, index) => !at(index).some(({ after }) => after === undefined));
  const result: Value[] = [];
  while (left.length > 0 || at(result.length).some(({ after }) => after !== undefined)) {
    const index = result.length;
    const inserted = at(index).find((change) => change.after !== undefined && change.before === undefined);
    if (inserted?.after !== undefined) {
      result.push(inserted.after);
      continue;
    }
    const own = changes.filter((change) => change.path !== `${path}[${index}]` || change.after !== undefined);
    result.push(applied(left.shift(), own, `${path}[${index}]`) ?? null);
  }
  return result;
}

function appliedToObject(before: Readonly<Record<string, Value>>, changes: readonly FieldChange[], path: string) {
  const keys = new Set([...Object.keys(before), "x", "y", "odd key", "0", "id", "v"]);
  const entries = [...keys].map((key) => {
    const inner = /^[a-z]+$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
    return [key, applied(before[key], changes, inner)];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Value;
}
