import fc from "fast-check";
import { z } from "zod";
import { sha256 } from "../../../lib/entity/sha256";
import { resolveProps } from "../../../lib/terraform/declare/resolve-props";
import { digestOf, TerraformValue, triggerOf } from "../../../lib/terraform/language/terraform-value";
import { Opaque, type Value } from "../../../lib/value/value";
import { troublesomeTexts } from "../texts";

const secret = Opaque.ofParts([{ environment: "TOKEN" }]);
const bearer = Opaque.ofParts(["Bearer ", { environment: "TOKEN" }]);

/** The trigger of a value, with its tokens as a word. */
const shown = (value: Value) =>
  triggerOf(value)
    .template.map((piece) => (typeof piece === "string" ? piece : "(token)"))
    .join("");

describe("a trigger shows", () => {
  test.each<[string, Value, string]>([
    ["text unchanged", "select 1\nfrom t", "select 1\nfrom t"],
    ["no text", "", ""],
    ["a number as JSON", 0.5, "0.5"],
    ["a large number as JSON", 1e21, "1e+21"],
    ["a boolean as JSON", false, "false"],
    ["null as JSON", null, "null"],
    ["the text null in quotes", "null", '"null"'],
    ["text that reads as a list in quotes", "[1]", '"[1]"'],
    ["text that reads as an object in quotes", '{"a":1}', '"{\\"a\\":1}"'],
    ["text that reads as quoted text in quotes", '"null"', '"\\"null\\""'],
    ["text that only begins like JSON unchanged", "[1", "[1"],
    ["text that only begins like quoted text unchanged", '"a" and "b"', '"a" and "b"'],
    ["a list as JSON", ["a", 1, null, true], '["a",1,null,true]'],
    ["an object as JSON", { a: { b: [] }, c: {} }, '{"a":{"b":[]},"c":{}}'],
    ["a secret by its variable", secret, "(environment variable TOKEN)"],
    ["a part of text that is secret by its variable", bearer, "Bearer (environment variable TOKEN)"],
    ["a secret inside JSON by its variable", [{ value: bearer }], '[{"value":"Bearer (environment variable TOKEN)"}]'],
    [
      "quotes around a secret's name in JSON",
      [Opaque.ofParts(['"', { environment: "T" }])],
      '["\\"(environment variable T)"]',
    ],
  ])("%s", (_, value, text) => {
    expect(shown(value)).toBe(text);
  });

  test("different values of a field by different texts", () => {
    // a field takes text, or a list or object, or null; never text as well as a number
    const values = fc.oneof(
      troublesomeTexts,
      fc.constant(null),
      fc.array(fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
    );
    const texts = values.chain((value) =>
      fc.constantFrom(value, JSON.stringify(value), JSON.stringify(JSON.stringify(value))),
    );
    fc.assert(
      fc.property(values, texts, (one, other) => {
        const [a, b] = [one, other].map((value) => resolveProps(value, z.unknown()).json);
        fc.pre(JSON.stringify(a) !== JSON.stringify(b));
        expect(triggerOf(a ?? null).template).not.toEqual(triggerOf(b ?? null).template);
      }),
    );
  });
});

describe("a trigger of more than 32,000 characters", () => {
  const ids = (count: number) => Array.from({ length: count }, () => "123456");
  const deferred = (length: number) => Opaque.ofParts(["x".repeat(length), new TerraformValue("t", true)]);

  test.each<[string, shortest: string | string[], size: string]>([
    ["of a text", "x".repeat(32_001), "32,001"],
    ["of a list, by its JSON", ids(3_556), "32,005"],
  ])("is a digest and a size: %s", (_, value, size) => {
    expect(shown(value)).toMatch(new RegExp(`^sha256 [0-9a-f]{64} of ${size} characters$`));
    expect(shown(value.slice(1))).toMatch(/^(x{32000}|\["123456".{31970,}\])$/);
  });

  test("is a digest of Terraform's values, too", () => {
    expect(shown(deferred(32_001))).toBe("sha256 (token) of 32,001 characters");
    expect(shown(deferred(32_000))).toBe(`${"x".repeat(32_000)}(token)`);
  });

  test("is the same for the same value and differs for any other", () => {
    const long = "x".repeat(40_000);
    expect(shown([long])).toBe(shown([long]));
    expect(
      new Set([shown(long), shown(`${long.slice(1)}y`), shown(`${long}x`), shown([long]), shown({ a: long })]).size,
    ).toBe(5);
  });
});

describe("a digest", () => {
  test("distinguishes text from JSON, and a secret from what only looks like one", () => {
    const deferred = Opaque.ofParts([{ environment: "A" }]);
    const other = Opaque.ofParts([{ environment: "B" }]);
    const values: Value[] = ["1", 1, ["1"], null, "null", {}, [], deferred, other, { variable: "A" }];
    expect(new Set(values.map(digestOf)).size).toBe(values.length);
  });

  test("is the same for texts that Terraform treats as the same", () => {
    expect(digestOf({ name: "e\u0301" })).toEqual(digestOf({ name: "é" }));
  });

  test("is SHA-256 in hexadecimal", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(digestOf("abc")).toBe(sha256('"abc"'));
  });
});
