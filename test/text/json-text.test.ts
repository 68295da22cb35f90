import fc from "fast-check";
import { decodedText, jsonProblem, jsonProblemText, notTextText } from "../../lib/text/json-text";

const text = '["Gr\u00fc\u00dfe \u20ac \u8cb7"]';

test.each<[string, Uint8Array, string | undefined]>([
  ["UTF-8", Buffer.from(text), text],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`), text],
  ["UTF-16 of PowerShell", Buffer.from(`\ufeff${text}`, "utf16le"), text],
  ["UTF-16, the other way round", Buffer.from(`\ufeff${text}`, "utf16le").swap16(), text],
  ["windows-1252", Buffer.from('["Gr\xfc\xdfe"]', "latin1"), undefined],
  ["UTF-8 that is cut inside of a character", Buffer.from("\u20ac").subarray(0, 2), undefined],
  ["UTF-16 without a mark", Buffer.from('["a"]', "utf16le"), undefined],
  ["UTF-32 with a mark", Buffer.from("\ufeff\0[\0]\0", "utf16le"), undefined],
  ["half of a pair in UTF-16", Buffer.from("\ufeff\ud83d", "utf16le"), undefined],
])("%s is read, or refused: never repaired", (_, bytes, expected) => {
  expect(decodedText(bytes)).toBe(expected);
});

test.each([
  ["PK\u0003\u0004", "packed by zip; unpack it"],
  ["\u001f\u008b\b", "packed by gzip; unpack it"],
  ["Gr\u00fc\u00dfe", "not UTF-8; save it as UTF-8"],
])("what is wrong with the bytes %j", (bytes, expected) => {
  expect(notTextText(Buffer.from(bytes, "latin1"))).toBe(expected);
});

test.each([
  [" \n", "it is empty"],
  ["<!DOCTYPE html><html></html>", "it is a web page"],
  ['{"a": [1, 2', "it ends in the middle"],
  ['{"a": "long te\n', "it ends in the middle"],
  ['{"a":1}\n{"a":2}\n', "it is several JSON values"],
  ['{"a":1}\n{"a":2', "it is several JSON values"],
  ['[1]"b"', "it is several JSON values"],
  ['[{"a":1},\n<<<<<<< HEAD\n{"a":2}\n=======\n>>>>>>> x\n]', "it has a conflict of git"],
  ['{"a": 1,\n "b": sk-12}', "it is not JSON at line 2, column 7"],
  ["{'a': 1}", "it is not JSON at line 1, column 2"],
  ['{"a": 1}]', "it is not JSON at line 1, column 9"],
])("what is wrong with %j", (broken, expected) => {
  expect(jsonProblemText(broken)).toMatch(new RegExp(`^${expected}`));
});

test("of any beginning of JSON, the place of a mistake is where it stands, and no text of it is said", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, cut) => {
      const start = `[${json},`;
      expect(jsonProblem(`${start}sk-12]`)?.offset).toBe(start.length);
      expect(jsonProblemText(`${start}sk-12]`)).not.toContain("sk-12");
      expect(jsonProblem(start.slice(0, 1 + (cut % (start.length - 1))))?.cause).toBe("end");
    }),
  );
});
