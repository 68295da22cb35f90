import { visibleWithTabs } from "../text/visible";
import type { Value } from "../value/value";
import { type BarPart, type BarRow, type Doc, type DocOf, isRow, type Tone, usedColumn, type Words } from "./document";
import { type Icon, icons } from "./icons";
import { directedParts, oneLine } from "./one-line";
import { pageStyle } from "./page-style";
import { type DiffLine, diffOf, firstOf, linesText, withMarks } from "./text-diff";
import { laidOut, valueText } from "./value-text";

/** How many lines of long texts a page holds that a browser opens with ease, and how many each text has at least. */
const LINES_OF_PAGE = 20_000;
const LEAST_LINES = 60;

/** How many lines of a long text are open from the start. */
const OPEN_LINES = 24;

/** Longest value that stands on one line, in characters. */
const LONGEST_FLAT = 60;

/** From how many cards on a browser lays out only those in sight: pictures of such a page have blanks. */
const MANY_CARDS = 200;

/**
 * Writes a document as one page in one file: nothing is fetched, and no script is needed to read it.
 *
 * @param options.title what the window and the bookmark are called
 */
export function toHtml(doc: readonly Doc[], { title }: { readonly title: string }): string {
  const mostLines = Math.max(LEAST_LINES, Math.floor(LINES_OF_PAGE / countOf(doc, ({ node }) => node === "diff")));
  const isMany = countOf(doc, (each) => each.node === "part" && each.look === "card") >= MANY_CARDS;
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
<main${isMany && html` class="many"`}>
${new HtmlWriter(mostLines).blocks(doc, 2)}
</main>
</body>
</html>
`;
  return page.text;
}

function countOf(docs: readonly Doc[], isCounted: (doc: Doc) => boolean): number {
  return docs.reduce((sum, doc) => {
    const inside = doc.node === "part" ? [...doc.body, ...(doc.aside ?? []), ...(doc.foot ?? [])] : [];
    return sum + Number(isCounted(doc)) + countOf(inside, isCounted);
  }, 0);
}

class HtmlWriter {
  /** How many tables of a name there are: those who hear a page tell them by it. */
  private readonly labels = new Map<string, number>();

  /** @param mostLines how many lines of a long text are shown */
  constructor(private readonly mostLines: number) {}

  /** @param level of the headings in them */
  blocks(docs: readonly Doc[], level: number): Html[] {
    return docs.map((doc) => html`${this.block(doc, level)}\n`);
  }

  private block(doc: Doc, level: number): PagePart {
    switch (doc.node) {
      case "head":
        return headHtml(doc);
      case "part":
        return this.part(doc, level);
      case "words":
        return html`<p>${inlineHtml(doc.words)}</p>`;
      case "list": {
        const items = doc.items.map((item) => html`<li>${inlineHtml(item)}</li>`);
        return items.length > 0 && html`<ul${doc.isInline && html` class="row"`}>${items}</ul>`;
      }
      case "table":
        return this.table(doc);
      case "bars":
        return barsHtml(doc);
      case "diff":
        return this.diff(doc);
    }
  }

  private part(doc: DocOf<"part">, level: number): Html {
    const { look, title, body, id, tone, icon, count } = doc;
    const place = id !== undefined && html` id="${id}"`;
    const tones = tone !== undefined && tone !== "quiet" && html` ${tone}`;
    const heading = (words: PagePart) => html`${new Html(`<h${level}>`)}${words}${new Html(`</h${level}>`)}`;
    const number = count !== undefined && html` <span class="count">${count}</span>`;
    switch (look) {
      case "section":
        return html`<section${place}>${heading([inlineHtml(title), number])}\n${this.blocks(body, level + 1)}</section>`;
      case "fold":
        return foldHtml(inlineHtml(title), this.blocks(body, level), place);
      case "strip":
        return html`<div class="strip${tones}"${place}>${icon && iconHtml(icon)}<div><p>${inlineHtml(title)}</p>${this.blocks(body, level)}</div></div>`;
      case "box":
        return html`<div class="box${tones}"${place}>${heading([icon && iconHtml(icon, tone), html`<span>${inlineHtml(title)}</span>`, tagsHtml(doc)])}\n${this.blocks(body, level + 1)}</div>`;
      case "card":
        return html`<article class="card${tones}"${place} tabindex="-1"><header>${cardHead(doc, heading)}</header>${this.cardBody(doc, level + 1)}</article>`;
      case "row":
        return html`<details class="card fold${tones}"><summary>${cardHead(doc, heading)}</summary><div class="in"${place}>${this.cardBody(doc, level + 1)}</div></details>`;
    }
  }

  private cardBody({ body, aside = [], foot = [] }: DocOf<"part">, level: number): PagePart {
    const main = body.length > 0 && html`<div class="main">\n${this.blocks(body, level)}</div>`;
    const beside = aside.length > 0 && html`<div class="aside">\n${this.blocks(aside, level)}</div>`;
    return [
      (main || beside) && html`<div class="cols${!(main && beside) && " one"}">${main}${beside}</div>`,
      foot.length > 0 && html`<footer>${this.blocks(foot, level)}</footer>`,
    ];
  }

  /** One that is wider than the screen scrolls by itself, and the page stays. */
  private table({ look, label, heads, rows }: DocOf<"table">): Html | undefined {
    if (rows.length === 0) return undefined;
    if (look === "facts" || look === "choices") {
      const pairs = rows.map(([name = "", ...words]) => {
        return html`<div><dt>${inlineHtml(name)}</dt><dd>${words.map(inlineHtml)}</dd></div>\n`;
      });
      return html`<dl class="${look}">${pairs}</dl>`;
    }
    const isUsed = look === "fields" ? () => true : usedColumn(rows);
    const lines = rows.map((row) => rowHtml(row, heads, isUsed));
    const head = html`<thead><tr>${heads.filter(isUsed).map((each) => html`<th scope="col">${inlineHtml(each)}</th>`)}</tr></thead>`;
    const table = html`<table class="${look}">${head}<tbody>${lines}</tbody></table>`;
    const count = (this.labels.get(label) ?? 0) + 1;
    this.labels.set(label, count);
    const name = count === 1 ? label : `${label} (${count})`;
    return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0">${table}</div>`;
  }

  private diff({ label, before = "", after = "" }: DocOf<"diff">): Html {
    const lines = diffOf(before, after);
    const shown = withMarks(firstOf(lines, this.mostLines));
    const left = lines.length - shown.length;
    const rest = left > 0 && html`<span class="skip">⋯ ${left} more lines: see --format json</span>`;
    const block = html`<pre>${shown.map(lineHtml)}${rest}</pre>`;
    if (lines.length <= OPEN_LINES) return html`<figure><figcaption>${inlineHtml(label)}</figcaption>${block}</figure>`;
    return foldHtml([inlineHtml(label), `: a long text, ${linesText(lines)}`], block);
  }
}

function headHtml({ words, tone, icon, lead = [], about }: DocOf<"head">): Html {
  const leads = lead.map((each) => html`<p class="lead">${inlineHtml(each)}</p>`);
  const basis =
    about.length > 0 && html`<p class="about">${about.map((each) => html`<span>${inlineHtml(each)}</span> `)}</p>`;
  return html`<header class="head ${tone}"><div class="badge">${iconHtml(icon)}</div><div><h1>${inlineHtml(words)}</h1>${leads}${basis}</div></header>`;
}

function cardHead(doc: DocOf<"part">, heading: (words: PagePart) => Html): PagePart {
  const { title, icon, tone, meta = [] } = doc;
  const below =
    meta.length > 0 && html`<p class="meta">${meta.map((each) => html`<span>${inlineHtml(each)}</span> `)}</p>`;
  return [icon && iconHtml(icon, tone), html`<div>${heading(inlineHtml(title))}${below}</div>`, tagsHtml(doc)];
}

function tagsHtml({ tags = [] }: DocOf<"part">): PagePart {
  return tags.length > 0 && html`<span class="tags">${tags.map((tag) => html`${inlineHtml(tag)} `)}</span>`;
}

function rowHtml(
  row: readonly Words[],
  heads: readonly Words[],
  isUsed: (cell: unknown, column: number) => boolean,
): Html {
  const [first, ...rest] = row.filter(isUsed).map(inlineHtml);
  if (row.length === 1 && heads.length > 1) {
    const width = heads.filter(isUsed).length;
    return html`<tr class="group"><th scope="rowgroup" colspan="${width}">${first}</th></tr>\n`;
  }
  return html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>\n`;
}

const lineClasses = { "+": "add", "-": "cut", "@": "skip", " ": "same" } as const;

function lineHtml({ sign, text, parts }: DiffLine): Html {
  const mark = (part: string) => (sign === "+" ? html`<ins>${part}</ins>` : html`<del>${part}</del>`);
  const marked = parts?.map((part) => (part.isMarked ? mark(part.text) : part.text)) ?? text;
  return html`<span class="${lineClasses[sign]}" dir="auto">${sign === "@" ? "⋯" : sign} ${marked}</span>`;
}

/** Words with their marks, as they stand in a line of a page. */
function inlineHtml(words: Words): PagePart {
  if (typeof words === "string") return directedHtml(words);
  if (isRow(words)) return words.map(inlineHtml);
  if ("own" in words) return ownHtml(words.own);
  if ("code" in words) return html`<code dir="auto">${words.code}</code>`;
  if ("copy" in words) return html`<code class="copy" dir="auto">${words.copy}</code>`;
  if ("value" in words) return valueHtml(words.value);
  if ("nothing" in words) return html`<em class="quiet">${words.nothing}</em>`;
  if ("strong" in words) return html`<strong>${inlineHtml(words.strong)}</strong>`;
  if ("quiet" in words) return html`<span class="quiet">${inlineHtml(words.quiet)}</span>`;
  if ("tag" in words) return html`<span class="tag${words.tone && ` ${words.tone}`}">${inlineHtml(words.tag)}</span>`;
  if ("lines" in words) return words.lines.map((line, index) => [index > 0 && new Html("<br>"), inlineHtml(line)]);
  if ("icon" in words) return iconHtml(words.icon, words.tone);
  if ("swatch" in words) return html`<i class="swatch c${words.swatch % COLOUR_COUNT}"></i>`;
  if ("mini" in words)
    return html`<span class="mini" aria-hidden="true">${words.mini.map((parts) => barHtml(parts))}</span>`;
  if ("id" in words) return html`<span id="${words.id}">${inlineHtml(words.words)}</span>`;
  if ("to" in words) return html`<a class="in" href="#${words.to}">${inlineHtml(words.words)}</a>`;
  return /^https?:\/\//.test(words.href)
    ? html`<a href="${words.href}">${inlineHtml(words.words)}</a>`
    : inlineHtml(words.words);
}

/** A value, with a line for each of its parts where it is too long for one. */
function valueHtml(value: Value): Html {
  const text = valueText(value);
  const isSplit = text.length > LONGEST_FLAT && typeof value === "object" && !Array.isArray(value);
  // the line breaks are meant
  const lines = isSplit
    ? laidOut(value)
        .split("\n")
        .map((line, index) => [index > 0 && new Html("\n"), line])
    : text;
  return html`<code dir="auto">${lines}</code>`;
}

function iconHtml(icon: Icon, tone?: Tone): Html {
  const name = tone === undefined || tone === "quiet" ? "icon" : `icon ${tone}`;
  return html`<svg class="${name}" viewBox="0 0 16 16" aria-hidden="true">${new Html(icons[icon].path)}</svg>`;
}

/** What is folded until a reader asks for it; on paper, it is open. */
function foldHtml(summary: PagePart, body: PagePart, place: PagePart = false): Html {
  return html`<details class="more"${place}><summary>${summary}</summary>${body}</details>`;
}

/** How many colours there are beside each other; see the styles. */
const COLOUR_COUNT = 6;

/** How much of a bar a letter takes, in percent. */
const LETTER = 1.75;

function barsHtml({ look, words, ticks = [], rows }: DocOf<"bars">): Html | undefined {
  if (rows.length === 0) return undefined;
  const caption = words !== undefined && html`<figcaption>${inlineHtml(words)}</figcaption>`;
  const place = (at: number) => new Html(`left:${at.toFixed(1)}%`);
  const scale =
    ticks.length > 0 &&
    html`<div class="r scale"><span></span><span class="ticks">${ticks.map(({ at, words: tick, isNow }) => html`<i${isNow && html` class="now"`} style="${place(at)}">${tick}</i>`)}</span><span></span></div>`;
  // what stands beside a layer or an end is said nowhere else
  const hidden = look === undefined && html` aria-hidden="true"`;
  return html`<figure class="bars${look && ` ${look}`}">${caption}<div${hidden}>${scale}${rows.map(barRow)}</div></figure>`;
}

function barRow({ caption, parts, end, below }: BarRow): Html {
  const beside = end !== undefined && html`<span class="end">${inlineHtml(end)}</span>`;
  const under = below !== undefined && html`<span class="below">${inlineHtml(below)}</span>`;
  const isAlone = caption === "";
  const before = !isAlone && html`<span class="cap">${inlineHtml(caption)}</span>`;
  return html`<div class="r${isAlone && " one"}">${before}${barHtml(parts)}${beside}${under}</div>\n`;
}

/** Shares that add up to more than 100 fit in, too. */
function barHtml(parts: readonly BarPart[]): Html {
  const sum = parts.reduce((total, { percent }) => total + percent, 0);
  return html`<span class="bar" aria-hidden="true">${parts.map(({ percent, label = "", colour = 0, look }) => {
    const width = (Math.max(0, percent) / Math.max(100, sum)) * 100;
    const shade = look ?? `c${colour % COLOUR_COUNT}`;
    return html`<i class="${shade}" style="width:${width.toFixed(2)}%">${width >= label.length * LETTER && oneLine(label)}</i>`;
  })}</span>`;
}

/** A name or a text of a user's: what stands left of an arrow stays there. */
function ownHtml(text: string): PagePart {
  const lines = oneLine(text, "\n").split("\n");
  return lines.map((line, index) => {
    const parts = directedHtml(line);
    return [index > 0 && new Html("<br>"), line.includes("→") ? parts : html`<bdi>${parts}</bdi>`];
  });
}

/** A text whose parts keep their own direction of writing. */
function directedHtml(text: string): PagePart {
  return directedParts(text).map((part, index) => (index % 2 === 1 ? html`<bdi>${part}</bdi>` : part));
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
