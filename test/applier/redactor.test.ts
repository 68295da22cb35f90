import fc from "fast-check";
import { Redactor, sensitiveTexts } from "../../lib/applier/redactor";
import { anyCharacter } from "../support/any-character";
import { requestOf } from "./request";
import { creates } from "./subjects";

const WITHHELD = "(not shown: the answer repeats a secret)";

const hexOf = (text: string) => Buffer.from(text).toString("hex");
const base64Of = (text: string) => Buffer.from(text).toString("base64");
const everyByte = (text: string) => hexOf(text).replace(/../g, "%$&");
const everyUnit = (text: string) =>
  [...text].flatMap((each) => each.split("")).map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const entities = (text: string) => Array.from(text, (each) => `&#${each.codePointAt(0)};`).join("");
const upperCodes = (text: string) => text.replace(/%..|\\u....|&#x\w+;/g, (code) => code.toUpperCase());

/** What a service may make of a value, one after the other. */
const encodings: Readonly<Record<string, (text: string) => string>> = {
  "a part of an address": encodeURIComponent,
  "a part of an address with small letters": (text) =>
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  "an address": encodeURI,
  "a form": (text) => new URLSearchParams({ x: text }).toString().slice(2),
  "percent and every byte": everyByte,
  "percent and every byte in capitals": (text) => upperCodes(everyByte(text)),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  "JSON of every character": (text) => everyUnit(text).join(""),
  "JSON of every character in capitals": (text) => upperCodes(everyUnit(text).join("")),
  HTML: (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  "HTML by names": (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;" })[sign] ?? "&gt;"),
  "HTML of every character": entities,
  "HTML of every character, hexadecimal": (text) => Array.from(text, (each) => `&#X${hex(each)};`).join(""),
  base64: base64Of,
  "base64 without padding": (text) => base64Of(text).replaceAll("=", ""),
  "base64 for addresses": (text) => Buffer.from(text).toString("base64url"),
  "base64 in lines": (text) => base64Of(text).replace(/.{8}(?=.)/g, "$&\r\n"),
  "base64 after one byte": (text) => base64Of(`:${text}`),
  "base64 between others": (text) => base64Of(`x=${text}; y=z`),
  hexadecimal: hexOf,
  "hexadecimal in capitals": (text) => hexOf(text).toUpperCase(),
  "hexadecimal with colons": (text) => hexOf(text).replace(/..(?=.)/g, "$&:"),
  "hexadecimal, each byte by itself": (text) => hexOf(text).replace(/../g, "0x$&, "),
};

function hex(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}

const encoding = fc.constantFrom(...Object.keys(encodings));
/** A text in one encoding inside the next. */
const encoded = (text: string, names: readonly string[]) =>
  names.reduce((inner, name) => encodings[name]?.(inner) ?? inner, text);

const secretOf = (minLength: number) =>
  fc
    .string({ unit: anyCharacter, minLength, maxLength: 40 })
    // what stands for bytes that are no text is in no variable
    .filter((text) => text.trim().length >= minLength && !/\*\*\*|\s\s|\ufffd/.test(text));
const secret = fc.oneof(
  secretOf(8),
  fc.string({ minLength: 16, maxLength: 40 }).filter((text) => !/\s\s|^\s|\s$/.test(text)),
);
/** Text around a secret, by which no part of one can come about. */
const around = fc.constantFrom("", "<", "| ", "n", "no ", "it's ");

describe("a secret", () => {
  test("is replaced where it stands as it is, and the rest is shown", () => {
    fc.assert(
      fc.property(secretOf(4), around, (text, before) => {
        expect(new Redactor([text]).line(`${before}${text}>`)).toBe(`${before}***>`);
      }),
    );
  });

  test("in up to three encodings inside each other is not shown, whatever stands around it", () => {
    fc.assert(
      fc.property(
        secret,
        fc.array(encoding, { minLength: 1, maxLength: 3 }),
        around,
        around,
        (text, names, before, after) => {
          const said = `${before}${encoded(text, names)}${after}`;
          // of a longer one, too little may be printed
          fc.pre(said.length <= 2_000);
          // some encodings leave some texts as they are
          const shown = said.includes(text) ? said.replace(text, "***").trim() : WITHHELD;
          expect([WITHHELD, shown]).toContain(new Redactor([text]).line(said));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("is not shown where an answer holds eight of its characters, in any encoding", () => {
    fc.assert(
      fc.property(secret, fc.nat(), encoding, (text, at, name) => {
        const characters = [...text];
        const start = at % Math.max(1, characters.length - 8);
        const part = characters.slice(start, start + 8).join("");
        fc.pre(part.trim() === part && part !== text);
        expect(new Redactor([text]).line(`it is ${encoded(part, [name])}`)).toBe(WITHHELD);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is not shown where one of its characters is missing", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 17, maxLength: 40 }),
        fc.nat(),
        fc.array(encoding, { maxLength: 3 }),
        (text, at, names) => {
          fc.pre(!/\s\s|^\s|\s$/.test(text));
          const missing = at % text.length;
          const said = encoded(text.slice(0, missing) + text.slice(missing + 1), names);
          fc.pre(said.length <= 2_000);
          expect(new Redactor([text]).line(said)).toBe(WITHHELD);
        },
      ),
    );
  });

  test.each(["toUpperCase", "toLowerCase"] as const)("is not shown after %s", (change) => {
    fc.assert(
      fc.property(secret, fc.array(encoding, { maxLength: 2 }), (text, names) => {
        const changed = text[change]();
        fc.pre(!changed.includes(text));
        expect(new Redactor([text]).line(encoded(changed, names))).toBe(WITHHELD);
      }),
    );
  });

  test.each([
    [
      "of bytes at each place in base64",
      (text: string) => [1, 2, 3].map((count) => base64Of("x".repeat(count) + text)).join(),
    ],
    ["without its signs", (text: string) => text.replace(/\W/g, "")],
    ["with signs between its characters", (text: string) => [...text].join("-")],
    ["in JSON in capitals", (text: string) => JSON.stringify(`${text}\u00e9\n`).toUpperCase()],
    ["with colours in it", (text: string) => text.replace("with", "w\u001b[31mi\u001b[0mth")],
    ["with characters without width in it", (text: string) => [...text].join("\u200b")],
    ["with tags in it", (text: string) => [...text].join("\u{e0061}")],
    [
      "in full-width characters",
      (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
    ],
    ["in UTF-16", (text: string) => Buffer.from(text, "utf16le").toString("base64")],
  ])("%s is not shown", (_, changed) => {
    const key = 'Key/with+all: "sorts" & kinds=';

    expect(new Redactor([key]).line(`no ${changed(key)}!`)).toBe(WITHHELD);
  });

  test("is found beside a longer one that begins with the same characters", () => {
    const key = "sk-live_9fA7qZ2xW4tY8+/=Kd";
    const redactor = new Redactor([
      key,
      "sk-live_and much longer than the key, as its text goes on and on",
      "cl\u00e9-\u00e9\u00e9-4711",
    ]);

    for (const name of Object.keys(encodings)) {
      expect([WITHHELD, "the key is ***"]).toContain(redactor.line(`the key is ${encoded(key, [name])}`));
    }
    expect(redactor.line("no cl\\u00e9-\\u00e9\\u00e9-4711")).toBe(WITHHELD);
    expect(redactor.line("no cl\u00e9-\u00e9\u00e9-4711".normalize("NFD"))).toBe(WITHHELD);
  });

  test("of several lines is replaced, and not shown on one line", () => {
    const redactor = new Redactor(["line one\nline two"]);

    expect(redactor.line("<line one\nline two>")).toBe("<***>");
    expect(redactor.line("<line one line two>")).toBe(WITHHELD);
  });

  test("of fewer than eight characters is not shown in an encoding, and of fewer than four is replaced as a word", () => {
    const redactor = new Redactor(["k+y9", "ab"]);

    expect(redactor.line("no k+y9, no ab, about")).toBe("no ***, no ***, about");
    for (const said of ["k%2by9", base64Of("my k+y9"), "K+Y9", hexOf("k+y9")])
      expect(redactor.line(said)).toBe(WITHHELD);
  });
});

describe("what else may be sensitive", () => {
  const redactor = new Redactor(["secret-key"], () => ["hunter2-hunter2", "select *\nfrom (a)"]);

  test.each([
    ["no hunter2-hunter2, no 'hunter2-hunter2'!", "no ***, no '***'!"],
    ["hunter2-hunter23 and xhunter2-hunter2", "hunter2-hunter23 and xhunter2-hunter2"],
    ["near select *\nfrom (a): syntax", "near ***: syntax"],
    ["HUNTER2-HUNTER2 hunter2-hunter", "HUNTER2-HUNTER2 hunter2-hunter"],
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
    ["\u001b[1;31mred\u001b[0m", "red"],
    ["\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007", "click"],
    ["\u001b]0;title\u001b\\after", "after"],
    ["\u001b[2J\u001b[Hcleared", "cleared"],
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
    // what is looked at ends within the secret
    expect(redactor.line(`${" ".repeat(4_087)}secret-key`)).toBe(WITHHELD);
  });

  test.each([
    "##vso[task.setvariable variable=x]y",
    "##[error]broken",
    "##teamcity[buildStop comment='x']",
    "::error file=app.js::broken",
    "::add-mask::x",
    "ok\n::set-output name=x::y",
    "ok\r##[group]x",
  ])("of %j is no command to a CI system any more", (text) => {
    expect(new Redactor([]).line(text)).not.toMatch(/##\w*\[|::[a-z]/);
  });
});

describe("a redactor", () => {
  test("handles long texts and many secrets quickly", () => {
    const numbered = (text: string) => Array.from({ length: 50_000 }, (_, index) => `${text} ${index}`);
    const redactor = new Redactor(numbered("the secret"), () => numbered("something else"));

    expect(redactor.line("the secret 49999, something else 49999; ".repeat(40_000))).toMatch(/^(\*\*\*, \*\*\*; )+/);
  });

  test.each([
    "%25".repeat(500_000),
    "&#".repeat(500_000),
    "\\u005c".repeat(300_000),
    base64Of("a+b/c".repeat(300_000)),
    "::a ##a".repeat(300_000),
    `${" ".repeat(1_000_000)}x`,
  ])("handles a hostile text quickly: %#", (text) => {
    expect(new Redactor(["a secret that is not in it"]).line(text).length).toBeLessThan(2_100);
  });

  test("does not show a text that repeats the beginning of a long secret", () => {
    const secret = Array.from({ length: 4_000 }, (_, index) => index.toString(36)).join("-");

    expect(new Redactor([secret]).line(`said: ${secret.slice(0, 640)}`)).toBe(WITHHELD);
  });
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
