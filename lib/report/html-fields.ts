import { type Doc, type FieldRow, type TextChange, usedSides } from "./document";
import { type Html, html } from "./html-text";
import { inlineHtml } from "./html-words";
import { foldedPart, ownText } from "./page-parts";
import { type DiffLine, diffOf, firstOf, linesText, withMarks } from "./text-diff";

/** How many lines of a long text are open from the start. */
const OPEN_LINES = 24;

/**
 * What changes, in two columns with headings.
 *
 * @param mostLines how many lines of a long text are shown
 */
export function fieldsHtml({ heads, rows }: Extract<Doc, { node: "fields" }>, mostLines: number): Html | undefined {
  if (rows.length === 0) return undefined;
  const sides = usedSides(rows);
  const width = Math.max(1, sides.length);
  const shownHeads = sides.length === 0 ? ["text"] : sides.map((side) => heads[side === "before" ? 0 : 1]);
  const cellsOf = (row: FieldRow) => {
    if ("text" in row) {
      return html`<td class="text" colspan="${width}">${longTextHtml(row.text, mostLines, rows.length === 1)}</td>`;
    }
    return sides.map((side) => html`<td>${row[side] === undefined ? NONE : inlineHtml(row[side])}</td>`);
  };
  return html`<table class="fields${width === 1 && " one"}"><thead><tr><th scope="col">field</th>${shownHeads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (row) => html`<tr><th scope="row">${ownText(row.label)}</th>${cellsOf(row)}</tr>\n`,
  )}</tbody></table>`;
}

const NONE = html`<span class="quiet">none</span>`;

const CLASSES = { "+": "add", "-": "cut", "@": "skip", " ": "same" } as const;

function longTextHtml({ before = "", after = "", isUnsent }: TextChange, mostLines: number, isAlone: boolean): Html {
  const lines = diffOf(before, after);
  const shown = withMarks(firstOf(lines, mostLines));
  const left = lines.length - shown.length;
  const rest = left > 0 && html`<span class="skip">⋯ ${left} more lines: see --format json</span>`;
  const block = html`${isUnsent && html`<span class="quiet">no longer sent</span>`}<pre>${shown.map(lineHtml)}${rest}</pre>`;
  return lines.length <= OPEN_LINES ? block : foldedPart(`a long text: ${linesText(lines)}`, block, isAlone);
}

function lineHtml({ sign, text, parts }: DiffLine): Html {
  const mark = (part: string) => (sign === "+" ? html`<ins>${part}</ins>` : html`<del>${part}</del>`);
  const marked = parts?.map((part) => (part.isMarked ? mark(part.text) : part.text)) ?? text;
  return html`<span class="${CLASSES[sign]}" dir="auto">${sign === "@" ? "⋯" : sign} ${marked}</span>`;
}
