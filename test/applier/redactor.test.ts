import fc from "fast-check";
import { decodingsOf } from "../../lib/applier/decodings";
import { maybeSensitive, Redactor } from "../../lib/applier/redactor";
import { anyCharacter } from "../support/any-character";
import { base64Of, bigEnd, echoes, forms, hexOf, inJson, littleEnd, pairsOf } from "./encoded";
import { ordinaryMessages } from "./ordinary-messages";
import { requestOf } from "./request";
import { creates } from "./subjects";

const ofTerraform = (...texts: string[]) => new Redactor([], { texts, find: () => ({ texts, known: "" }) });

const secretText = fc
  .string({ unit: anyCharacter, minLength: 4, maxLength: 40 })
  // what stands for bytes that are no text is in no variable; nobody sees what a terminal takes for an escape
  .filter((text) => text.trim() === text && !/\*|\s\s|\p{Cc}|\ufffd/u.test(text));
/** Text around a secret, by which no part of one can come about. */
const around = fc.constantFrom("", "<", "| ", "\u2603 ");

test.each(Object.entries(forms))("a secret is masked as %s, also inside JSON, and the rest is shown", (_, form) => {
  fc.assert(
    fc.property(secretText, around, fc.boolean(), (text, before, isInside) => {
      const said = isInside ? inJson(form(text)) : form(text);
      expect(new Redactor([text]).line(`${before}${said}>`)).toBe(`${before.trimStart()}***>`);
    }),
  );
});

test.each(["user:key-4711/x", "abc:key-4711/x", "key-4711/x and more"])(
  "a secret is masked in the base64 of %j",
  (text) => {
    const said = new Redactor(["key-4711/x"]).line(`no ${base64Of(text)}`);
    // of the base64 around it, the length is of no concern
    expect(said.replace(/\w*\*\*\*\w*=*/, "***")).toBe("no ***");
  },
);

test.each<[string, (text: string) => string]>([
  ["bytes of a buffer", (text) => JSON.stringify(Buffer.from(text)).replace(/^.*\[|\].*$/g, "")],
  ["numbered bytes", (text) => JSON.stringify(new Uint8Array(Buffer.from(text))).replace(/^\{"0":|\}$/g, "")],
  ["numbered signs", (text) => JSON.stringify({ ...[...text] }).replace(/^\{"0":"|"\}$/g, "")],
  ["signs", (text) => JSON.stringify([...text]).slice(2, -2)],
  ["signs of a list", (text) => JSON.stringify([...text])],
  ["hexadecimal signs of a list", (text) => JSON.stringify([...hexOf(text)])],
  ["C", (text) => `0x${pairsOf(text).join(", 0x")}`],
  ["a number", (text) => `0x${hexOf(text)}`],
  ["groups of eight digits", (text) => hexOf(text).replace(/.{8}(?=.)/g, "$& ")],
  ["C#", (text) => pairsOf(text).join(", (byte)0x")],
  ["groups", (text) => hexOf(text).replace(/.{4}(?=.)/g, "$& ")],
  ["UTF-16", (text) => littleEnd(text).toString("hex")],
  ["UTF-16, the other end first", (text) => bigEnd(text).toString("hex")],
  ["UTF-16 in base64", (text) => littleEnd(text).toString("base64")],
  ["UTF-16 in base64, the other end first", (text) => bigEnd(text).toString("base64")],
  ["UTF-16 in numbers", (text) => littleEnd(text).join(", ")],
])("a key of ASCII, from the environment or from Terraform, is masked as %s, and the rest is shown", (_, form) => {
  const key = fc.string({ unit: fc.constantFrom(..."abcXYZ019-_."), minLength: 8, maxLength: 40 });
  fc.assert(
    fc.property(key, fc.constantFrom("<", "| [", "is {"), (text, before) => {
      for (const redactor of [new Redactor([text]), ofTerraform(text)]) {
        // what begins a number or a list, and zeros of UTF-16, say nothing
        const line = redactor
          .line(`${before}${form(text)}>`)
          .replace(/(?:0x|00|0, |A|\[")?\*{3}(?:00|, 0|A*=*|"\])?/, "***");
        expect(line).toBe(`${before}***>`);
      }
    }),
  );
});

const long = "key-of-24-characters-0123";

test.each<[secrets: readonly string[], said: string, line: string]>([
  // a part of at least 12 characters and half of it
  [[long], "a 24-characters- b f-24-charact", "a *** b f-24-charact"],
  [[long], "twice: key-of-24-charkey-of-24-char", "twice: ******"],
  [["key-with-18-chars!"], "no key-with-18-", "no ***"],
  [["key-with-18-chars!"], "no key-with-18", "no key-with-18"],
  [["short-key"], "no short-ke", "no short-ke"],
  // several lines, a short one as a word, and one beside a longer one that begins like it
  [["line one\nline two"], "<line one\nline two>, <line one line two>", "<***>, <***>"],
  [["ab"], "no ab, about", "no ***, about"],
  [["sk-9fA7", "sk-9fA7-more"], "no sk-9fA7-more, no sk-9fA7", "no ***, no ***"],
])("of the secrets %j, %j shows no part by which they can be guessed", (secrets, said, line) => {
  expect(new Redactor(secrets).line(said)).toBe(line);
});

test("a part of at least 12 characters and half of a secret is masked, wherever it begins", () => {
  const secret = fc.string({ unit: fc.constantFrom(..."ab-1"), minLength: 12, maxLength: 80 });
  fc.assert(
    fc.property(secret, fc.nat(), fc.nat(), (secret, begin, more) => {
      const spare = secret.length - Math.max(12, Math.ceil(secret.length / 2));
      const start = begin % (spare + 1);
      const end = secret.length - (more % (spare - start + 1));
      expect(new Redactor([secret]).line(`<${secret.slice(start, end)}>`)).toBe("<***>");
    }),
  );
});

test.each([
  ["x secret-k", "x ***"],
  ["x secret-key s", "x *** ***"],
  ["x c2VjcmV0LW", "x ***"],
  ["x other", "x other"],
  ["x \u00e4secret\ufffd", "x \u00e4***"],
])("a secret is masked where a text was cut within it: %j", (said, line) => {
  expect(new Redactor(["secret-key"]).line(said, true)).toBe(line);
});

test.each([
  ["hunter2-hunter2, no 'hunter2-hunter2'!", "***, no '***'!"],
  ["hunter2-hunter23 and xhunter2-hunter2", "hunter2-hunter23 and xhunter2-hunter2"],
  ["near select *\nfrom (a): syntax", "near ***: syntax"],
])("what else may be sensitive is masked as whole words where it stands as it is: %j", (said, line) => {
  const values = ["hunter2-hunter2", "select *\nfrom (a)"];
  expect(new Redactor(["secret-key"], maybeSensitive(requestOf(creates[0]), values)).line(said)).toBe(line);
});

const pem = fc
  .array(fc.base64String({ minLength: 64, maxLength: 64 }), { minLength: 1, maxLength: 4 })
  .map((lines) => ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n"));
const awkward = fc
  .string({
    unit: fc.constantFrom(..."abcXYZ019\"'\\\n\t<>&/%+ \u00e4\u2603\u{1f7e2}"),
    minLength: 16,
    maxLength: 80,
  })
  .map((text) => text.replace(/\s+/g, " ").trim())
  .filter((text) => text.length >= 16);
const sources: Readonly<Record<string, (text: string) => Redactor>> = {
  "the environment": (text) => new Redactor(["secret-key", text]),
  Terraform: (text) => new Redactor(["secret-key"], maybeSensitive(requestOf(creates[0]), [{ any: [text] }])),
  "a header in the code": (text) => {
    const fields = { auth_workflow_headers: [{ name: "X-Any", value: text }] };
    return new Redactor(["secret-key"], maybeSensitive({ ...requestOf(creates[0]), fields }, []));
  },
};

/** All parts of 16 characters that a text has, as one line, or of another length. */
const partsOf = (text: string, length = 16) => {
  const line = text.replace(/\s+/g, " ");
  return Array.from({ length: Math.max(0, line.length - length + 1) }, (_, at) => line.slice(at, at + length));
};

test.each(Object.keys(sources).flatMap((source) => Object.keys(echoes).map((echo) => [source, echo] as const)))(
  "no 16 characters in a row are shown of a text from %s that is repeated as %s, however it is cut",
  (source, echo) => {
    fc.assert(
      fc.property(fc.oneof(pem, awkward), fc.nat(), fc.boolean(), (text, cut, isCut) => {
        const said = echoes[echo]?.(text) ?? "";
        const shown = isCut ? said.slice(0, cut % (said.length + 1)) : said;
        const line = sources[source]?.(text).line(shown, isCut) ?? "";

        expect(partsOf(text).filter((part) => line.includes(part))).toEqual([]);
        const encoded = echoes[echo]?.(text).replace(/^.*?received[\\"]*:|^<p>|^b'/, "") ?? "";
        const isReadable = (part: string) => /^[\w/+-]+$/.test(part) && text.includes(part);
        expect(partsOf(encoded).filter((part) => isReadable(part) && line.includes(part))).toEqual([]);
        // codes of a few bytes, and what stands between them
        expect(partsOf(encoded, 96).filter((part) => line.includes(part))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);

describe("a text is masked as it is beside a secret, though most are printed before any mask is made", () => {
  // of a longer one, parts would be masked, too
  const decoy = "QVW";
  const unit = fc.constantFrom(..."abcdeXYZ019-_/+=%&\\\"' \u00e4\u2603\u{1f7e2}");
  const secret = fc.oneof(
    fc.string({ unit, minLength: 1, maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."ab1"), minLength: 1, maxLength: 40 }),
  );
  const bytesAs = (code: string) => (text: string) => hexOf(text).replace(/../g, (byte) => code + byte);
  const ways = [...Object.values(forms), bytesAs("%"), bytesAs("\\x"), (text: string) => base64Of(`u:${text}`)];
  const piece = fc.record({
    which: fc.nat(),
    from: fc.nat(),
    length: fc.oneof(fc.constant(99), fc.nat({ max: 18 })),
    ways: fc.array(fc.constantFrom(...ways), { minLength: 1, maxLength: 2 }),
    before: fc.string({ unit, maxLength: 6 }),
  });

  test.each(["the environment", "Terraform"])("of %s", (source) => {
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1 }), fc.array(piece, { minLength: 1 }), (secrets, pieces) => {
        const partOf = ({ which, from, length }: (typeof pieces)[number]) => {
          const text = secrets[which % secrets.length] ?? "";
          return text
            .slice(from % text.length)
            .slice(0, length)
            .toWellFormed();
        };
        const said = pieces.map((each) => each.before + each.ways.reduce((text, way) => way(text), partOf(each)));
        // no secret has the full stop, so none reaches from the text to the decoy
        const text = `${said.join("").trim()}.`;
        // of a longer one, the end is not printed
        fc.pre(text.length < 1_900);
        const of = (...more: string[]) =>
          source === "Terraform"
            ? new Redactor(["secret-key", ...more], { texts: secrets, find: () => ({ texts: secrets, known: "" }) })
            : new Redactor([...secrets, ...more]);
        expect(of(decoy).line(`${text} ${decoy}`)).toBe(`${of().line(text)} ***`);
      }),
      { numRuns: 500 },
    );
  });

  test("because no byte of a reading stands for more characters than it says", () => {
    const coded = fc.array(
      fc.oneof(unit, fc.constantFrom("\\u00e4", "\\ud83d\\udfe2", "\\U00000041", "&#0000065;", "%41")),
    );
    fc.assert(
      fc.property(coded, (parts) => {
        for (const reading of decodingsOf(parts.join("")) ?? []) {
          const widths = Array.from(reading.bytes, (_, index) => reading.endOf(index) - reading.startOf(index));
          expect(Math.max(0, ...widths)).toBeLessThanOrEqual(reading.widest);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("beside a long sensitive text, and short ones", () => {
  const columns = Array.from({ length: 200 }, (_, index) => `  sum(amount_${index}) as revenue_of_day_${index},`);
  const sql = ["select user_id,", ...columns, "from orders", "where experiment = 'checkout_button'"].join("\n");
  const short = ["true", "null", "10", "2026", "1.5", "50 %", "error", "USER", "By day", "us-east", "value", "hunter2"];
  const redactor = new Redactor(["secret-key"], maybeSensitive(requestOf(creates[0]), [sql, short]));

  test.each(ordinaryMessages)("%j stands as it is, and a line of the text after it is masked", (words) => {
    const without = new Redactor(["secret-key"]).line(words);
    expect(redactor.line(words)).toBe(without);
    const both = redactor.line(`${words}; sum(amount_17) as revenue_of_day_17, hunter2`);
    expect(both.slice(0, without.length + 1)).toBe(`${without};`);
    expect(both.slice(without.length + 1)).toMatch(/^ ?\*\*\*,? ?\*\*\*$/);
  });
});

/** Most bytes in which a secret is looked for. A text that says more is read in part. */
const MOST_READ = 2_097_152;
const bytesToRead = (text: string) => (decodingsOf(text) ?? []).reduce((sum, { bytes }) => sum + bytes.length, 0);

test("however many encodings a long text mixes, what is read of it has a bound, and its secret is masked", () => {
  const codes =
    '%5c|\\u0025|+|&amp;|&#37|\\"|=3d|%u0025|\\045|73 65 73 65 |c2VjcmV0|JTVj|25356337|115,101,115,92,|a-b-c-d|3d3d';
  const mixed = fc.array(fc.constantFrom(...codes.split("|")), { minLength: 8, maxLength: 24 });
  fc.assert(
    fc.property(mixed, fc.constantFrom("", " "), (parts, between) => {
      const text = parts.join(between);
      const long = text.repeat(16_384 / text.length);
      expect(bytesToRead(long)).toBeLessThanOrEqual(MOST_READ);
      expect(decodingsOf(long.slice(0, 1_024))).toBeDefined();
      expect(new Redactor(["secret-key"]).line(`secret-key ${long} secret-key`)).toMatch(
        /^\*\*\* (?:(?!secret-key).)*$/,
      );
    }),
    { numRuns: 10 },
  );
});

test.each<[string, string]>([
  ["one sign", "x".repeat(100_000)],
  ["equal lines", "select a from b where c\n".repeat(4_000)],
  ["signs of every encoding", '%5c\\u0025+&amp;\\"'.repeat(6_000)],
])(
  "a text of %s, repeated, is masked, and read in a number of ways that has a bound",
  (_, text) => {
    expect(bytesToRead(text.slice(0, 16_384))).toBeLessThanOrEqual(MOST_READ);
    expect(new Redactor([text]).line(text)).toMatch(/^\*\*\*… \(\d+ characters\)$/);
    const sensitive = maybeSensitive(requestOf(creates[0]), [text]);
    expect(new Redactor([], sensitive).line(text)).toMatch(/^\*\*\*… \(\d+ characters\)$/);
    expect(new Redactor([], sensitive).line(JSON.stringify({ text }))).toMatch(
      /^\W*text\W*\*\*\*… \(\d+ characters\)$/,
    );
  },
  120_000,
);

describe("a line", () => {
  test("of ordinary words stands as it is", () => {
    const words =
      "The metric source 'orders' of experiment checkout_button was not found: groups[0].size 50% (max. 100) & more, see https://docs.example/api?id=4711 \\d+ =/ #1";
    const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
    const key = fc.string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 60 });
    const lines = fc.array(fc.constantFrom(...words.split(" ")), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(lines, fc.array(key, { minLength: 1, maxLength: 3 }), (line, keys) => {
        expect(new Redactor(keys).line(line.join(" "))).toBe(line.join(" "));
      }),
    );
  });

  test("has no control characters, no escapes and no line breaks", () => {
    const signs = ["\u001b", "[", "]", "\u0007", "\n", "\r", "\u009b", "\u202e", "\u2028", "\ud800", "m"];
    const unit = fc.oneof(fc.constantFrom(...signs), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        expect(new Redactor([]).line(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007", "click"],
    ["a\r\nb\tc  d", "a b c d"],
    ["gr\u00fcn \u{1f469}\u200d\u{1f467}", "gr\u00fcn \u{1f469}\u200d\u{1f467}"],
    ["a\u200bb\u202ec", "a\\u200bb\\u202ec"],
    // no command to a CI system
    ["::error file=app.js::broken", "\\u003a\\u003aerror file=app.js\\u003a\\u003abroken"],
  ])("%j is printed as %j", (text, line) => {
    expect(new Redactor([]).line(text)).toBe(line);
  });

  test("is cut off after 2000 characters, once its secrets are masked, and says how many there were", () => {
    const redactor = new Redactor(["secret-key"]);

    expect(redactor.line("x".repeat(2_000))).toBe("x".repeat(2_000));
    expect(redactor.line("x".repeat(2_001))).toBe(`${"x".repeat(2_000)}… (2001 characters)`);
    expect(redactor.line(`${"x".repeat(1_999)}\u{1f7e2}`).isWellFormed()).toBe(true);
    expect(redactor.line(`${"x".repeat(1_995)}secret-key${"x".repeat(100)}`)).toMatch(/^x+\*\*\*xx…/);
    expect(redactor.line(`${"x".repeat(4_090)}secret-key`)).toMatch(/^x+… \(4100 characters\)$/);
  });
});
