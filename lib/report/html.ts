import { visibleWithTabs } from "../text/visible";
import {
  type BarPart,
  type BarRow,
  type Doc,
  type DocOf,
  isRow,
  rawText,
  said,
  type Tone,
  usedColumns,
  type Words,
} from "./document";
import { webAddress } from "./links";
import { pageStyle } from "./page-style";
import { type Icon, icons } from "./signs";
import { type DiffLine, diffOf, directedParts, firstOf, linesText, oneLine } from "./text-lines";

/** Most lines of a long text. */
const MOST_LINES = 1_000;

/** How many lines of a long text are open from the start. */
const OPEN_LINES = 24;

/**
 * Writes a document as one page in one file: nothing is fetched, and no script is needed to read it.
 *
 * @param options.title what the window and the bookmark are called
 */
export function toHtml(doc: readonly Doc[], { title }: { readonly title: string }): string {
  return html`<!DOCTYPE html>
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
${blocksHtml(doc, 2)}
</main>
</body>
</html>
`.text;
}

/** @param level of the headings in them */
function blocksHtml(docs: readonly Doc[], level: number): Html[] {
  return docs.map((doc) => html`${blockHtml(doc, level)}\n`);
}

function blockHtml(doc: Doc, level: number): PagePart {
  switch (doc.node) {
    case "part":
      return partHtml(doc, level);
    case "words":
      return html`<p>${inline(doc.words)}</p>`;
    case "list":
      return doc.items.length > 0 && html`<ul>${doc.items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
    case "table":
      return doc.rows.length > 0 && tableHtml(doc);
    case "facts":
      return factsHtml(doc);
    case "bars":
      return doc.rows.length > 0 && barsHtml(doc);
    case "diff":
      return diffHtml(doc);
  }
}

function partHtml(doc: DocOf<"part">, level: number): Html {
  const { look, title, body, id, tone, icon, count, meta = [] } = doc;
  const place = id !== undefined && html` id="${id}"`;
  const tones = tone !== undefined && tone !== "quiet" && html` ${tone}`;
  const heading = (words: PagePart) => html`${new Html(`<h${level}>`)}${words}${new Html(`</h${level}>`)}`;
  switch (look) {
    case "head":
      return html`<header class="head${tones}"><div class="badge">${icon && iconHtml(icon)}</div><div><h1>${inline(title)}</h1>${blocksHtml(body, level)}${metaHtml(meta)}</div></header>`;
    case "section":
      return html`<section>${heading([inline(title), count !== undefined && html` <span class="count">${count}</span>`])}\n${blocksHtml(body, level + 1)}</section>`;
    case "fold":
      return foldHtml(inline(title), blocksHtml(body, level));
    case "box":
      return html`<div class="box${tones}">${heading([icon && iconHtml(icon, tone), html`<span>${inline(title)}</span>`, tagsHtml(doc)])}\n${blocksHtml(body, level + 1)}</div>`;
    case "card":
      return html`<article class="card${tones}"${place} tabindex="-1"><header>${cardHead(doc, heading)}</header>${cardBody(doc, level + 1)}</article>`;
    case "row": {
      // a summary is pressed itself, so nothing else to press may stand in it
      const head = cardHead({ ...doc, meta: meta.filter((each) => !isLink(each)) }, heading);
      const inner = cardBody({ ...doc, body: [...meta.filter(isLink).map(said), ...body] }, level + 1);
      return html`<details class="card fold${tones}"><summary>${head}</summary><div class="in"${place}>${inner}</div></details>`;
    }
  }
}

function cardBody({ body, aside = [], foot = [] }: DocOf<"part">, level: number): PagePart {
  const main = body.length > 0 && html`<div class="main">\n${blocksHtml(body, level)}</div>`;
  const beside = aside.length > 0 && html`<div class="aside">\n${blocksHtml(aside, level)}</div>`;
  return [
    (main || beside) && html`<div class="cols">${main}${beside}</div>`,
    foot.length > 0 && html`<footer>${blocksHtml(foot, level)}</footer>`,
  ];
}

function diffHtml({ label, before = "", after = "" }: DocOf<"diff">): Html {
  const lines = diffOf(before, after);
  const block = html`<pre>${firstOf(lines, MOST_LINES).map(lineHtml)}</pre>`;
  return lines.length > OPEN_LINES
    ? foldHtml([inline(label), `: a long text, ${linesText(lines)}`], block)
    : html`<figure><figcaption>${inline(label)}</figcaption>${block}</figure>`;
}

function isLink(words: Words): boolean {
  return typeof words === "object" && "href" in words && words.href !== undefined;
}

function cardHead(doc: DocOf<"part">, heading: (words: PagePart) => Html): PagePart {
  const { title, icon, tone, meta } = doc;
  return [icon && iconHtml(icon, tone), html`<div>${heading(inline(title))}${metaHtml(meta)}</div>`, tagsHtml(doc)];
}

function metaHtml(meta: readonly Words[] = []): PagePart {
  return meta.length > 0 && html`<p class="meta">${meta.map((each) => html`<span>${inline(each)}</span> `)}</p>`;
}

function tagsHtml({ tags = [] }: DocOf<"part">): PagePart {
  return tags.length > 0 && html`<span class="tags">${tags.map((tag) => html`${inline(tag)} `)}</span>`;
}

function factsHtml({ rows, isLastFolded }: DocOf<"facts">): Html {
  const facts = rows.map(([name = "", value = ""]) => ({ name: inline(name), value: inline(value) }));
  const last = isLastFolded && facts.pop();
  const pairs = facts.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`);
  const later = last && html`<details class="later"><summary>${last.name}</summary>${last.value}</details>`;
  return html`<dl class="facts">${pairs}</dl>${later}`;
}

/** One that is wider than the screen scrolls by itself, and the page stays. */
function tableHtml(table: DocOf<"table">): Html {
  const { heads, rows } = usedColumns(table);
  const head = heads.map((each) => html`<th scope="col">${inline(each)}</th>`);
  const lines = rows.map(([first = "", ...others]) =>
    others.length === 0 && heads.length > 1
      ? html`<tr class="group"><th scope="rowgroup" colspan="${heads.length}">${inline(first)}</th></tr>\n`
      : html`<tr><th scope="row">${inline(first)}</th>${others.map((cell, index) => html`<td data-head="${rawText(heads[index + 1] ?? "")}">${inline(cell)}</td>`)}</tr>\n`,
  );
  return html`<div class="scroll" role="group" aria-label="${table.label}" tabindex="0"><table class="${table.look}"><thead><tr>${head}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

const lineClasses = { "+": "add", "-": "cut", "@": "skip", " ": "same" } as const;

function lineHtml({ sign, text }: DiffLine): Html {
  return html`<span class="${lineClasses[sign]}" dir="auto">${sign === "@" ? "⋯" : sign} ${text}</span>`;
}

/** Words with their marks, as they stand in a line of a page. */
function inline(words: Words): PagePart {
  if (typeof words === "string") return textHtml(words);
  if (isRow(words)) return words.map(inline);
  if ("lines" in words) return words.lines.map((line, index) => [index > 0 && new Html("<br>"), inline(line)]);
  if ("code" in words) return html`<code dir="auto">${words.code}</code>`;
  if ("copy" in words) return html`<code class="copy" dir="auto">${words.copy}</code>`;
  if ("nothing" in words) return html`<em class="quiet">${words.nothing}</em>`;
  if ("strong" in words) return html`<strong>${inline(words.strong)}</strong>`;
  if ("quiet" in words) return html`<span class="quiet">${inline(words.quiet)}</span>`;
  if ("tag" in words) return html`<span class="tag${words.tone && ` ${words.tone}`}">${inline(words.tag)}</span>`;
  if ("chip" in words) return html`<span class="chip ${words.tone}">${inline(words.chip)}</span>`;
  if ("icon" in words) return iconHtml(words.icon, words.tone);
  if ("swatch" in words) return html`<i class="swatch c${words.swatch % COLOUR_COUNT}"></i>`;
  if ("mini" in words) return html`<span class="mini" aria-hidden="true">${words.mini.map(barHtml)}</span>`;
  const inner = inline(words.words);
  if ("to" in words) return html`<a class="in" href="#${words.to}">${inner}</a>`;
  if ("id" in words) return html`<span id="${words.id}">${inner}</span>`;
  const address = webAddress(words.href);
  return address === undefined ? inner : html`<a href="${address}">${inner}</a>`;
}

function iconHtml(icon: Icon, tone?: Tone): Html {
  const name = tone === undefined || tone === "quiet" ? "icon" : `icon ${tone}`;
  return html`<svg class="${name}" viewBox="0 0 16 16" aria-hidden="true">${new Html(icons[icon].path)}</svg>`;
}

/** What is folded until a reader asks for it; on paper, it is open. */
function foldHtml(summary: PagePart, body: PagePart): Html {
  return html`<details class="more"><summary>${summary}</summary>${body}</details>`;
}

/** How many colours there are beside each other; see the styles. */
const COLOUR_COUNT = 6;

/** How much of a bar a letter takes, in percent. */
const LETTER = 1.75;

function barsHtml({ look, ticks = [], rows }: DocOf<"bars">): Html {
  const place = (at: number) => new Html(`left:${at.toFixed(1)}%`);
  const scale =
    ticks.length > 0 &&
    html`<div class="r scale"><span></span><span class="ticks">${ticks.map(({ at, words: tick, isNow }) => html`<i${isNow && html` class="now"`} style="${place(at)}">${tick}</i>`)}</span><span></span></div>`;
  // what stands beside a layer or an end is said nowhere else
  const hidden = look === undefined && html` aria-hidden="true"`;
  return html`<figure class="bars${look && ` ${look}`}"><div${hidden}>${scale}${rows.map(barRow)}</div></figure>`;
}

function barRow({ caption, parts, end, below }: BarRow): Html {
  const put = (name: string, words: Words = "") => words !== "" && html`<span class="${name}">${inline(words)}</span>`;
  return html`<div class="r">${put("cap", caption)}${barHtml(parts)}${put("end", end)}${put("below", below)}</div>\n`;
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

/** A text, of which each line and what is written from right to left keep their places. */
function textHtml(text: string): PagePart {
  const lines = oneLine(text, "\n").split("\n");
  return lines.map((line, index) => [
    index > 0 && new Html("<br>"),
    directedParts(line).map((part, at) => (at % 2 === 1 ? html`<bdi>${part}</bdi>` : part)),
  ]);
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
  if (typeof part === "object") return part.map(partText).join("");
  return visibleWithTabs(String(part)).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
