import { type Doc, isRow, usedColumn, type Words } from "./document";
import { htmlPage } from "./html-page";
import { Html, html, type PagePart } from "./html-text";
import { htmlCard, htmlList, htmlTable, pill, shareBar } from "./page-parts";

export interface HtmlOptions {
  /** What the window and the bookmark are called. */
  readonly title: string;
}

/** Writes a document as one page in one file: nothing is fetched, and no script is needed to read it. */
export function toHtml(doc: readonly Doc[], { title }: HtmlOptions): string {
  return htmlPage({ title, body: html`${blocksHtml(doc)}` });
}

function blocksHtml(docs: readonly Doc[]): Html[] {
  return docs.map((doc) => html`${docHtml(doc)}\n`);
}

function docHtml(doc: Doc): PagePart {
  switch (doc.node) {
    case "verdict":
      return html`<h1${doc.tone !== "quiet" && html` class="${doc.tone}"`}>${inlineHtml(doc.words)}</h1>${doc.about.map(
        (about) => html`\n<p class="quiet">${inlineHtml(about)}</p>`,
      )}`;
    case "section": {
      const { title, level, body, id, tone } = doc;
      const [open, close] = [new Html(`<h${level}>`), new Html(`</h${level}>`)];
      const attributes = html`${id && html` id="${id}"`}${tone && html` class="callout ${tone}"`}`;
      return html`<section${attributes}>${open}${inlineHtml(title)}${close}\n${blocksHtml(body)}</section>`;
    }
    case "entry":
      return htmlCard({
        id: doc.id,
        title: inlineHtml(doc.title),
        pills: doc.tags.map((tag) => html`${inlineHtml(tag)}`),
        ...(doc.place === undefined ? {} : { place: doc.place }),
        body: blocksHtml(doc.body),
      });
    case "table":
      return table(doc);
    case "facts":
      return html`<dl class="facts">${doc.facts.map(
        ([name, words]) => html`<dt>${name}</dt><dd>${inlineHtml(words)}</dd>`,
      )}</dl>`;
    case "items":
      return htmlList(doc.items.map(inlineHtml), doc.of === "inline" ? "row" : "plain");
    case "index":
      return html`<nav aria-label="${doc.label}">${htmlList(doc.items.map(inlineHtml), "row")}</nav>`;
    case "bar":
      return shareBar(doc.parts);
    case "only":
      return doc.media.includes("html") ? blocksHtml(doc.body) : undefined;
  }
}

function table({ label, heads, rows }: Extract<Doc, { node: "table" }>): Html | undefined {
  if (rows.length === 0) return undefined;
  const isUsed = usedColumn(rows);
  return htmlTable({
    label,
    heads: heads.filter(isUsed),
    rows: rows.map((row) => row.filter(isUsed).map(inlineHtml)),
  });
}

function inlineHtml(words: Words): PagePart {
  if (typeof words === "string") return words;
  if (isRow(words)) return words.map(inlineHtml);
  if ("own" in words) return html`<bdi>${words.own}</bdi>`;
  if ("code" in words) return html`<code dir="auto">${words.code}</code>`;
  if ("pill" in words) return pill(words.tone, words.pill);
  if ("strong" in words) return html`<strong>${inlineHtml(words.strong)}</strong>`;
  if ("quiet" in words) return html`<span class="quiet">${inlineHtml(words.quiet)}</span>`;
  if ("id" in words) return html`<span id="${words.id}">${inlineHtml(words.words)}</span>`;
  return html`<a href="#${words.to}">${inlineHtml(words.words)}</a>`;
}
