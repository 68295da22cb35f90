import type { Doc, FieldRow } from "../../lib/report/document";
import { toMarkdown } from "../../lib/report/markdown";
import { code, fenced, plain } from "../../lib/report/markdown-text";
import { hostileTexts } from "../review/samples";

const said = (words: string): Doc => ({ node: "words", words });
const LIMIT = 3_000;

const long = "x".repeat(900);

/** A choice, whose text is also its name, with forms that are shorter. */
const choice = (name: string, whole: string, ...shorter: string[]): Extract<Doc, { node: "choice" }> => ({
  node: "choice",
  name,
  whole: [said(whole)],
  shorter: () => shorter.map((each) => [said(each)]),
});

test("a choice is the first state that has room; what has none is counted and named", () => {
  const docs = ["a", "b", "c"].map((name) => choice(`entity ${name}`, name + long, `short ${name}`));
  const more = ["a", "b", "c"].map((name) => choice(`entity ${name}`, long));
  const text = toMarkdown([...docs, ...more], { limit: LIMIT });

  expect(text).toMatch(/^ax+\n\nshort b\n\nshort c\n\n\*\*3 left out for length\*\* \(entity a, entity b, entity c\)/);
  expect(text.length).toBeLessThanOrEqual(LIMIT);
});

test("what must stand has its room before what may, and a choice no more than its share", () => {
  const may = choice("may", `may ${long}`);
  const must: Doc = { ...choice("must", `must ${long}`, `must ${long.slice(300)}`), must: true };
  expect(toMarkdown([may, must], { limit: LIMIT })).toMatch(/^must x{900}\n\n\*\*1 left out for length\*\* \(may\)/);
  expect(toMarkdown([may, { ...must, share: 0.25 }], { limit: LIMIT })).toMatch(/^must x{600}\n\n\*\*1 left out/);
});

test("values stand in a table, and a long text is folded unless it is alone", () => {
  const sql: FieldRow = { label: "sql", text: { before: "one\ntwo", after: "one\nthree" } };
  const tags: FieldRow = { label: "tags", after: { value: ["a|b", 1] } };
  const text = (...rows: FieldRow[]) => toMarkdown([{ node: "fields", heads: ["was", "is"], rows }], { limit: LIMIT });
  const diff = "```diff\n one\n-two\n+three\n```\n";

  expect(text(tags, sql)).toBe(
    `| field | is |\n|---|---|\n| tags | <code>&#91;&#34;a&#124;b&#34;, 1&#93;</code> |\n\n<details><summary><code>sql</code> +1 −1</summary>\n\n${diff}\n</details>\n`,
  );
  expect(text(sql)).toBe(`<code>sql</code>\n\n${diff}`);
});

test("no value ends what it stands in, or means anything to Markdown or HTML", () => {
  const docs = hostileTexts.map((text): Doc => {
    const rows = [{ label: text, before: { value: text }, after: { own: `${text}.` } }];
    const body: Doc[] = [
      { node: "fields", heads: ["a", "b"], rows },
      { node: "fold", title: text, body: [said(text)] },
    ];
    return { node: "entry", id: text, title: { strong: text }, tags: [{ pill: text, tone: "bad" }], place: text, body };
  });
  const outsideCode = toMarkdown(docs, { limit: 90_000 }).replace(/`[^`\n]*`/g, "");

  expect(outsideCode.match(/<(?!\/?(code|details|summary|br)\b)/g)).toBeNull();
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
