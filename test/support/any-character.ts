import fc from "fast-check";

/** How many code points are halves of surrogate pairs, and the first of them. */
const HALVES = 0x800;
const FIRST_HALF = 0xd800;

/** Any character of Unicode. fast-check's own unit "binary" is the same, and takes a second to prepare in each file. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - HALVES })
  .map((code) => String.fromCodePoint(code < FIRST_HALF ? code : code + HALVES));
