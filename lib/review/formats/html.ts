import { htmlPage } from "../../report/html-page";
import { type Html, html } from "../../report/html-text";
import {
  capitalised,
  foldedPart,
  htmlCallout,
  htmlCard,
  htmlList,
  htmlTable,
  ownText,
  pill,
} from "../../report/page-parts";
import { type DiffLine, firstOf, linesText, withMarks } from "../../report/text-diff";
import { laidOut } from "../../report/value-text";
import { counted, inWords } from "../../text/words";
import type { Change, Review, Risk } from "../model";
import { type ChangeView, decisionOf, movesText } from "./change-view";
import { type FieldView, isLongText, valueColumns, viewsOf } from "./field-view";
import { barsOf } from "./html-bars";
import { reviewStyle } from "./html-style";
import { groupedNew, type ReviewContext, type StackView, viewOfReview } from "./review-view";
import { callTexts, HOW_TO_DECIDE } from "./review-words";

/** How many lines of a long text are open from the start. */
const REVIEW_OPEN_LINES = 24;

/** How many lines of long texts a page holds that a browser opens with ease, and how many each text has at least. */
const REVIEW_LINES_OF_PAGE = 20_000;
const REVIEW_LEAST_LINES = 60;

/** How many changes a reader oversees without an index. */
const OVERSEEN = 12;

/** A review as one page of HTML: nothing is fetched, and no script is needed to read it. */
export function htmlOf(review: Review, context: ReviewContext = {}): string {
  const view = viewOfReview(review, context);
  const { verdict, tone, about, summary, moving, risky, stacks, shared, changes } = view;
  const names = review.stacks.map(({ name }) => name).join(", ");
  const texts = changes.flatMap(({ change }) => change.fields.filter(isLongText)).length;
  const mostLines = Math.max(REVIEW_LEAST_LINES, Math.floor(REVIEW_LINES_OF_PAGE / texts));
  const body = html`<h1 class="${tone}">${verdict}</h1>
<p>Review of ${dotted(about)}</p>
${summary === undefined ? undefined : html`<p class="quiet">${capitalised(summary)}.</p>`}
${movesHtml(moving)}
${risksHtml(risky)}
${indexOf(changes)}
${stacks.map((each) => stackOf(each, review.stacks.length > 1, mostLines))}${notesHtml(shared.map((each) => `${inWords(each.stacks)}: ${each.note}.`))}`;
  return htmlPage({ title: `${verdict}: review of ${names}`, body, style: reviewStyle });
}

/** What starts, stops or is decided, and of what starts, what has to be known. */
function movesHtml(moving: readonly ChangeView[]): Html | undefined {
  if (moving.length === 0) return undefined;
  const items = moving.map(
    (view) => html`${linkTo(view, movesText(view))}${htmlList(view.start.map(ownText), "plain start")}`,
  );
  return htmlCallout("change", "What moves users", shortList(items, 5));
}

/** The entities with risks, one in a line. What the risks are stands in their cards. */
function risksHtml(risky: readonly ChangeView[]): Html | undefined {
  if (risky.length === 0) return undefined;
  const items = risky.map((view) => html`${linkTo(view)}: ${between(view.change.risks.map(riskNameHtml), html`, `)}`);
  const isOpen = risky.some(({ openRisks }) => openRisks.length > 0);
  return html`<div class="risks">${htmlCallout(isOpen ? "bad" : "quiet", "Risks", html`${shortList(items)}${isOpen ? html`<p>${HOW_TO_DECIDE}</p>` : undefined}`)}</div>`;
}

/** As many items as a reader oversees, and the rest folded: the changes themselves are not to be far. */
function shortList(items: readonly Html[], most = OVERSEEN): Html {
  const [first, rest] = [items.slice(0, most), items.slice(most)];
  return html`${htmlList(first)}${rest.length === 0 ? undefined : foldedPart(`and ${rest.length} more`, htmlList(rest))}`;
}

/** All changes by their names, where there are more than a reader oversees. */
function indexOf(changes: readonly ChangeView[]): Html | undefined {
  if (changes.length <= OVERSEEN) return undefined;
  const items = changes.map((view) => linkTo(view, `${view.action} ${view.label} ${view.name}`));
  return html`<nav aria-label="all changes">${foldedPart(`Index of ${changes.length} changes`, htmlList(items, "row"))}</nav>`;
}

function linkTo({ id, label, name }: ChangeView, text = `${label} ${name}`): Html {
  return html`<a href="#${id}">${ownText(text)}</a>`;
}

/** @param mostLines how many lines of a long text are shown; so for all that are in a stack */
function stackOf({ name, summary, changes, notes }: StackView, isOneOfMany: boolean, mostLines: number): Html {
  const title = isOneOfMany ? html`Stack ${ownText(name)}` : html`${summary === undefined ? "Notes" : "Changes"}`;
  const { alike, others } = groupedNew(changes);
  return html`<section><h2>${title}${summary === undefined ? undefined : html` <small class="quiet">${summary}</small>`}</h2>
${others.map((change) => cardOf(change, changes.length > OVERSEEN, mostLines))}${[...alike].map(([label, each]) => tableOfNew(each, label, mostLines))}
${notesHtml(notes.map((note) => `${capitalised(note)}.`))}
</section>
`;
}

function notesHtml(notes: readonly string[]): Html | undefined {
  if (notes.length === 0) return undefined;
  return html`<div class="notes">${foldedPart(counted(notes.length, "note"), htmlList(notes))}</div>`;
}

function tableOfNew(changes: readonly ChangeView[], label: string, mostLines: number): Html {
  const rows = changes.map(({ change, id, name, place, facts }) => [
    html`<span id="${id}" class="alike">${ownText(name)}</span>`,
    dotted(facts),
    html`<code dir="auto">${place}</code>`,
    foldedPart(counted(change.fields.length, "field"), fieldsOf(change, mostLines)),
  ]);
  const title = `${rows.length} new ${label}s`;
  return html`<article><header><h3>${title}</h3>${pill("good", "create")}</header>${htmlTable({ label: title, heads: ["name", "about", "declared at", "what is sent"], rows })}</article>\n`;
}

function cardOf(view: ChangeView, isOneOfMany: boolean, mostLines: number): Html {
  const { change, id, action, tone, meaning, label, name, place, facts, moves } = view;
  const { calls, risks, fields } = change;
  // what nobody has to decide on is folded where there is much of it, and of what is new, that it is there comes first
  const isFolded =
    risks.length + moves.length === 0 && (isOneOfMany || (change.action === "create" && fields.length > 3));
  const content = html`${barsOf(change)}
${fieldsOf(change, mostLines)}`;
  return htmlCard({
    id,
    title: html`<small>${label}</small> ${ownText(name)}`,
    pills: [pill(tone, action.replace(/( of|:)$/, "")), ...moves.map((move) => pill("warn", move))],
    ...(place === undefined ? {} : { place }),
    body: html`${facts.length === 0 ? undefined : html`<p class="quiet">${dotted(facts)}</p>`}${
      meaning === undefined ? undefined : html`<p class="quiet">${capitalised(meaning)}.</p>`
    }
${risks.map(riskOf)}
${isFolded && fields.length > 0 ? foldedPart(counted(fields.length, "field"), content) : content}
${htmlList(
  calls.map(callTexts).map(([call, when]) => html`<code>${call}</code>${when}`),
  "plain calls",
)}`,
  });
}

function riskOf(risk: Risk): Html {
  return html`<p class="risk${decisionOf(risk) === "" ? undefined : " known"}">${riskNameHtml(risk)}: ${ownText(risk.text)}</p>`;
}

function riskNameHtml(risk: Risk): Html {
  const decision = decisionOf(risk);
  return html`${decision === "" ? "⚠ " : undefined}<code>${risk.name}</code>${decision}`;
}

/** The fields, before and after side by side, with headings for those who do not tell colours apart. */
function fieldsOf(change: Change, mostLines: number): Html | undefined {
  if (change.fields.length === 0) return undefined;
  const views = viewsOf(change, laidOut);
  const columns = valueColumns(views);
  const width = Math.max(1, columns.length);
  const heads = columns.length === 0 ? ["text"] : columns.map(({ head }) => head);
  const cellsOf = (view: FieldView) =>
    view.form === "lines"
      ? html`<td class="text" colspan="${width}">${linesOf(view.lines, mostLines, views.length === 1)}</td>`
      : columns.map(
          ({ side, head }) => html`<td class="${head === "new" ? "plain" : side}">${reviewValueHtml(view[side])}</td>`,
        );
  return html`<table class="fields${width === 1 ? " one" : undefined}"><thead><tr><th scope="col">field</th>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${views.map(
    (view) => html`<tr><th scope="row">${ownText(view.path)}</th>${cellsOf(view)}</tr>\n`,
  )}</tbody></table>`;
}

function reviewValueHtml(value: string | undefined): Html {
  if (value === undefined) return html`<span class="quiet">none</span>`;
  // its line breaks are meant
  const lines = value.split("\n").map((line) => html`${line}`);
  return html`<code dir="auto">${between(lines, html`\n`)}</code>`;
}

const REVIEW_CLASSES = { "+": "add", "-": "cut", "@": "skip", " ": "same" } as const;

function linesOf(lines: readonly DiffLine[], mostLines: number, isAll: boolean): Html {
  const shown = withMarks(firstOf(lines, mostLines)).map(({ sign, text, parts }) => {
    const mark = (part: string) => (sign === "+" ? html`<ins>${part}</ins>` : html`<del>${part}</del>`);
    return html`<span class="${REVIEW_CLASSES[sign]}" dir="auto">${sign === "@" ? "⋯" : sign} ${
      parts?.map((part) => (part.isMarked ? mark(part.text) : part.text)) ?? text
    }</span>`;
  });
  const left = lines.length - shown.length;
  const block = html`<pre>${shown}${left > 0 ? html`<span class="skip">⋯ ${left} more lines: see --format json</span>` : undefined}</pre>`;
  return lines.length <= REVIEW_OPEN_LINES ? block : foldedPart(`a long text: ${linesText(lines)}`, block, isAll);
}

/** Texts beside each other, each in its own direction of writing. */
function dotted(texts: readonly string[]): Html[] {
  return between(texts.map(ownText), html` · `);
}

function between(parts: readonly Html[], sign: Html): Html[] {
  return parts.map((part, index) => (index === 0 ? part : html`${sign}${part}`));
}
