import * as z from "zod";
import * as types from "../../lib/api/field-types";

/** A value of each type of JSON. */
const others = [null, true, 7, "text", ["text"], { key: "text" }];
const noNumbers = ["7", Number.NaN, Number.POSITIVE_INFINITY, 7n];
const of = (count: number) => ["a", "é", "😀"].map((character) => character.repeat(count));

/** Values on both sides of the bounds that the schema's notation does not show, or shows by what it says alone. */
test.each<[string, z.ZodType, accepted: readonly unknown[], refused: readonly unknown[]]>([
  ["text of some code points", types.textOfLength(3, 5), [...of(3), ...of(5)], [...of(2), ...of(6), "", 333, null]],
  ["text of at most some", types.textOfLength(0, 3), ["", ...of(3)], of(4)],
  [
    "text of some characters",
    types.onlyOf(z.string(), "a-z", "0-9", "_", "-", ".", " "),
    ["", "az09_-. "],
    [..."A!/:`{@,\n\t\u0000\u007f\u0085\u00a0\u2028éıſ\u212aａ😀", "e\u0301", "a\n"],
  ],
  ["a whole number", types.wholeNumber(), [0, -1, 2 ** 53 + 2, 2 ** 63 - 1024], [0.5, 2 ** 63, 1e300, ...noNumbers]],
  [
    "a count",
    types.countAboveOne(),
    [2, 3, 28, 2 ** 53 + 2],
    [1, 0, -1, 1.5, 1 + Number.EPSILON, 4.000000000000002, 2 ** 63, null, ...noNumbers],
  ],
  ["an hour", types.hourOfDay(), [0, 1, 23, null], [-1, 24, 0.5, 3.0000000000000004, Number.MIN_VALUE, "3"]],
  ["any object", types.anyObject(), [{}, { "": null, "a/b": [1, { deep: [] }] }], others.slice(0, 5)],
  ["an object of a field", types.nestedObject({ size: z.number() }), [{}, { size: 1 }], [{ sise: 1 }, { size: "1" }]],
])("%s", (_, schema, accepted, refused) => {
  const isAccepted = (value: unknown) => schema.safeParse(value).success;
  expect(accepted.filter((value) => !isAccepted(value))).toEqual([]);
  expect(refused.filter(isAccepted)).toEqual([]);
});
