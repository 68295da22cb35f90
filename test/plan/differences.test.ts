import fc from "fast-check";
import { differencesOf, type FieldChange } from "../../lib/plan/entity-fields";
import { pathText } from "../../lib/text/names";
import { isSame, type Value } from "../../lib/value/value";

function of(before: Value | undefined, after: Value | undefined): FieldChange[] {
  return differencesOf({ f: before }, { f: after }, ["f"]);
}

/** Each as `path: before → after`, "·" for nothing. */
function told(changes: readonly FieldChange[]): string {
  const text = (value: Value | undefined) => (value === undefined ? "·" : JSON.stringify(value));
  return changes.map(({ path, before, after }) => `${pathText(path)}: ${text(before)} → ${text(after)}`).join(", ");
}

const [a, b, c] = ["a", "b", "c"].map((id) => ({ id }));
const named = (name: string, v: number) => ({ name, v });

test.each<[string, unknown, unknown, string]>([
  ["the order of keys", { x: 1, y: 2 }, { y: 2, x: 1 }, ""],
  ["a field that is new", undefined, null, "f: · → null"],
  ["a key", { x: 1 }, { y: 1 }, "f.x: 1 → ·, f.y: · → 1"],
  ["a key of every object", {}, JSON.parse('{"__proto__": 1}'), "f.__proto__: · → 1"],
  ["a removed element", [a, b, c], [a, c], 'f[1]: {"id":"b"} → ·'],
  ["another id", [a, b], [a, c], 'f[1]: · → {"id":"c"}, f[1]: {"id":"b"} → ·'],
  ["another order", [a, b], [b, a], 'f: [{"id":"a"},{"id":"b"}] → [{"id":"b"},{"id":"a"}]'],
  [
    "another order behind one",
    [a, b, c],
    [a, c, b],
    'f: [{"id":"a"},{"id":"b"},{"id":"c"}] → [{"id":"a"},{"id":"c"},{"id":"b"}]',
  ],
  [
    "another order, and what is inside",
    [a, b],
    [{ ...b, v: 1 }, a],
    'f: [{"id":"a"},{"id":"b"}] → [{"id":"b","v":1},{"id":"a"}], f[0].v: · → 1',
  ],
  ["a removed element where it stood", [a, b, c], [a, { ...c, v: 1 }], 'f[1]: {"id":"b"} → ·, f[1].v: · → 1'],
  ["elements told by name", [named("x", 1)], [{ name: "n" }, named("x", 2)], 'f[0]: · → {"name":"n"}, f[1].v: 1 → 2'],
  ["plain elements", ["a", "b", "c"], ["b", "c", "d"], 'f[0]: "a" → ·, f[2]: · → "d"'],
  ["plain elements in another order", ["a", "b"], ["b", "a"], 'f: ["a","b"] → ["b","a"]'],
  ["a plain element in its place", ["a", "b", "c"], ["a", "x", "c"], 'f[1]: "b" → "x"'],
])("%s: told as the smallest difference", (_, before, after, expected) => {
  expect(told(of(before as Value | undefined, after as Value | undefined))).toBe(expected);
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

test("there are differences where the values differ, and only there", () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(of(before, after).length === 0).toBe(isSame(before, after));
    }),
    { seed: 7, numRuns: 1_000 },
  );
});
