import { visibleWithTabs } from "../text/visible";
import type { Value } from "../value/value";
import {
  type Doc,
  type DocOf,
  type FieldRow,
  isRow,
  laidOut,
  type TextChange,
  usedColumn,
  usedSides,
  valueText,
  type Words,
} from "./document";
import { pageStyle } from "./page-style";
import { type DiffLine, diffOf, firstOf, linesText, withMarks } from "./text-diff";

/** How many lines of long texts a page holds that a browser opens with ease, and how many each text has at least. */
const LINES_OF_PAGE = 20_000;
const LEAST_LINES = 60;

/** How many lines of a long text are open from the start. */
const OPEN_LINES = 24;

/** Longest value that stands on one line, in characters. */
const LONGEST_FLAT = 60;

/**
 * Writes a document as one page in one file: nothing is fetched, and no script is needed to read it.
 *
 * @param options.title what the window and the bookmark are called
 */
export function toHtml(doc: readonly Doc[], { title }: { readonly title: string }): string {
  const mostLines = Math.max(LEAST_LINES, Math.floor(LINES_OF_PAGE / countLongTexts(doc)));
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${new Html(pageStyle)}</style>
</head>
<body>
<main>
${new HtmlWriter(mostLines).blocks(doc)}
</main>
</body>
</html>
`;
  return page.text;
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
      case "entry": {
        const { id, title, tags, place, body } = doc;
        const shownPlace = place !== undefined && html`<code class="place" dir="auto">${place}</code>`;
        const head = html`<header><h3>${inlineHtml(title)}</h3>${tags.map(inlineHtml)}${shownPlace}</header>`;
        return html`<article id="${id}" tabindex="-1">${head}\n${this.blocks(body)}</article>`;
      }
      case "table":
        return this.table(doc);
      case "facts":
        if (doc.facts.length === 0) return undefined;
        return html`<dl class="facts">${doc.facts.map(
          ([name, words]) => html`<dt>${name}</dt><dd>${inlineHtml(words)}</dd>`,
        )}</dl>`;
      case "fields":
        return this.fields(doc);
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
        return shareBar(doc);
      case "only":
        return doc.media.includes("html") && this.blocks(doc.body);
    }
  }

  /** One that is wider than the screen scrolls by itself, and the page stays. */
  private table({ label, heads, rows }: DocOf<"table">): Html | undefined {
    if (rows.length === 0) return undefined;
    const isUsed = usedColumn(rows);
    const count = (this.labels.get(label) ?? 0) + 1;
    this.labels.set(label, count);
    const name = count === 1 ? label : `${label} (${count})`;
    const lines = rows.map((row) => {
      const [first, ...rest] = row.filter(isUsed).map(inlineHtml);
      return html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>\n`;
    });
    const table = html`<table>${headRow(heads.filter(isUsed))}<tbody>${lines}</tbody></table>`;
    return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
  }

  /** What changes, in two columns with headings, or in one. */
  private fields({ heads, rows }: DocOf<"fields">): Html | undefined {
    if (rows.length === 0) return undefined;
    const sides = usedSides(rows);
    const width = Math.max(1, sides.length);
    const shownHeads = sides.length === 0 ? ["text"] : sides.map((side) => heads[side === "before" ? 0 : 1]);
    const cellsOf = (row: FieldRow) => {
      if ("text" in row) {
        return html`<td class="text" colspan="${width}">${this.longText(row.text, rows.length === 1)}</td>`;
      }
      return sides.map((side) => html`<td>${row[side] === undefined ? NONE : inlineHtml(row[side])}</td>`);
    };
    const lines = rows.map((row) => html`<tr><th scope="row">${ownText(row.label)}</th>${cellsOf(row)}</tr>\n`);
    const head = headRow(["field", ...shownHeads]);
    return html`<table class="fields${width === 1 && " one"}">${head}<tbody>${lines}</tbody></table>`;
  }

  private longText({ before = "", after = "", isUnsent }: TextChange, isAlone: boolean): Html {
    const lines = diffOf(before, after);
    const shown = withMarks(firstOf(lines, this.mostLines));
    const left = lines.length - shown.length;
    const rest = left > 0 && html`<span class="skip">⋯ ${left} more lines: see --format json</span>`;
    const block = html`${isUnsent && html`<span class="quiet">no longer sent</span>`}<pre>${shown.map(lineHtml)}${rest}</pre>`;
    return lines.length <= OPEN_LINES ? block : foldedPart(`a long text: ${linesText(lines)}`, block, isAlone);
  }
}

const itemClasses = { plain: "plain", risk: "plain risk", note: "plain", call: "plain call", inline: "row" } as const;

const lineClasses = { "+": "add", "-": "cut", "@": "skip", " ": "same" } as const;

function lineHtml({ sign, text, parts }: DiffLine): Html {
  const mark = (part: string) => (sign === "+" ? html`<ins>${part}</ins>` : html`<del>${part}</del>`);
  const marked = parts?.map((part) => (part.isMarked ? mark(part.text) : part.text)) ?? text;
  return html`<span class="${lineClasses[sign]}" dir="auto">${sign === "@" ? "⋯" : sign} ${marked}</span>`;
}

/** Words with their marks, as they stand in a line of a page. */
function inlineHtml(words: Words): PagePart {
  if (typeof words === "string") return words;
  if (isRow(words)) return words.map(inlineHtml);
  if ("own" in words) return ownText(words.own);
  if ("code" in words) return html`<code dir="auto">${words.code}</code>`;
  if ("value" in words) return valueHtml(words.value);
  if ("pill" in words) return html`<span class="pill ${words.tone}">${words.pill}</span>`;
  if ("strong" in words) return html`<strong>${inlineHtml(words.strong)}</strong>`;
  if ("quiet" in words) return html`<span class="quiet">${inlineHtml(words.quiet)}</span>`;
  if ("id" in words) return html`<span id="${words.id}">${inlineHtml(words.words)}</span>`;
  return html`<a href="#${words.to}">${inlineHtml(words.words)}</a>`;
}

/** A value, with a line for each of its parts where it is too long for one. */
function valueHtml(value: Value): Html {
  const text = valueText(value);
  const isSplit = text.length > LONGEST_FLAT && typeof value === "object";
  // the line breaks are meant
  const lines = isSplit
    ? laidOut(value)
        .split("\n")
        .map((line, index) => [index > 0 && new Html("\n"), line])
    : text;
  return html`<code dir="auto">${lines}</code>`;
}

function headRow(heads: readonly string[]): Html {
  return html`<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>`;
}

/** A list with one item below the other; undefined without any. */
function htmlList(items: readonly PagePart[], className: string): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<ul class="${className}">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/** What is folded until a reader asks for it; on paper, it is open. */
function foldedPart(summary: PagePart, body: PagePart, isOpen = false): Html {
  return html`<details${isOpen && html` open`}><summary>${summary}</summary>${body}</details>`;
}

/** How many colours there are beside each other; see the styles. */
const COLOUR_COUNT = 6;

/** The least percentage of a bar in which a label can be read. */
const ROOM = 12;

/** A bar of shares. Those that add up to more than 100 fit in, too. It is for the eye alone: words beside it say the same. */
function shareBar({ parts, caption }: DocOf<"bar">): Html {
  const sum = parts.reduce((total, { percent }) => total + percent, 0);
  const bar = html`<div class="bar" aria-hidden="true">${parts.map(({ percent, label, colour, isPlanned }) => {
    const width = (Math.max(0, percent) / Math.max(100, sum)) * 100;
    const shade = colour === undefined ? "share" : `c${colour % COLOUR_COUNT}`;
    return html`<i class="${isPlanned ? "planned" : shade}" style="width:${width.toFixed(2)}%">${width >= ROOM && label}</i>`;
  })}</div>`;
  return caption === undefined ? bar : html`<div class="bars" aria-hidden="true"><span>${caption}</span>${bar}</div>`;
}

/** A name or a value of a user's, which keeps its own direction of writing. */
function ownText(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Text that is HTML already. */
class Html {
  constructor(readonly text: string) {}
}

/** What may stand in HTML; texts are escaped, and false and undefined are nothing. */
type PagePart = Html | string | number | false | undefined | readonly PagePart[];

/** HTML with values in it: each is escaped, and nothing in it acts on the page or misleads a reader. */
function html(texts: TemplateStringsArray, ...parts: readonly PagePart[]): Html {
  return new Html(texts.reduce((all, text, index) => `${all}${partText(parts[index - 1])}${text}`));
}

function partText(part: PagePart): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(partText).join("") : escapedHtml(String(part));
}

function escapedHtml(text: string): string {
  return visibleWithTabs(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Stands where one of two columns has nothing. */
const NONE = html`<span class="quiet">none</span>`;
