import fc from "fast-check";
import { z } from "zod";
import { sha256 } from "../../../lib/entity/sha256";
import { digestOf, TerraformValue, triggerOf } from "../../../lib/terraform/language/terraform-value";
import { resolveProps } from "../../../lib/terraform/props/resolve-props";
import { Opaque, type Value } from "../../../lib/value/value";
import { troublesomeTexts } from "../texts";

const bearer = Opaque.deferred(["Bearer ", { environment: "TOKEN" }]);

/** The trigger of a value, with its tokens as a word. */
const shown = (value: Value) =>
  triggerOf(value)
    .template.map((piece) => (typeof piece === "string" ? piece : "(token)"))
    .join("");

describe("a trigger shows", () => {
  test.each<[string, Value, string]>([
    ["text unchanged", "select 1\nfrom t", "select 1\nfrom t"],
    ["null as JSON", null, "null"],
    ["the text null in quotes", "null", '"null"'],
    ["text that reads as a list in quotes", "[1]", '"[1]"'],
    ["text that reads as quoted text in quotes", '"null"', '"\\"null\\""'],
    ["text that only begins like quoted text unchanged", '"a" and "b"', '"a" and "b"'],
    ["a list as JSON", ["a", 1, null, true], '["a",1,null,true]'],
    ["a part of text that is secret by its variable", bearer, "Bearer (environment variable TOKEN)"],
    ["a secret inside JSON by its variable", [{ value: bearer }], '[{"value":"Bearer (environment variable TOKEN)"}]'],
    [
      "quotes around a secret's name in JSON",
      [Opaque.deferred(['"', { environment: "T" }])],
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
  const deferred = (length: number) => Opaque.deferred(["x".repeat(length), new TerraformValue("t", true)]);

  test.each<[string, shortest: string | string[], size: string]>([
    ["of a text", "x".repeat(32_001), "32,001"],
    ["of a list, by its JSON", Array(3_556).fill("123456"), "32,005"],
  ])("is a digest and a size: %s", (_, value, size) => {
    expect(shown(value)).toMatch(new RegExp(`^sha256 [0-9a-f]{64} of ${size} characters$`));
    expect(shown(value.slice(1))).toMatch(/^(x{32000}|\["123456".{31970,}\])$/);
    expect(shown([...value])).not.toBe(shown([...value, "y"]));
  });

  test("is a digest of Terraform's values, too", () => {
    expect(shown(deferred(32_001))).toBe("sha256 (token) of 32,001 characters");
    expect(shown(deferred(32_000))).toBe(`${"x".repeat(32_000)}(token)`);
  });
});

test("a digest tells text from JSON, and a secret from what only looks like one, but not texts that Terraform takes for one", () => {
  const [deferred, other] = ["A", "B"].map((environment) => Opaque.deferred([{ environment }])) as [Opaque, Opaque];
  const values: Value[] = ["1", 1, ["1"], null, "null", {}, [], deferred, other, { variable: "A" }];
  expect(new Set(values.map(digestOf)).size).toBe(values.length);
  expect(digestOf({ name: "e\u0301" })).toEqual(digestOf({ name: "é" }));
  expect(digestOf("abc")).toBe(sha256('"abc"'));
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
