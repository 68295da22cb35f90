import fc from "fast-check";
import { anyCharacter } from "../support/any-character";

const TROUBLE = [
  "$",
  "%",
  "{",
  "}",
  "${",
  "%{",
  "$${",
  "%%{",
  "${~",
  "\\",
  '"',
  "`",
  "'",
  "\n",
  "\r",
  "\r\n",
  "\t",
  "\b",
];
const RARE = [
  "\f",
  "\u0000",
  "\u007f",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\u202e",
  "é",
  "e\u0301",
  "😀",
  "[",
  "]",
  "null",
  "\u0600",
  "\u{11a89}",
];

/** Well-formed texts, rich in what templates, shells and JSON treat in a special way. */
export const troublesomeTexts = fc
  .array(
    fc.oneof(fc.constantFrom(...TROUBLE), fc.constantFrom(...RARE), fc.string({ unit: anyCharacter, maxLength: 4 })),
    {
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(""));
