import { counted, inWords } from "../../api/describe";
import { htmlPage } from "../../page/html-page";
import { type Html, html } from "../../page/html-text";
import {
  capitalised,
  foldedPart,
  htmlCallout,
  htmlCard,
  htmlList,
  htmlTable,
  ownText,
  pill,
  type Tone,
} from "../../page/page-parts";
import type { Change, ChangeAction, Review, Risk } from "../model";
import { type FieldView, isLongText, viewsOf } from "./field-view";
import { barsOf } from "./html-bars";
import { reviewStyle } from "./html-style";
import {
  type ChangeView,
  decisionOf,
  groupedNew,
  movesText,
  type ReviewContext,
  type StackView,
  viewOfReview,
} from "./review-view";
import { actionText, callsText, meaningOf, summaryOf } from "./review-words";
import { type DiffLine, firstOf, linesText, withMarks } from "./text-diff";
import { laidOut } from "./value-text";

/** How many lines of a long text are open from the start. */
const OPEN_LINES = 24;

/** How many lines of long texts a page holds that a browser opens with ease, and how many each text has at least. */
const LINES_OF_PAGE = 20_000;
const LEAST_LINES = 60;

/** How many changes a reader oversees without an index. */
const OVERSEEN = 12;

const tones: Readonly<Record<ChangeAction, Tone>> = {
  create: "good",
  version: "good",
  adopt: "good",
  update: "change",
  retry: "change",
  reapply: "change",
  release: "quiet",
  "dry-run": "quiet",
};

/** A review as one page of HTML: nothing is fetched, and no script is needed to read it. */
export function htmlOf(review: Review, context: ReviewContext = {}): string {
  const view = viewOfReview(review, context);
  const { verdict, tone, about, stacks, shared, changes } = view;
  const names = stacks.map(({ stack }) => stack.name).join(", ");
  const texts = changes.flatMap(({ change }) => change.fields.filter(isLongText)).length;
  const mostLines = Math.max(LEAST_LINES, Math.floor(LINES_OF_PAGE / texts));
  const body = html`<h1 class="${tone}">${verdict}</h1>
<p>Review of ${dotted(about)}</p>
<p class="quiet">${capitalised(summaryOf(review.stacks))}.</p>
${movesHtml(changes)}
${risksHtml(changes)}
${indexOf(changes)}
${stacks.map((each) => stackOf(each, stacks.length > 1, mostLines))}${notesHtml(shared.map((each) => `${inWords(each.stacks)}: ${each.remark}.`))}`;
  return htmlPage({ title: `${verdict}: review of ${names}`, body, style: reviewStyle });
}

/** What starts, stops or is decided, and of what starts, what has to be known. */
function movesHtml(changes: readonly ChangeView[]): Html | undefined {
  const moving = changes.filter(({ moves }) => moves.length > 0);
  if (moving.length === 0) return undefined;
  const items = moving.map(
    (view) => html`${linkTo(view, movesText(view))}${htmlList(view.start.map(ownText), "plain start")}`,
  );
  return htmlCallout("change", "What moves users", shortList(items, 5));
}

/** The entities with risks, one in a line. What the risks are stands in their cards. */
function risksHtml(changes: readonly ChangeView[]): Html | undefined {
  const risky = changes.filter(({ change }) => change.risks.length > 0);
  if (risky.length === 0) return undefined;
  const items = risky.map(
    (view) =>
      html`${linkTo(view)}: ${view.change.risks.map((risk, index) => html`${index === 0 ? undefined : ", "}${riskNameHtml(risk)}`)}`,
  );
  const isOpen = risky.some(({ openRisks }) => openRisks.length > 0);
  return html`<div class="risks">${htmlCallout(isOpen ? "bad" : "quiet", "Risks", shortList(items))}</div>`;
}

/** As many items as a reader oversees, and the rest folded: the changes themselves are not to be far. */
function shortList(items: readonly Html[], most = OVERSEEN): Html {
  const [first, rest] = [items.slice(0, most), items.slice(most)];
  return html`${htmlList(first)}${rest.length === 0 ? undefined : foldedPart(`and ${rest.length} more`, htmlList(rest))}`;
}

/** All changes by their names, where there are more than a reader oversees. */
function indexOf(changes: readonly ChangeView[]): Html | undefined {
  if (changes.length <= OVERSEEN) return undefined;
  const items = changes.map((view) => linkTo(view, `${actionText(view.change.action)} ${view.label} ${view.name}`));
  return html`<nav aria-label="all changes">${foldedPart(`Index of ${changes.length} changes`, htmlList(items, "row"))}</nav>`;
}

function linkTo({ id, label, name }: ChangeView, text = `${label} ${name}`): Html {
  return html`<a href="#${id}">${ownText(text)}</a>`;
}

/** @param mostLines how many lines of a long text are shown; so for all that are in a stack */
function stackOf({ stack, changes, remarks }: StackView, isOneOfMany: boolean, mostLines: number): Html {
  const title = isOneOfMany ? html`Stack ${ownText(stack.name)}` : html`Changes`;
  const summary = changes.length === 0 ? "no change" : callsText([stack]);
  const { alike, others } = groupedNew(changes);
  return html`<section><h2>${title} <small class="quiet">${summary}</small></h2>
${others.map((change) => cardOf(change, changes.length > OVERSEEN, mostLines))}${[...alike].map(([label, each]) => tableOfNew(each, label, mostLines))}
${notesHtml(remarks.map((remark) => `${capitalised(remark)}.`))}
</section>
`;
}

function notesHtml(notes: readonly string[]): Html | undefined {
  if (notes.length === 0) return undefined;
  return html`<div class="notes">${foldedPart(counted(notes.length, "note"), htmlList(notes))}</div>`;
}

function tableOfNew(changes: readonly ChangeView[], label: string, mostLines: number): Html {
  const rows = changes.map(({ change, id, name, facts }) => [
    html`<span id="${id}" class="alike">${ownText(name)}</span>`,
    dotted(facts),
    html`<code dir="auto">${change.construct}</code>`,
    foldedPart(counted(change.fields.length, "field"), fieldsOf(change, mostLines)),
  ]);
  const title = `${rows.length} new ${label}s`;
  return html`<article><header><h3>${title}</h3>${pill("good", "create")}</header>${htmlTable({ label: title, heads: ["name", "about", "declared at", "what is sent"], rows })}</article>\n`;
}

function cardOf({ change, id, label, name, facts, moves }: ChangeView, isOneOfMany: boolean, mostLines: number): Html {
  const { action, construct, calls, risks, fields } = change;
  const meaning = meaningOf(change);
  // what nobody has to decide on is folded where there is much of it, and of what is new, that it is there comes first
  const isFolded = risks.length + moves.length === 0 && (isOneOfMany || (action === "create" && fields.length > 3));
  const content = html`${barsOf(change)}
${fieldsOf(change, mostLines)}`;
  return htmlCard({
    id,
    title: html`<small>${label}</small> ${ownText(name)}`,
    pills: [pill(tones[action], actionText(action).replace(/ of$/, "")), ...moves.map((move) => pill("warn", move))],
    ...(construct === undefined ? {} : { place: construct }),
    body: html`${facts.length === 0 ? undefined : html`<p class="quiet">${dotted(facts)}</p>`}${
      meaning === undefined ? undefined : html`<p class="quiet">${capitalised(meaning)}.</p>`
    }
${risks.map(riskOf)}
${isFolded && fields.length > 0 ? foldedPart(counted(fields.length, "field"), content) : content}
${htmlList(
  calls.map(({ method, path }) => html`<code>${method} ${path}</code>`),
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
  const has = (side: "before" | "after") => views.some((view) => view.form === "values" && view[side] !== undefined);
  const sides = (["before", "after"] as const).filter(has);
  const only = sides.length === 1 ? sides[0] : undefined;
  const heads = only === undefined ? sides : [only === "after" ? "new" : only];
  const width = Math.max(1, heads.length);
  const textOf = (lines: readonly DiffLine[]) => linesOf(lines, mostLines, views.length === 1);
  const body = views.map((view) => html`<tr>${cellsOf(view, sides, width, textOf)}</tr>\n`);
  return html`<table class="fields${width === 1 ? " one" : undefined}"><thead><tr><th scope="col">field</th>${
    heads.length === 0 ? html`<th scope="col">text</th>` : heads.map((head) => html`<th scope="col">${head}</th>`)
  }</tr></thead><tbody>${body}</tbody></table>`;
}

function cellsOf(
  view: FieldView,
  sides: readonly ("before" | "after")[],
  width: number,
  textOf: (lines: readonly DiffLine[]) => Html,
): Html {
  const label = html`<th scope="row">${ownText(view.path)}</th>`;
  if (view.form === "lines") return html`${label}<td class="text" colspan="${width}">${textOf(view.lines)}</td>`;
  return html`${label}${sides.map((side) => {
    const value = view[side];
    const text =
      value === undefined ? html`<span class="quiet">none</span>` : html`<code dir="auto">${linesIn(value)}</code>`;
    return html`<td class="${sides.length === 1 && side === "after" ? "plain" : side}">${text}</td>`;
  })}`;
}

const CLASSES = { "+": "add", "-": "cut", "@": "skip", " ": "same" } as const;

function linesOf(lines: readonly DiffLine[], mostLines: number, isAll: boolean): Html {
  const shown = withMarks(firstOf(lines, mostLines)).map(({ sign, text, parts }) => {
    const mark = (part: string) => (sign === "+" ? html`<ins>${part}</ins>` : html`<del>${part}</del>`);
    return html`<span class="${CLASSES[sign]}" dir="auto">${sign === "@" ? "⋯" : sign} ${
      parts?.map((part) => (part.isMarked ? mark(part.text) : part.text)) ?? text
    }</span>`;
  });
  const left = lines.length - shown.length;
  const block = html`<pre>${shown}${left > 0 ? html`<span class="skip">⋯ ${left} more lines: see --format json</span>` : undefined}</pre>`;
  return lines.length <= OPEN_LINES ? block : foldedPart(`a long text: ${linesText(lines)}`, block, isAll);
}

/** Texts beside each other, each in its own direction of writing. */
function dotted(texts: readonly string[]): Html[] {
  return texts.map((text, index) => html`${index === 0 ? undefined : " · "}${ownText(text)}`);
}

/** Text whose line breaks are meant. */
function linesIn(text: string): Html[] {
  return text.split("\n").map((line, index) => (index === 0 ? html`${line}` : html`\n${line}`));
}
