/** A type in the API's tables, by examples on both sides of every bound. */
export interface CellType {
  /** Values that have to be accepted; the first is a typical one. */
  readonly accepts: readonly unknown[];
  readonly refuses: readonly unknown[];
}

const samples = { null: null, boolean: true, number: 7, string: "text", list: ["text"], object: { key: "text" } };

/** A value of each JSON type but these. */
function allBut(...types: readonly (keyof typeof samples)[]): unknown[] {
  return Object.entries(samples).flatMap(([type, sample]) => (types.some((each) => each === type) ? [] : [sample]));
}

const ASCII = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
/** Characters that a careless pattern lets through: line ends, letters of other scripts, marks, pairs. */
const LOOKALIKES = ["\u0085", "\u00a0", "\u2028", "\u00e9", "e\u0301", "\u0131", "\u017f", "\u212a", "\uff41", "😀"];

export const LETTERS_AND_DIGITS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** A string without rules. */
export const text: CellType = {
  accepts: ["some text", "", "line\nbreak", `quote " and \\ and \${name}`, "😀", "x".repeat(5_000)],
  refuses: allBut("string"),
};

/** A string of so many code points. */
export function textOfLength(minimum: number, maximum: number): CellType {
  const of = (count: number) => ["a", "é", "😀"].map((character) => character.repeat(count));
  return {
    accepts: [...of(maximum), ...of(minimum), ...of(minimum + 1)],
    refuses: [
      ...allBut("string"),
      ...of(maximum + 1),
      // the last has enough code units, but half as many code points
      ...(minimum > 0 ? [...of(minimum - 1), "", "😀".repeat(Math.ceil(minimum / 2))] : []),
    ],
  };
}

/** A string of these characters only, and of so many. */
export function textOf(characters: string, minimum = 0, maximum = 5_000): CellType {
  const around = (character: string) => [`${character}aaa`, `aaa${character}`];
  const others = [...ASCII, ...LOOKALIKES].filter((character) => !characters.includes(character));
  return {
    accepts: ["aaa", ...[...characters].flatMap(around), "Z".repeat(minimum), "Z".repeat(maximum)],
    refuses: [
      ...[...allBut("string"), ...others.flatMap(around)],
      ...(minimum > 0 ? ["", "Z".repeat(minimum - 1)] : []),
      ...(maximum < 5_000 ? ["Z".repeat(maximum + 1)] : []),
    ],
  };
}

/** One of these strings. */
export function oneOf(...values: readonly [string, ...string[]]): CellType {
  const near = values.flatMap((value) => [`${value} `, ` ${value}`, value.slice(0, -1), swapCase(value)]);
  return {
    accepts: values,
    refuses: [...allBut("string"), "", "other", ...near.filter((value) => !values.includes(value))],
  };
}

export const boolean: CellType = { accepts: [true, false], refuses: [...allBut("boolean"), "true", 0, 1] };

const NO_NUMBERS = [...allBut("number"), "7", Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 7n];

/** A number without rules. */
export const number: CellType = {
  accepts: [7, 0, -1, 0.5, Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 + 2],
  refuses: NO_NUMBERS,
};

/** A number between two, both allowed. */
export function between(minimum: number, maximum: number): CellType {
  return {
    accepts: [maximum, minimum, (minimum + maximum) / 2 + 0.1, minimum + Number.MIN_VALUE, maximum - 1e-9],
    refuses: [...NO_NUMBERS, minimum - 1e-9, maximum + 1e-9, minimum - 1, maximum + 1],
  };
}

/** A whole number of 64 bits that is greater than 1. */
export const countAboveOne: CellType = {
  accepts: [28, 2, 3, 2 ** 53 + 2, 2 ** 63 - 1_024],
  refuses: [...NO_NUMBERS, 1, 0, -1, 1.5, 1 + Number.EPSILON, 4.000000000000002, 2 ** 63, 1e300],
};

/** A whole number between two, both allowed. */
export function wholeBetween(minimum: number, maximum: number): CellType {
  return {
    accepts: Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index),
    refuses: [...NO_NUMBERS, minimum - 1, maximum + 1, minimum + 0.5, 3.0000000000000004, Number.MIN_VALUE],
  };
}

/** A list of such values, of at most so many. */
export function listOf(element: CellType, maximum = 1_000): CellType {
  const [typical] = element.accepts;
  return {
    accepts: [...element.accepts.map((value) => [value]), [], Array(maximum).fill(typical)],
    refuses: [
      ...[...allBut("list"), typical],
      ...element.refuses.map((value) => [typical, value]),
      ...(maximum < 1_000 ? [Array(maximum + 1).fill(typical)] : []),
    ],
  };
}

/** A string, or a list of strings. */
export const textOrTexts: CellType = {
  accepts: [...text.accepts, ...listOf(text).accepts],
  refuses: [...allBut("string", "list"), ...listOf(text).refuses.filter(Array.isArray)],
};

/** An object of these fields, none of them required; others are unknown. */
export function shape(fields: Readonly<Record<string, CellType>>): CellType {
  const rows = Object.entries(fields);
  const each = (values: keyof CellType) =>
    rows.flatMap(([name, type]) => type[values].map((value) => ({ [name]: value })));
  return {
    accepts: [Object.fromEntries(rows.map(([name, type]) => [name, type.accepts[0]])), {}, ...each("accepts")],
    refuses: [
      ...[...allBut("object"), { unknownField: 1 }],
      ...rows.map(([name]) => ({ [swapCase(name)]: "text" })),
      ...each("refuses"),
    ],
  };
}

/** Shapes that metric sources and assignment sources share. */
export const idTypeMapping = listOf(shape({ serviceUnitID: text, column: text }));

export const owner = shape({ ownerID: text, ownerType: text, ownerName: text, ownerEmail: text });

/** Any JSON object. */
export const anyObject: CellType = {
  accepts: [{ color: "red" }, {}, { "": null, "a/b": [1, { deep: [true, "x", null] }] }],
  refuses: allBut("object"),
};

/** The same, or null. */
export function orNull({ accepts, refuses }: CellType): CellType {
  return { accepts: [...accepts, null], refuses: refuses.filter((value) => value !== null) };
}

function swapCase(word: string): string {
  return word.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}
