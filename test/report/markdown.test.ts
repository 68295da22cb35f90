import type { Doc } from "../../lib/report/document";
import { toMarkdown } from "../../lib/report/markdown";
import { code, fenced, plain } from "../../lib/report/markdown-text";
import { valueWords } from "../../lib/report/value-text";
import { hostileTexts } from "../review/samples";

const said = (words: string): Doc => ({ node: "words", words });
const LIMIT = 3_000;

const long = "x".repeat(900);

/** A card with a fold in it. */
const card = (name: string, body: readonly string[], fold: readonly string[]): Doc => ({
  node: "part",
  look: "card",
  title: name,
  body: body.map(said),
  foot: [{ node: "part", look: "fold", title: "more", body: fold.map(said) }],
});

test("cards are whole as long as there is room, then without their folds, then a line each, then counted", () => {
  const cards = [
    card("one", ["body 1"], [long]),
    card("two", ["body 2"], [long, long]),
    card("three", [long, long], ["f"]),
    card("four", [], []),
  ];
  const text = toMarkdown(cards, { limit: LIMIT });
  expect(text).toMatch(/^one\n\nbody 1\n\n<details>.*x{900}.*<\/details>\n\ntwo\n\nbody 2\n\nthree\n\nfour\n/s);

  const head: Doc = { node: "part", look: "head", title: "Verdict", icon: "info", body: [] };
  const many = Array.from({ length: 300 }, (_, index) => card(`card ${index}`, [long], ["f"]));
  const short = toMarkdown([head, ...many], { limit: LIMIT });
  expect(short.length).toBeLessThanOrEqual(LIMIT);
  expect(short).toMatch(/^### ℹ️ Verdict\n\ncard 0\n\nx{900}\n.*\n\ncard 9\n\ncard 10\n/s);
  expect(short).toMatch(/\n\n\*\*\d+ left out here for length\*\*: see the page, `--format html`\.\n$/);
});

test("what is to be pasted always stands, and of a list as many lines as have room", () => {
  const copies: Doc = { node: "list", items: [{ copy: "accept a" }, { copy: "accept b" }] };
  const items = Array.from({ length: 50 }, (_, index) => `${index} ${"y".repeat(100)}`);
  const text = toMarkdown(
    [
      card("one", [long, long, long], []),
      { node: "list", items },
      { node: "part", look: "fold", isLines: true, title: "all", body: [copies] },
    ],
    { limit: LIMIT },
  );
  expect(text).toMatch(/^one\n\n- 0 y.*\n\n… and \d\d more: see the page\n\nall\n\n```\naccept a\naccept b\n```\n$/s);
});

test("values stand in a table, and a long text is folded", () => {
  const rows = [
    ["tags", valueWords(["a|b", 1])],
    ["gate", { nothing: "none" }],
    ["name", valueWords("none")],
  ];
  const docs: Doc[] = [
    { node: "table", look: "fields", label: "f", heads: ["field", "is"], rows },
    { node: "diff", label: "sql", before: "one\ntwo", after: "one\nthree" },
  ];
  expect(toMarkdown(docs, { limit: LIMIT })).toBe(
    '| field | is |\n|---|---|\n| tags | <code>&#91;&#34;a&#124;b&#34;, 1&#93;</code> |\n| gate | _none_ |\n| name | `"none"` |\n\n' +
      "<details><summary>sql +1 −1</summary>\n\n```diff\n one\n-two\n+three\n```\n\n</details>\n",
  );
});

test("bars stand in a block of code as in a terminal, with what is beside and below them", () => {
  const row = {
    parts: [
      { percent: 50, colour: 1 },
      { percent: 50, look: "rest" },
    ],
    end: { strong: "half" },
  } as const;
  const rows = [
    { ...row, caption: { to: "a", words: "cart" }, below: "Gift note: 50 %" },
    { ...row, caption: "search" },
  ];
  expect(toMarkdown([{ node: "bars", look: "layers", rows }], { limit: LIMIT }).split("\n")).toEqual([
    "```",
    `cart    ${"▓".repeat(20)}${"·".repeat(20)}  half`,
    "        Gift note: 50 %",
    `search  ${"▓".repeat(20)}${"·".repeat(20)}  half`,
    "```",
    "",
  ]);
});

test("no value ends what it stands in, or means anything to Markdown or HTML", () => {
  const docs = hostileTexts.map((text): Doc => {
    const body: Doc[] = [
      {
        node: "table",
        look: "fields",
        label: text,
        heads: ["f", "a", "b"],
        rows: [[text, { code: text }, `${text}.`]],
      },
      { node: "part", look: "fold", title: text, body: [said(text)] },
      { node: "bars", rows: [{ caption: text, parts: [{ percent: 5, label: text, look: "open" }] }] },
      {
        node: "part",
        look: "box",
        title: text,
        tags: [{ tag: text }],
        body: [{ node: "list", items: [{ to: text, words: text }] }],
      },
    ];
    return { node: "part", look: "row", id: text, title: { strong: text }, tags: [{ tag: text }], meta: [text], body };
  });
  const outsideCode = toMarkdown(docs, { limit: 190_000 }).replace(/```[\s\S]*?```|`[^`\n]*`/g, "");

  expect(outsideCode.match(/<(?!\/?(code|details|summary|br|b|i|sub)>)/g)).toBeNull();
  // platforms look for what they link after entities are read
  const read = outsideCode
    .replace(/<code>.*?<\/code>|<summary>.*?<\/summary>/g, "")
    .replace(/&#(\d+);/g, (_, sign) => String.fromCodePoint(Number(sign)));
  expect(read.match(/@\w|#1|:tada:|www\.|GH-1|https:/g)).toBeNull();
  expect(outsideCode.match(/\[link\]|~~/g)).toBeNull();
  const rows = outsideCode.split("\n").filter((line) => line.startsWith("|"));
  expect(rows).toHaveLength(3 * hostileTexts.length);
  for (const row of rows) expect(row.match(/\|/g)).toHaveLength(4);
});

test.each([
  ["a_b and _c_", "a_b and &#95;c&#95;"],
  ['one (two), it\'s "three": four', 'one (two), it\'s "three": four'],
  ["1 + 1 :x: @you #3, !4", "1 &#43; 1 `:x:` `@you` `#3`, `!4`"],
  ['(see "www.evil.com", GH-12 and', '(see "`www.evil.com`", `GH-12` and'],
  [
    "https://x.example/y. a@b.example: 1a2b3c4 |@x|",
    "`https://x.example/y`. `a@b.example:` `1a2b3c4` <code>&#124;&#64;x&#124;</code>",
  ],
  ["planned 22:36 UTC, :100: and 1:tada:", "planned 22&#58;36 UTC, `:100:` and `1:tada:`"],
  ["##vso[x]y a\u00adb \\", "\\u0023\\u0023vso&#91;x&#93;y a\\u00adb &#92;"],
])("plain text: %s", (text, expected) => {
  expect(plain(text)).toBe(expected);
});

test("a value as code keeps its blanks and ends nothing, and a fence is longer than any inside", () => {
  expect(["a*b", "a`b", " a", ""].map(code)).toEqual([
    "`a*b`",
    "<code>a&#96;b</code>",
    "<code> a</code>",
    "<code></code>",
  ]);
  expect(fenced("a ```` b", "diff")).toBe("`````diff\na ```` b\n`````");
});
