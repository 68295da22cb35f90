import type { Doc } from "../../lib/report/document";
import { toMarkdown } from "../../lib/report/markdown";
import { code, fenced, plain } from "../../lib/report/markdown-text";
import { hostileTexts } from "../review/samples";

const said = (words: string): Doc => ({ node: "words", words });
const LIMIT = 3_000;

const long = "x".repeat(900);

test("a choice is the first state that has room; what has none is counted and named", () => {
  const docs = ["a", "b", "c"].map(
    (name): Doc => ({
      node: "choice",
      name: `entity ${name}`,
      whole: [said(name + long)],
      shorter: () => [[said(`short ${name}`)]],
    }),
  );
  const text = toMarkdown(
    [...docs, ...docs.map((doc) => ({ ...doc, whole: [said(long)], shorter: () => [] }) as Doc)],
    {
      limit: LIMIT,
    },
  );

  expect(text).toMatch(/^ax+\n\nshort b\n\nshort c\n\n\*\*3 left out for length\*\* \(entity a, entity b, entity c\)/);
  expect(text.length).toBeLessThanOrEqual(LIMIT);
});

test("what must stand has its room before what may, and a choice no more than its share", () => {
  const may: Doc = { node: "choice", name: "may", whole: [said(`may ${long}`)], shorter: () => [] };
  const must: Doc = {
    node: "choice",
    name: "must",
    must: true,
    whole: [said(`must ${long}`)],
    shorter: () => [[said(`must ${long.slice(300)}`)]],
  };
  expect(toMarkdown([may, must], { limit: LIMIT })).toMatch(/^must x{900}\n\n\*\*1 left out for length\*\* \(may\)/);
  expect(toMarkdown([may, { ...must, share: 0.25 }], { limit: LIMIT })).toMatch(/^must x{600}\n\n\*\*1 left out/);
});

test("values stand in a table, and a long text is folded unless it is alone", () => {
  const fields = (...rows: Extract<Doc, { node: "fields" }>["rows"]): Doc => ({
    node: "fields",
    heads: ["was", "is"],
    rows,
  });
  const sql = { label: "sql", text: { before: "one\ntwo", after: "one\nthree" } };
  const text = toMarkdown([fields({ label: "tags", after: { value: ["a|b", 1] } }, sql)], { limit: LIMIT });

  expect(text).toContain("| field | is |\n|---|---|\n| tags | <code>&#91;&#34;a&#124;b&#34;, 1&#93;</code> |");
  expect(text).toContain(
    "<details><summary><code>sql</code> +1 −1</summary>\n\n```diff\n one\n-two\n+three\n```\n\n</details>",
  );
  expect(toMarkdown([fields(sql)], { limit: LIMIT })).not.toContain("details");
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

test.each([
  ["a*b", "`a*b`"],
  ["a`b", "<code>a&#96;b</code>"],
  [" a", "<code> a</code>"],
  ["", "<code></code>"],
])("code: %j", (text, expected) => {
  expect(code(text)).toBe(expected);
});

test("a fence is longer than any inside", () => {
  expect(fenced("a ```` b", "diff")).toBe("`````diff\na ```` b\n`````");
});
