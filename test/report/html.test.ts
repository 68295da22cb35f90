import type { Doc } from "../../lib/report/document";
import { toHtml } from "../../lib/report/html";
import { pageStyle } from "../../lib/report/page-style";

const pageOf = (...docs: Doc[]) => toHtml(docs, { title: "a" }).replace(/<style>.*<\/style>/s, "");

test("a page is one file that fetches nothing, runs nothing, and takes no value for anything but text", () => {
  const text = "</style></bdi><script>alert(1)</script>\u202e";
  const body: Doc[] = [
    {
      node: "list",
      items: [text, { code: text }, { copy: text }, { to: text, words: text }, { id: text, words: text }],
    },
    { node: "table", look: "grid", label: text, heads: [text], rows: [[text]] },
    { node: "bars", rows: [{ caption: "", parts: [{ percent: 200, label: text, colour: 7 }] }] },
    { node: "diff", label: text, after: "line\n".repeat(50_000) },
  ];
  const page = toHtml(
    [
      { node: "part", look: "head", title: text, icon: "info", body: [{ node: "words", words: text }], meta: [text] },
      { node: "part", look: "card", id: text, title: text, tags: [text], meta: [text], body },
    ],
    { title: text },
  );

  expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page.match(/<(script|img|link|iframe)|href="(?!#)/g)).toBeNull();
  expect(page.match(/\u202e/)).toBeNull();
  expect(page.match(/&#60;script/g)?.length).toBeGreaterThan(14);
  expect(page).toContain('<i class="c1" style="width:100.00%">');
  expect(page).toMatch(/<details class="more">.*⋯ 49,000 more lines, \+49000: see --format json/s);
  expect(pageStyle.length).toBeLessThan(20_000);
});

test("nothing is no text of that name, a line break inside a text is seen, and one at its end is not", () => {
  const page = pageOf({
    node: "list",
    items: [{ nothing: "none" }, "none", { code: '"none"' }, "a\nb\n"],
  });
  expect(page).toContain('<li><em class="quiet">none</em></li><li>none</li>');
  expect(page).toContain("&#34;none&#34;");
  expect(page).toContain("<li>a<br>b</li>");
});

test("what stands left of an arrow stays there, whatever is written around it", () => {
  const page = pageOf({ node: "list", items: ['label "שלום" → "תודה"', "א → ב", "שלום"] });
  expect(page).toContain("label &#34;<bdi>שלום</bdi>&#34; → &#34;<bdi>תודה</bdi>&#34;");
  expect(page).toContain("<li><bdi>א</bdi> → <bdi>ב</bdi></li>");
});
