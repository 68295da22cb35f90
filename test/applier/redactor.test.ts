import fc from "fast-check";
import { Redactor, sensitiveTexts } from "../../lib/applier/redactor";
import { anyCharacter } from "../support/any-character";
import { requestOf } from "./request";
import { creates } from "./subjects";

const hexOf = (text: string) => Buffer.from(text).toString("hex");
const base64Of = (text: string) => Buffer.from(text).toString("base64");
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const escaped = (text: string, signs: RegExp) =>
  text.replace(signs, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What a service may make of a value. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "a part of an address": encodeURIComponent,
  "a part of an address with small letters": (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  JSON: inJson,
  "JSON for pages": (text) => escaped(inJson(text), /[<>&]/g),
  "JSON of ASCII alone": (text) => escaped(inJson(text), /[^ -~]/g),
  base64: base64Of,
  "base64 without padding": (text) => base64Of(text).replaceAll("=", ""),
  "base64 for addresses": (text) => Buffer.from(text).toString("base64url"),
  hexadecimal: hexOf,
  "hexadecimal in capitals": (text) => hexOf(text).toUpperCase(),
};

const secretOf = (minLength: number) =>
  fc
    .string({ unit: anyCharacter, minLength, maxLength: 40 })
    // what stands for bytes that are no text is in no variable; nobody sees what a terminal takes for an escape
    .filter((text) => text.trim().length >= minLength && !/\*|\s\s|\p{Cc}|\ufffd/u.test(text));
/** Text around a secret, by which no part of one can come about. */
const around = fc.constantFrom("", "<", "| ", "\u2603 ");

describe("a secret", () => {
  test.each(Object.entries(forms))("is masked in this form, also inside JSON, and the rest is shown: %s", (_, form) => {
    fc.assert(
      fc.property(secretOf(4), around, fc.boolean(), (text, before, isInside) => {
        const said = isInside ? inJson(form(text)) : form(text);
        expect(new Redactor([text]).line(`${before}${said}>`)).toBe(`${before.trimStart()}***>`);
      }),
    );
  });

  test.each([
    ["user:key-4711/x", "no ***"],
    ["abc:key-4711/x", "no ***"],
    ["key-4711/x and more", "no ***"],
  ])("is masked in the base64 of a longer text: %j", (text, line) => {
    // of the base64 around it, the length is of no concern
    const said = new Redactor(["key-4711/x"]).line(`no ${base64Of(text)}`);
    expect(said.replace(/\w*\*\*\*\w*=*/, "***")).toBe(line);
  });

  test.each([
    ["key-of-24-characters-0123", "no key-of-24-character", "no ***"],
    ["key-of-24-characters-0123", "no f-24-characters-0123.", "no ***."],
    ["key-of-24-characters-0123", "a 24-characters- b f-24-charact", "a *** b f-24-charact"],
    ["key-of-24-characters-0123", "twice: key-of-24-charkey-of-24-char", "twice: ******"],
    ["key-with-18-chars!", "no key-with-18-", "no ***"],
    ["key-with-18-chars!", "no key-with-18", "no key-with-18"],
    ["short-key", "no short-ke", "no short-ke"],
    ["console-8f3a9c2e1b", "needs a console-api key", "needs a console-api key"],
  ])("leaves no part of at least 12 characters and half of it: %#", (secret, said, line) => {
    expect(new Redactor([secret]).line(said)).toBe(line);
  });

  test.each([
    ["of several lines", ["line one\nline two"], "<line one\nline two>", "<***>"],
    ["of fewer than four characters, as a word", ["ab"], "no ab, about", "no ***, about"],
    [
      "beside a longer one that begins like it",
      ["sk-9fA7", "sk-9fA7-more"],
      "no sk-9fA7-more, no sk-9fA7",
      "no ***, no ***",
    ],
  ])("is masked %s", (_, secrets, text, line) => {
    expect(new Redactor(secrets).line(text)).toBe(line);
  });

  test.each([
    ["x secret-k", "x ***"],
    ["x secret-key s", "x *** ***"],
    ["x c2VjcmV0LW", "x ***"],
    ["x other", "x other"],
    ["x \u00e4secret\ufffd", "x \u00e4***"],
  ])("is masked where a text was cut within it: %j", (said, line) => {
    expect(new Redactor(["secret-key"]).line(said, true)).toBe(line);
  });
});

describe("what else may be sensitive", () => {
  const redactor = new Redactor(["secret-key"], () => ["hunter2-hunter2", "select *\nfrom (a)"]);

  test.each([
    ["no hunter2-hunter2, no 'hunter2-hunter2'!", "no ***, no '***'!"],
    ["hunter2-hunter23 and xhunter2-hunter2", "hunter2-hunter23 and xhunter2-hunter2"],
    ["near select *\nfrom (a): syntax", "near ***: syntax"],
  ])("is replaced as whole words where it stands as it is: %j", (said, line) => {
    expect(redactor.line(said)).toBe(line);
  });
});

describe("a line", () => {
  test("of ordinary words stands as it is", () => {
    const word = fc.constantFrom(
      ..."The metric source 'orders' of experiment checkout_button was not found: groups[0].size 50% (max. 100) & more, see https://docs.example/api?id=4711 \\d+ =/ #1".split(
        " ",
      ),
    );
    const key = fc.string({
      unit: fc.constantFrom(..."ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"),
      minLength: 12,
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 60 }),
        fc.array(key, { minLength: 1, maxLength: 3 }),
        (words, keys) => {
          expect(new Redactor(keys).line(words.join(" "))).toBe(words.join(" "));
        },
      ),
    );
  });

  test("has no control characters, no escapes and no line breaks", () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom("\u001b", "[", "]", "\u0007", "\n", "\r", "\u009b", "\u202e", "\u2028", "\ud800", "m"),
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
      ),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        expect(new Redactor([]).line(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007", "click"],
    ["a\r\nb\tc  d", "a b c d"],
    [
      "gr\u00fcn \u{1f7e2} \u65e5\u672c \u{1f469}\u200d\u{1f467}",
      "gr\u00fcn \u{1f7e2} \u65e5\u672c \u{1f469}\u200d\u{1f467}",
    ],
    ["a\u200bb\u202ec", "a\\u200bb\\u202ec"],
  ])("%j is printed as %j", (text, line) => {
    expect(new Redactor([]).line(text)).toBe(line);
  });

  test("is cut off after 2000 characters, and says how many there were", () => {
    expect(new Redactor([]).line("x".repeat(2_000))).toBe("x".repeat(2_000));
    expect(new Redactor([]).line("x".repeat(2_001))).toBe(`${"x".repeat(2_000)}… (2001 characters)`);
    expect(new Redactor([]).line(`${"x".repeat(1_999)}\u{1f7e2}`).isWellFormed()).toBe(true);
  });

  test("hides a secret before it is cut off", () => {
    const redactor = new Redactor(["secret-key"]);

    expect(redactor.line(`${"x".repeat(1_995)}secret-key${"x".repeat(100)}`)).toMatch(/^x+\*\*\*xx…/);
    expect(redactor.line(`${"x".repeat(4_090)}secret-key`)).toMatch(/^x+… \(4100 characters\)$/);
  });

  test.each(["##vso[task.setvariable variable=x]y", "::error file=app.js::broken", "ok\n::set-output name=x::y"])(
    "of %j is no command to a CI system any more",
    (text) => {
      expect(new Redactor([]).line(text)).not.toMatch(/##\w*\[|::[a-z]/);
    },
  );
});

test.each<[string, unknown, readonly string[]]>([
  [
    "texts, also inside",
    ["hunter2-a", { any: ["hunter2-b", { key: "hunter2-c" }] }],
    ["hunter2-a", "hunter2-b", "hunter2-c"],
  ],
  ["each once", ["hunter2-a", "hunter2-a"], ["hunter2-a"]],
  ["no numbers, booleans and nulls", [12345678, true, null], []],
  ["no keys", [{ "hunter2-key": 1 }], []],
  ["no texts of fewer than eight characters", ["hunter2", "growth", "userID", ""], []],
  ["no kinds", ["experiment", "metric_source"], []],
  ["no fields, also of other kinds", ["description", "source_name", "parameterValues", "targetingGateID"], []],
  ["no values that a field names", ["experiment_stopped", "rule_based", "bigquery-v2"], []],
  ["nothing that the request file says", ["checkout_button", "Green sells more.", "Checkout"], []],
])("of what Terraform passes on, %s may be sensitive", (_, values, texts) => {
  expect(sensitiveTexts(requestOf(creates[0]), values as readonly unknown[])).toEqual(texts);
});
