import type { BarPart, Tone } from "./document";
import { type Html, html, type PagePart } from "./html-text";

/** A name or a value of a user's, which keeps its own direction of writing. */
export function ownText(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** A few words that are seen at once. */
export function pill(tone: Tone, text: string): Html {
  return html`<span class="pill ${tone}">${text}</span>`;
}

/** A list with one item below the other; undefined without any. */
export function htmlList(items: readonly PagePart[], className = "plain"): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<ul class="${className}">${items.map((item) => html`<li>${item}</li>`)}</ul>`;
}

export interface TableContent {
  /** What the table is of, for those who do not see where it stands. */
  readonly label: string;
  readonly heads: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly PagePart[])[];
}

/** A table. One that is wider than the screen scrolls by itself, and the page stays. */
export function htmlTable({ label, heads, rows }: TableContent): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table><thead><tr>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
  )}</tbody></table></div>`;
}

export interface CardContent {
  /** The fragment by which links lead here. */
  readonly id: string;
  readonly title: PagePart;
  readonly pills?: readonly Html[];
  /** Where it is declared. */
  readonly place?: string;
  readonly body: PagePart;
}

/** One entity: its name, what is seen at once, and the rest. */
export function htmlCard({ id, title, pills = [], place, body }: CardContent): Html {
  return html`<article id="${id}" tabindex="-1"><header><h3>${title}</h3>${pills}${
    place === undefined ? undefined : html`<code class="place" dir="auto">${place}</code>`
  }</header>
${body}</article>
`;
}

/** What is folded until a reader asks for it; on paper, it is open. */
export function foldedPart(summary: PagePart, body: PagePart, isOpen = false): Html {
  return html`<details${isOpen ? html` open` : undefined}><summary>${summary}</summary>${body}</details>`;
}

/** How many colours there are beside each other; see the styles. */
const COLOUR_COUNT = 6;

/** A bar of shares. Those that add up to more than 100 fit in, too. It is for the eye alone: words beside it say the same. */
export function shareBar(parts: readonly BarPart[], caption?: string): Html {
  const whole = Math.max(
    100,
    parts.reduce((sum, { percent }) => sum + percent, 0),
  );
  const bar = html`<div class="bar" aria-hidden="true">${parts.map(({ percent, label, colour, isPlanned }) => {
    const width = (Math.max(0, percent) / whole) * 100;
    return html`<i class="${isPlanned ? "planned" : barColour(colour)}" style="width:${width.toFixed(2)}%">${width < ROOM ? undefined : label}</i>`;
  })}</div>`;
  return caption === undefined ? bar : html`<div class="bars" aria-hidden="true"><span>${caption}</span>${bar}</div>`;
}

/** The class of a colour in bars. */
function barColour(colour: BarPart["colour"]): string {
  return colour === undefined ? "share" : `c${colour % COLOUR_COUNT}`;
}

/** The least percentage of a bar in which a label can be read. */
const ROOM = 12;
