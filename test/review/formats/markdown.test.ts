import { riskNames } from "../../../lib/protocol/risk-names";
import { code, fenced, plain } from "../../../lib/report/markdown-text";
import { markdownOf } from "../../../lib/review/formats/markdown";
import type { Change } from "../../../lib/review/model";
import { anUpdate, aReview, hostileTexts } from "../samples";

test("a review is a verdict, the risks, and for each entity its call, a table of values, and long texts folded", () => {
  const fields = [
    { path: "allocation", before: 50, after: 25 },
    { path: "tags", after: ["a|b"] },
    { path: "sequentialTesting", before: true, isUnsent: true as const },
    { path: "hypothesis", before: "one\ntwo", after: "one\nthree" },
  ];
  const text = markdownOf(aReview([anUpdate({ fields })], { notes: ["a *note*"] }));

  expect(text).toMatch(
    /^\*\*Not ready: 1 risk in 1 change .*\n\nstack checkout\n\n1 to update: 1 call; nothing is deleted/,
  );
  expect(text).toContain("- experiment checkout_button: ⚠️ `running-groups`\n\nTo decide: ");
  expect(text).toContain("**update** experiment **checkout_button** (`checkout/button`)");
  expect(text).toContain("`POST /console/v1/experiments/checkout_button`");
  expect(text).toContain('- ⚠️ `running-groups`: group "control" resized');
  expect(text).toContain("\n| allocation | `50` | `25` |\n| tags |  | <code>&#91;&#34;a&#124;b&#34;&#93;</code> |\n");
  expect(text).toContain("| `true` | `(no longer sent)` |");
  expect(text).toMatch(/<details>.*hypothesis.*\n\n```diff\n one\n-two\n\+three\n```\n\n<\/details>/);
  expect(text).toContain("- a &#42;note&#42;");
});

test("a review whose risks are all acknowledged asks for no decision", () => {
  const risks = anUpdate().risks.map((risk) => ({ ...risk, acknowledged: true }));
  expect(markdownOf(aReview([anUpdate({ risks })]))).not.toContain("To decide");
});

test("no value ends what it stands in, or means anything to Markdown or HTML", () => {
  const changes = hostileTexts.map((text) =>
    anUpdate({ name: text, construct: text, fields: [{ path: "description", before: text, after: `${text}.` }] }),
  );
  const text = markdownOf(aReview(changes, { notes: [...hostileTexts] }));
  const outsideCode = text.replace(/`[^`\n]*`/g, "");

  expect(outsideCode.match(/<(?!\/?(code|details|summary|br)\b)/g)).toBeNull();
  // platforms look for what they link after entities are read
  const read = outsideCode
    .replace(/<code>.*?<\/code>/g, "")
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

test("a review is no longer than a comment may be: it says what was left out, and never leaves out a risk", () => {
  const changes = Array.from({ length: 2_000 }, (_, index) =>
    anUpdate({ name: `experiment_${index}_${"x".repeat(80)}`, construct: `checkout/${index}` }),
  );
  const stack = { notes: Array.from({ length: 100 }, (_, index) => `note ${index}`), name: "s".repeat(5_000) };
  const text = markdownOf(aReview(changes, stack));
  const shown = text.match(/^\*\*update\*\*/gm)?.length ?? 0;

  // room for the mark by which a pipeline finds its comment
  expect(text.length).toBeLessThanOrEqual(65_536 - 100);
  expect(text).toMatch(/^- ⚠️ `running-groups`: 2000 \(experiment experiment_0_x+…, .* and 1990 more\)$/m);
  expect(shown).toBeGreaterThan(100);
  expect(text).toMatch(
    new RegExp(
      `\\*\\*Left out for its length:\\*\\* ${2_000 - shown} changed entities \\(.*\\); see \`review --format html\`\\.`,
    ),
  );
  expect(text).toContain("- … and 80 notes more");

  const few = markdownOf(aReview(changes.slice(0, 30)));
  expect(few.match(/^- experiment .*: ⚠️ `running-groups`$/gm)).toHaveLength(30);

  const noted = markdownOf(aReview([anUpdate()], { notes: Array.from({ length: 30 }, () => "*".repeat(2_000)) }));
  expect(noted.length).toBeLessThan(65_536);
  expect(noted).toMatch(/^\*\*Not ready: .*`running-groups`.*- … and 26 notes more/s);
});

test("new entities that are alike are the rows of a table, as far as it fits, with what is sent of them folded", () => {
  const created = (index: number): Change =>
    anUpdate({
      action: "create",
      name: `e|${index}`,
      construct: `a/${index}`,
      risks: [],
      fields: [{ path: "a", after: index }],
    });
  const text = (count: number) => markdownOf(aReview(Array.from({ length: count }, (_, index) => created(index))));

  expect(text(5)).not.toContain("| name |");
  expect(text(6)).toContain("**create** 6 experiments\n\n| name |");
  expect(text(6)).toContain("| e&#124;0 |  | `a/0` | 1 |");
  expect(text(6)).toContain("**e&#124;0**\n\n| field | new |\n|---|---|\n| a | `0` |");
  expect(text(1_000)).toMatch(/\| e&#124;999 \|.*\n\nWhat is sent does not fit here/);
  const many = text(5_000);
  const rows = many.match(/^\| e&#124;/gm)?.length ?? 0;
  expect(many.length).toBeLessThan(65_536);
  expect(rows).toBeGreaterThan(1_000);
  expect(many).toContain(`**Left out for its length:** ${5_000 - rows} changed entities (experiment e&#124;${rows}, `);
});

test("a shorter limit is kept, too, and names every risk", () => {
  const risks = riskNames.map((name) => ({ name, text: "x", acknowledged: false }));
  const changes = Array.from({ length: 500 }, (_, index) =>
    anUpdate({ name: `experiment_${"`".repeat(90)}${index}`, risks }),
  );
  const text = markdownOf({ ...aReview(changes) }, { limit: 16_384 });

  expect(text.length).toBeLessThanOrEqual(16_384);
  expect(riskNames.filter((name) => !text.includes(`\`${name}\`: 500`))).toEqual([]);
});

test("a text that does not fit is left out before its entity is", () => {
  const sql = (mark: string) => Array.from({ length: 6_000 }, (_, index) => `${mark} ${index}`).join("\n");
  const text = markdownOf(aReview([anUpdate({ fields: [{ path: "sql", before: sql("a"), after: sql("b") }] })]));

  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text).toContain("sql: a long text changed");
  expect(text).toContain("Long texts are left out where they do not fit; see `review --format html`.");
});

test("what starts never takes the place of the risks", () => {
  const long = "word ".repeat(199);
  const after = { hypothesis: long, primaryMetrics: [{ name: long }] };
  const starting = Array.from({ length: 20 }, (_, index) =>
    anUpdate({ name: `start_${index}`, risks: [], transition: "starts", whole: { before: {}, after } }),
  );
  const risky = Array.from({ length: 330 }, (_, index) =>
    anUpdate({ name: `an_experiment_with_a_longer_name_${index}` }),
  );

  const text = markdownOf(aReview([...starting, ...risky]));
  expect(text).toContain("#### 330 risks\n\n- experiment an_experiment_with_a_longer_name_0: ");
  expect(text.length).toBeLessThan(65_536);
});
