import { visibleWithTabs } from "../text/visible";
import type { BarPart } from "./document";

/** Text that is HTML already. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in HTML; texts are escaped, and false and undefined are nothing. */
export type PagePart = Html | string | number | false | undefined | readonly PagePart[];

/** HTML with values in it: each is escaped, and nothing in it acts on the page or misleads a reader. */
export function html(texts: TemplateStringsArray, ...parts: readonly PagePart[]): Html {
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

/** A name or a value of a user's, which keeps its own direction of writing. */
export function ownText(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** A list with one item below the other; undefined without any. */
export function htmlList(items: readonly PagePart[], className: string): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<ul class="${className}">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

/**
 * A table. One that is wider than the screen scrolls by itself, and the page stays.
 *
 * @param label what the table is of, for those who do not see where it stands
 * @param rows the first cell of each is its heading
 */
export function htmlTable(label: string, heads: readonly string[], rows: readonly (readonly PagePart[])[]): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
  )}</tbody></table></div>`;
}

/** What is folded until a reader asks for it; on paper, it is open. */
export function foldedPart(summary: PagePart, body: PagePart, isOpen = false): Html {
  return html`<details${isOpen && html` open`}><summary>${summary}</summary>${body}</details>`;
}

/** How many colours there are beside each other; see the styles. */
const COLOUR_COUNT = 6;

/** The least percentage of a bar in which a label can be read. */
const ROOM = 12;

/** A bar of shares. Those that add up to more than 100 fit in, too. It is for the eye alone: words beside it say the same. */
export function shareBar(parts: readonly BarPart[], caption?: string): Html {
  const sum = parts.reduce((total, { percent }) => total + percent, 0);
  const bar = html`<div class="bar" aria-hidden="true">${parts.map(({ percent, label, colour, isPlanned }) => {
    const width = (Math.max(0, percent) / Math.max(100, sum)) * 100;
    const shade = colour === undefined ? "share" : `c${colour % COLOUR_COUNT}`;
    return html`<i class="${isPlanned ? "planned" : shade}" style="width:${width.toFixed(2)}%">${width >= ROOM && label}</i>`;
  })}</div>`;
  return caption === undefined ? bar : html`<div class="bars" aria-hidden="true"><span>${caption}</span>${bar}</div>`;
}
