import type { Doc } from "../../lib/report/document";
import { toHtml } from "../../lib/report/html";

test("a page is one file that fetches nothing, runs nothing, and takes no value for anything but text", () => {
  const text = "</style></bdi><script>alert(1)</script>\u202e";
  const body: Doc[] = [
    { node: "items", of: "plain", items: [text] },
    { node: "table", label: text, heads: [text], rows: [[text]] },
    { node: "bar", parts: [{ percent: 200, label: text, colour: 7 }] },
    { node: "fields", heads: ["a", "b"], rows: [{ label: "sql", text: { after: "line\n".repeat(50_000) } }] },
  ];
  const page = toHtml(
    [
      { node: "verdict", words: { own: text }, tone: "quiet", about: [text] },
      { node: "entry", id: text, title: text, tags: [text], place: text, body },
    ],
    { title: text },
  );

  expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page.match(/<(script|img|link|iframe)/g)).toBeNull();
  expect(page.match(/\u202e/)).toBeNull();
  expect(page.match(/&#60;script/g)).toHaveLength(12);
  expect(page).toContain('<i class="c1" style="width:100.00%">');
  expect(/<th scope="col">text<.*<details open>.*⋯ \d+ more lines: see --format json/s.test(page)).toBe(true);
});
