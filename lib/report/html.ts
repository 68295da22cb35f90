import { type Doc, usedColumn } from "./document";
import { fieldsHtml } from "./html-fields";
import { htmlPage } from "./html-page";
import { Html, html, type PagePart } from "./html-text";
import { inlineHtml } from "./html-words";
import { foldedPart, htmlCard, htmlList, htmlTable, shareBar } from "./page-parts";

export interface HtmlOptions {
  /** What the window and the bookmark are called. */
  readonly title: string;
}

/** How many lines of long texts a page holds that a browser opens with ease, and how many each text has at least. */
const LINES_OF_PAGE = 20_000;
const LEAST_LINES = 60;

/** Writes a document as one page in one file: nothing is fetched, and no script is needed to read it. */
export function toHtml(doc: readonly Doc[], { title }: HtmlOptions): string {
  const mostLines = Math.max(LEAST_LINES, Math.floor(LINES_OF_PAGE / countLongTexts(doc)));
  return htmlPage({ title, body: html`${new HtmlWriter(mostLines).blocks(doc)}` });
}

function countLongTexts(docs: readonly Doc[]): number {
  return docs.reduce((sum, doc) => {
    if (doc.node === "fields") return sum + doc.rows.filter((row) => "text" in row).length;
    if (doc.node === "choice") return sum + countLongTexts(doc.whole);
    return "body" in doc ? sum + countLongTexts(doc.body) : sum;
  }, 0);
}

class HtmlWriter {
  /** How many tables of a name there are: those who hear a page tell them by it. */
  private readonly labels = new Map<string, number>();

  /** @param mostLines how many lines of a long text are shown */
  constructor(private readonly mostLines: number) {}

  blocks(docs: readonly Doc[]): Html[] {
    return docs.map((doc) => html`${this.block(doc)}\n`);
  }

  private block(doc: Doc): PagePart {
    switch (doc.node) {
      case "verdict":
        return html`<h1${doc.tone !== "quiet" && html` class="${doc.tone}"`}>${inlineHtml(doc.words)}</h1>${doc.about.map(
          (about) => html`\n<p class="quiet">${inlineHtml(about)}</p>`,
        )}`;
      case "section": {
        const { title, level, body, id, tone } = doc;
        const [open, close] = [new Html(`<h${level}>`), new Html(`</h${level}>`)];
        const attributes = html`${id && html` id="${id}"`}${tone && html` class="callout ${tone}"`}`;
        return html`<section${attributes}>${open}${inlineHtml(title)}${close}\n${this.blocks(body)}</section>`;
      }
      case "entry":
        return htmlCard({
          id: doc.id,
          title: inlineHtml(doc.title),
          pills: doc.tags.map((tag) => html`${inlineHtml(tag)}`),
          ...(doc.place === undefined ? {} : { place: doc.place }),
          body: this.blocks(doc.body),
        });
      case "table":
        return this.table(doc);
      case "facts":
        if (doc.facts.length === 0) return undefined;
        return html`<dl class="facts">${doc.facts.map(
          ([name, words]) => html`<dt>${name}</dt><dd>${inlineHtml(words)}</dd>`,
        )}</dl>`;
      case "fields":
        return fieldsHtml(doc, this.mostLines);
      case "words":
        return html`<p>${inlineHtml(doc.words)}</p>`;
      case "items":
        return htmlList(doc.items.map(inlineHtml), itemClasses[doc.of]);
      case "fold":
        return foldedPart(inlineHtml(doc.title), this.blocks(doc.body), doc.isOpen);
      case "choice":
        return this.blocks(doc.whole);
      case "index":
        return html`<nav aria-label="${doc.label}">${htmlList(doc.items.map(inlineHtml), "row")}</nav>`;
      case "bar":
        return shareBar(doc.parts, doc.caption);
      case "only":
        return doc.media.includes("html") ? this.blocks(doc.body) : undefined;
    }
  }

  private table({ label, heads, rows }: Extract<Doc, { node: "table" }>): Html | undefined {
    if (rows.length === 0) return undefined;
    const isUsed = usedColumn(rows);
    const count = (this.labels.get(label) ?? 0) + 1;
    this.labels.set(label, count);
    return htmlTable({
      label: count === 1 ? label : `${label} (${count})`,
      heads: heads.filter(isUsed),
      rows: rows.map((row) => row.filter(isUsed).map(inlineHtml)),
    });
  }
}

const itemClasses = { plain: "plain", risk: "plain risk", note: "plain", call: "plain call", inline: "row" } as const;
