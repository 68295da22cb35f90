import { createColors } from "picocolors";
import type { Doc, Words } from "../../lib/report/document";
import { toHtml } from "../../lib/report/html";
import { toMarkdown } from "../../lib/report/markdown";
import { toText } from "../../lib/report/text";

function formsOf(words: Words): readonly string[] {
  const doc: Doc[] = [
    { node: "list", items: [words] },
    { node: "part", look: "fold", title: words, body: [{ node: "words", words: "b" }] },
  ];
  const html = toHtml(doc, { title: "a" }).replace(/^.*<main>\n|\n<\/main>.*$/gs, "");
  return [html, toMarkdown(doc, { limit: 20_000 }), toText(doc, { colours: createColors(false), width: 80 })];
}

test("a link leads to its page on pages and in Markdown, also in a title, and is plain words in text", () => {
  const href = "https://a.example/b_c/d)e|f`g*h'i%20j#L1";
  const safe = "https://a.example/b_c/d%29e%7Cf%60g%2Ah%27i%20j#L1";
  const [html, markdown, text] = formsOf({ href, words: { code: "x]" } });
  expect(html?.match(/<a href="([^"]*)"><code dir="auto">x\]<\/code><\/a>/g)).toHaveLength(2);
  expect(html).toContain(`href="${safe}"`);
  expect(markdown).toBe(
    `- [\`x]\`](${safe})\n\n<details><summary><a href="${safe}"><code>x&#93;</code></a></summary>\n\nb\n\n</details>\n`,
  );
  expect(text).toBe("- x]\nx]:\n  b\n");
});

test.each([
  "javascript:alert(1)//https://a.example",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "//a.example/b",
  "experiments/a.yaml",
  "https://ann:secret@a.example/b",
  "https://a.example/b?c=d",
  "https://",
  "",
])("what is no address of a page, such as %j, is plain words", (href) => {
  expect(formsOf({ href, words: "x" })).toEqual(formsOf("x"));
});
