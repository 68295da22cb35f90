import fc from "fast-check";
import { anyCharacter } from "../support/any-character";

const TROUBLE = [..."$%{}\\\"`'\n\r\t\b", "${", "%{", "$${", "%%{", "${~", "\r\n"];
const RARE = [..."\f\u0000\u007f\u0085\u2028\ufeff\u202eé😀[]", "e\u0301", "null"];

const pieces = fc.oneof(
  fc.constantFrom(...TROUBLE),
  fc.constantFrom(...RARE),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
);

/** Well-formed texts, rich in what templates, shells and JSON treat in a special way. */
export const troublesomeTexts = fc.array(pieces, { maxLength: 8 }).map((texts) => texts.join(""));
