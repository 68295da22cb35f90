import fc from "fast-check";
import { z } from "zod";
import { Deferred, type Json } from "../../../lib/entity/deferred-value";
import { sha256 } from "../../../lib/entity/sha256";
import { resolveProps } from "../../../lib/terraform/declare/resolve-props";
import { TerraformValue } from "../../../lib/terraform/language/terraform-value";
import {
  digestOf,
  type Template,
  toExpression,
  toValue,
  triggerOf,
} from "../../../lib/terraform/language/trigger-text";
import { readQuoted, readTemplate } from "../read-template";
import { troublesomeTexts } from "../texts";

const secret = new Deferred([{ environment: "TOKEN" }]);
const bearer = new Deferred(["Bearer ", { environment: "TOKEN" }]);

/** The text of a template that has no tokens. */
function literal(template: Template): string {
  expect(template).toHaveLength(1);
  return String(template[0]);
}

describe("a trigger shows", () => {
  test.each<[string, Json, string]>([
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
      [new Deferred(['"', { environment: "T" }])],
      '["\\"(environment variable T)"]',
    ],
  ])("%s", (_, value, shown) => {
    expect(
      triggerOf(value)
        .template.map((piece) => (typeof piece === "string" ? piece : "(token)"))
        .join(""),
    ).toBe(shown);
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
  test("is a digest and a size, and one of 32,000 is shown in full", () => {
    expect(literal(triggerOf("x".repeat(32_000)).template)).toHaveLength(32_000);
    expect(triggerOf("x".repeat(32_001)).template.join("")).toMatch(/^sha256 [0-9a-f]{64} of 32,001 characters$/);
  });

  test("counts a list by its JSON", () => {
    const ids = (count: number) => Array.from({ length: count }, () => "123456");
    expect(literal(triggerOf(ids(3_555)).template).length).toBe(31_996);
    expect(triggerOf(ids(3_556)).template.join("")).toMatch(/^sha256 [0-9a-f]{64} of 32,005 characters$/);
  });

  test("is the same for the same value and differs for any other", () => {
    const long = "x".repeat(40_000);
    const shown = (value: Json) => triggerOf(value).template.join("");
    expect(shown([long])).toBe(shown([long]));
    expect(
      new Set([shown(long), shown(`${long.slice(1)}y`), shown(`${long}x`), shown([long]), shown({ a: long })]).size,
    ).toBe(5);
  });

  test("is a digest of Terraform's values too", () => {
    const deferred = new Deferred(["x".repeat(40_000), new TerraformValue("t", true)]);
    expect(triggerOf(deferred).template).toEqual([
      "sha256 ",
      { token: expect.stringContaining("TfToken") },
      " of 40,000 characters",
    ]);
  });
});

describe("a digest", () => {
  test("distinguishes text from JSON, and a secret from what only looks like one", () => {
    const deferred = new Deferred([{ environment: "A" }]);
    const values: Json[] = ["1", 1, ["1"], null, "null", {}, [], deferred, { variable: "A" }, [{ variable: "A" }]];
    expect(new Set(values.map(digestOf)).size).toBe(values.length);
  });

  test("names a secret by its variable only", () => {
    expect(digestOf(secret)).toEqual(digestOf(new Deferred([{ environment: "TOKEN" }])));
    expect(digestOf(secret)).not.toEqual(digestOf(new Deferred([{ environment: "OTHER" }])));
  });

  test("is the same for texts that Terraform treats as the same", () => {
    expect(digestOf({ name: "e\u0301" })).toEqual(digestOf({ name: "é" }));
  });

  test("is SHA-256 in hexadecimal", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(digestOf("abc")).toBe(sha256('"abc"'));
  });
});

describe("literal text", () => {
  const token = { token: `\${var.name}` };

  test("is read unchanged by Terraform between tokens", () => {
    fc.assert(
      fc.property(troublesomeTexts, troublesomeTexts, (before, after) => {
        expect(readTemplate(toValue([before, token, after]), { [token.token]: "(value)" })).toBe(
          `${before}(value)${after}`,
        );
      }),
      { numRuns: 300 },
    );
  });

  test("is an expression that Terraform reads unchanged", () => {
    fc.assert(
      fc.property(troublesomeTexts, (text) => {
        expect(readQuoted(toExpression([text]))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("is joined with tokens in an expression, its braces escaped", () => {
    expect(toExpression(["a{\f", { token: "var.name" }, "}$"])).toBe(
      'join("", ["a\\u007b\\u000c", var.name, "\\u007d\\u0024"])',
    );
    expect(toExpression([{ token: "var.name" }])).toBe("var.name");
  });
});
