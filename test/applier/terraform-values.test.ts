import { gzipSync } from "node:zlib";
import { NotSentError } from "../../lib/applier/applier-errors";
import { handedOver } from "../../lib/applier/terraform-values";
import { VALUES_VARIABLE, valuesLimits } from "../../lib/protocol/request-file";

/** Variables as Terraform makes them of a long array. */
function inParts(text: string, length: number): Record<string, string> {
  const zipped = gzipSync(text).toString("base64");
  const parts = Array.from({ length: Math.ceil(zipped.length / length) }, (_, index) =>
    zipped.slice(index * length, (index + 1) * length),
  );
  const entries = parts.map((part, index) => [`${VALUES_VARIABLE}_${index}`, part]);
  return { ...Object.fromEntries(entries), [VALUES_VARIABLE]: `${parts.length}` };
}

test.each([
  ["nothing", {}, "[]"],
  ["a short array", { [VALUES_VARIABLE]: '["a"]' }, '["a"]'],
  ["an array in one part", inParts('["é"]', 1_000), '["é"]'],
  ["an array in several parts", inParts('["é 😀", 12]', 7), '["é 😀", 12]'],
])("%s that Terraform hands over is read whole", (_, environment, text) => {
  expect(handedOver(environment)).toBe(text);
});

test.each([
  ["a part is missing", { ...inParts('["é 😀"]', 7), [`${VALUES_VARIABLE}_1`]: undefined }],
  ["a part is cut", { ...inParts('["é 😀"]', 1_000), [`${VALUES_VARIABLE}_0`]: "H4sI" }],
])("values of which %s are refused", (_, environment) => {
  expect(() => handedOver(environment)).toThrow(NotSentError);
  expect(() => handedOver(environment)).toThrow(`the parts of ${VALUES_VARIABLE} are incomplete or corrupt`);
});

test("values of too many parts are refused by their size", () => {
  const environment = { [VALUES_VARIABLE]: `${valuesLimits.parts + 1}` };

  expect(() => handedOver(environment)).toThrow("930 thousand characters, zipped; allowed: 900 thousand");
});
