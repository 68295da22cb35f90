import { htmlPage } from "../../lib/report/html-page";
import { html } from "../../lib/report/html-text";
import { htmlCard, htmlList, htmlTable, ownText, shareBar } from "../../lib/report/page-parts";

test("a page is one file that fetches nothing, runs nothing, and takes no value for anything but text", () => {
  const text = "</style></bdi><script>alert(1)</script>\u202e";
  const page = htmlPage({
    title: text,
    body: html`<h1>${ownText(text)}</h1>${htmlCard({ id: "a", title: text, place: text, body: htmlList([text]) })}
${htmlTable({ label: text, heads: [text], rows: [[text, undefined]] })}${shareBar([{ percent: 200, label: text, colour: 7 }])}`,
    footer: html`${text}`,
  });

  expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
  expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
  expect(page.match(/<(script|img|link|iframe)/g)).toBeNull();
  expect(page.match(/\u202e/)).toBeNull();
  expect(page.match(/&#60;script/g)).toHaveLength(10);
  expect(page).toContain('<i class="c1" style="width:100.00%">');
});
