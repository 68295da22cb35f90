import fc from "fast-check";
import { Redactor } from "../../lib/applier/redactor";
import { anyCharacter } from "../support/any-character";

const secret = fc
  .string({ unit: anyCharacter, minLength: 4, maxLength: 60 })
  .filter((text) => text.trim() !== "" && !/^\*+$/.test(text));
/** Text around a secret, by which no part of one can come about. */
const around = fc.string({ unit: fc.constantFrom("<", ">", " ", "|"), maxLength: 20 });

const hex = (byte: number) => byte.toString(16).padStart(2, "0");
const everyByte = (text: string) => Array.from(Buffer.from(text), (byte) => `%${hex(byte)}`).join("");

const encodings: readonly [string, (text: string) => string][] = [
  ["as it is", (text) => text],
  ["in JSON", (text) => JSON.stringify(text).slice(1, -1)],
  ["percent-encoded as a part of an address", (text) => encodeURIComponent(text)],
  [
    "percent-encoded with small letters",
    (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  ],
  ["percent-encoded as an address", (text) => encodeURI(text)],
  ["percent-encoded as a form", (text) => new URLSearchParams({ x: text }).toString().slice(2)],
  ["percent-encoded to the last byte", everyByte],
  ["percent-encoded to the last byte with capitals", (text) => everyByte(text).toUpperCase()],
  ["in HTML", (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)],
];

describe("a secret", () => {
  test.each(encodings)("%s is hidden everywhere", (name, encode) => {
    // the entities of HTML differ where a text has several of those characters
    const plain = name === "in HTML" ? secret.map((text) => text.replace(/[&<>]/g, "x")) : secret;
    fc.assert(
      fc.property(plain, around, around, (text, before, after) => {
        expect(new Redactor([text]).hide(`${before}${encode(text)}${after}`)).toBe(`${before}***${after}`);
      }),
    );
  });

  test.each(["base64", "base64url"] as const)("in %s is hidden at any offset", (encoding) => {
    fc.assert(
      fc.property(secret, fc.uint8Array({ maxLength: 5 }), fc.uint8Array({ maxLength: 5 }), (text, before, after) => {
        const bytes = Buffer.from(text);
        const encoded = Buffer.concat([before, bytes, after]).toString(encoding);
        const hidden = new Redactor([text]).hide(encoded);
        // what is left on either side holds at most the bits that are mixed with those of the neighbours
        const left = hidden.split("***");
        expect(left.length).toBeGreaterThan(1);
        expect(left.join("").length).toBeLessThanOrEqual(Math.ceil(((before.length + after.length) * 8) / 6) + 4 + 2);
      }),
    );
  });

  test("is hidden in many at once, the longer before the shorter", () => {
    const redactor = new Redactor(["token", "token-of-mine", "", "other"]);

    expect(redactor.hide("token-of-mine, token, other")).toBe("***, ***, ***");
  });

  test.each([
    ["colours", "sec\u001b[31mret-\u001b[0mkey"],
    ["control characters", "secr\u0000et-\u0007key"],
    ["characters without width", "sec\u200bret\u2060-key"],
    ["a title of the terminal", "secret\u001b]0;title\u0007-key"],
  ])("is hidden where %s stand in it", (_, text) => {
    expect(new Redactor(["secret-key"]).line(`it is ${text}!`)).toBe("it is ***!");
  });

  test("of several lines is hidden, also on one line", () => {
    const redactor = new Redactor(["line one\nline two"]);

    expect(redactor.line("<line one\nline two>, <line one line two>")).toBe("<***>, <***>");
  });

  test("of any kind never shows in a line", () => {
    fc.assert(
      fc.property(
        fc.array(secret, { minLength: 1, maxLength: 3 }),
        fc.array(fc.oneof(secret, around), { maxLength: 5 }),
        (secrets, words) => {
          const line = new Redactor(secrets).line(words.flatMap((word) => [word, ...secrets]).join("|"));
          for (const text of secrets) expect(line.replaceAll("***", "")).not.toContain(text);
        },
      ),
    );
  });
});

describe("a line", () => {
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
    ["gr\u00fcn \u{1f7e2} \u65e5\u672c", "gr\u00fcn \u{1f7e2} \u65e5\u672c"],
  ])("%j is printed as %j", (text, line) => {
    expect(new Redactor([]).line(text)).toBe(line);
  });

  test("is cut off after 2000 characters, and says how many there were", () => {
    expect(new Redactor([]).line("x".repeat(2_000))).toBe("x".repeat(2_000));
    expect(new Redactor([]).line("x".repeat(2_001))).toBe(`${"x".repeat(2_000)}… (2001 characters)`);
    expect(new Redactor([]).line(`${"x".repeat(1_999)}\u{1f7e2}`).isWellFormed()).toBe(true);
  });

  test("hides a secret before it is cut off", () => {
    expect(new Redactor(["secret-key"]).line(`${"x".repeat(1_995)}secret-key${"x".repeat(100)}`)).toMatch(
      /^x+\*\*\*xx…/,
    );
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

describe("the key", () => {
  const key = 'Key/with+all: "sorts" & kinds=';
  const bytes = Buffer.from(key);
  test.each([
    ["in upper case", key.toUpperCase()],
    ["in lower case", key.toLowerCase()],
    ["in hexadecimal form", bytes.toString("hex")],
    ["in upper hexadecimal form", bytes.toString("hex").toUpperCase()],
    ["in hexadecimal form with colons", bytes.toString("hex").replace(/..(?=.)/g, "$&:")],
    ["in base64 with line breaks", bytes.toString("base64").replace(/.{8}(?=.)/g, "$&\r\n")],
    ["in base64 of a header", Buffer.from(`user:${key}`).toString("base64")],
    ["in base64 in JSON", JSON.stringify(bytes.toString("base64").replace(/.{8}(?=.)/g, "$&\n"))],
    ["in base64 in a query", encodeURIComponent(bytes.toString("base64"))],
    ["in JSON in a query", encodeURIComponent(JSON.stringify(key))],
  ])("is hidden %s", (_, text) => {
    const line = new Redactor([key]).line(`<${text}>`);

    expect(line.replaceAll(/[<>"*=]|%22|%3D|\\n/g, "").length).toBeLessThan(8);
    expect(line).toContain("***");
  });
});

describe("a redactor", () => {
  test("handles long texts and many secrets quickly", () => {
    const secrets = Array.from({ length: 50_000 }, (_, index) => `secret value number ${index}`);
    const text = "secret value number 49999, ".repeat(40_000);
    const line = new Redactor(secrets).line(text);

    expect(line).toMatch(/^(\*\*\*, )+/);
    expect(line).not.toContain("secret");
  });

  test("hides a long secret of which an answer repeats only the beginning", () => {
    const secret = Array.from({ length: 4_000 }, (_, index) => index.toString(36)).join("-");

    expect(new Redactor([secret]).line(`said: ${secret.slice(0, 640)}`)).toBe("said: ***");
  });

  test("prints nothing of a secret that begins where it stops searching", () => {
    const secret = "x1y2z3".repeat(100);
    const line = new Redactor([secret]).line(`${" a".repeat(8_100)}${secret}`);

    expect(line).not.toContain("x1y2");
  });
});
