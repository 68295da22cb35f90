import { counted } from "../../api/describe";
import { labelOf } from "../../api/resource";
import { entityTitle, nameText } from "../../entity/title";
import { Html, html } from "../../page/html-text";
import { capitalised } from "../../page/page-parts";
import type { Change, Review, Risk, StackReview } from "../model";
import { type FieldView, laidOut, viewOf } from "./field-view";
import { barsOf } from "./html-bars";
import { style } from "./html-style";
import { actionText, callsText, countsOf, meaningOf, NOTHING_DELETED, risksText } from "./review-words";
import { type DiffLine, withMarks } from "./text-diff";

/** How many lines of a long text, or fields of a new entity, are open from the start. */
const OPEN = 24;

/** A change, and what its card is called within the page. */
interface Placed {
  readonly change: Change;
  readonly id: string;
}

/** A review as one page of HTML: nothing is fetched, and no script is needed to read it. */
export function htmlOf({ stacks }: Review): string {
  let number = 0;
  const placed = stacks.map((stack) => ({
    stack,
    changes: stack.changes.map((change): Placed => ({ change, id: `change-${++number}` })),
  }));
  const all = placed.flatMap(({ changes }) => changes);
  const title = `Review of ${stacks.map(({ name }) => name).join(", ")}`;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p class="quiet">${all.length === 0 ? "No change" : `${counted(all.length, "change")} by ${callsText(stacks)}`}; ${NOTHING_DELETED}.</p>
${all.length === 0 ? undefined : html`<ul class="counts">${countsOf(all.map(({ change }) => change)).map((each) => html`<li>${each}</li>`)}</ul>`}
${risksHtml(all, false)}
${risksHtml(all, true)}
${placed.map(({ stack, changes }) => stackOf(stack, changes, stacks.length > 1))}
<footer>${capitalised(NOTHING_DELETED)}: what left the code stays there as it is.</footer>
</main>
</body>
</html>
`;
  return page.text;
}

function risksHtml(placed: readonly Placed[], isKnown: boolean): Html | undefined {
  const risks = placed.flatMap(({ change, id }) =>
    change.risks.filter(({ acknowledged }) => acknowledged === isKnown).map((risk) => ({ change, id, risk })),
  );
  if (risks.length === 0) return undefined;
  const items = risks.map(
    ({ change, id, risk: { name, text } }) =>
      html`<li><code>${name}</code> <a href="#${id}">${entityTitle(change)}</a>: ${text}</li>`,
  );
  const title = capitalised(risksText(risks.map(({ risk }) => risk)) ?? "");
  return html`<section class="risks${isKnown ? " known" : ""}"><h2>${title}</h2><ul>${items}</ul></section>`;
}

function stackOf(
  { name, remarks, changes, ...stack }: StackReview,
  placed: readonly Placed[],
  isOneOfMany: boolean,
): Html {
  const notes =
    remarks.length === 0
      ? undefined
      : html`<div class="notes">${remarks.map((remark) => html`<p>${capitalised(remark)}.</p>`)}</div>`;
  const summary = changes.length === 0 ? "no change" : callsText([stack]);
  return html`<section>
${isOneOfMany ? html`<h2>${name} <small class="quiet">${summary}</small></h2>` : undefined}
${notes}
${placed.map(cardOf)}
</section>`;
}

function cardOf({ change, id }: Placed): Html {
  const { action, kind, name, construct, calls, risks } = change;
  const meaning = meaningOf(change);
  return html`<article id="${id}">
<header><span class="pill ${action}">${actionText(action).replace(/ of$/, "")}</span><h3><small>${labelOf(kind)}</small> ${nameText(name)}</h3>${
    construct === undefined ? undefined : html`<code class="quiet">${construct}</code>`
  }</header>
${meaning === undefined ? undefined : html`<p class="quiet">${capitalised(meaning)}.</p>`}
${calls.length === 0 ? undefined : html`<ul class="calls">${calls.map(({ method, path }) => html`<li><code>${method} ${path}</code></li>`)}</ul>`}
${risks.map(riskOf)}
${barsOf(change)}
${fieldsOf(change)}
</article>
`;
}

function riskOf({ name, text, acknowledged }: Risk): Html {
  return html`<p class="risk${acknowledged ? " known" : ""}"><code>${name}</code>${acknowledged ? " (acknowledged)" : ""} ${text}</p>`;
}

/** The fields, folded where a whole entity is new: what changes is to be seen first. */
function fieldsOf({ fields, action }: Change): Html | undefined {
  if (fields.length === 0) return undefined;
  const list = html`<dl>${fields
    .map((field) => viewOf(field, laidOut))
    .map((view) =>
      fieldHtml(
        view,
        fields.some(({ before }) => before !== undefined),
      ),
    )}</dl>`;
  const isFolded = action !== "update" && action !== "version" && fields.length > 3;
  return isFolded ? html`<details><summary>${counted(fields.length, "field")}</summary>${list}</details>` : list;
}

function fieldHtml(view: FieldView, hasBefore: boolean): Html {
  const name = html`<dt><code>${breakable(view.path)}</code></dt>`;
  if (view.form === "lines") return html`<div class="field text">${name}<dd>${linesOf(view.lines)}</dd></div>`;
  const side = (value: string | undefined, className: string) =>
    html`<dd class="${className}">${value === undefined ? html`<span class="none">none</span>` : html`<code>${linesIn(value)}</code>`}</dd>`;
  if (!hasBefore) return html`<div class="field one">${name}${side(view.after, "plain")}</div>`;
  return html`<div class="field">${name}${side(view.before, "before")}${side(view.after, "after")}</div>`;
}

const CLASSES = { "+": "add", "-": "cut", "@": "skip", " ": "same" } as const;

function linesOf(lines: readonly DiffLine[]): Html {
  const shown = withMarks(lines).map(
    ({ sign, text, parts }) =>
      html`<span class="${CLASSES[sign]}">${sign === "@" ? "⋯" : sign} ${
        parts?.map((part) => (part.isMarked ? html`<b>${part.text}</b>` : part.text)) ?? text
      }</span>`,
  );
  const block = html`<pre>${shown}</pre>`;
  if (lines.length <= OPEN) return block;
  return html`<details><summary>${counted(lines.length, "line")}</summary>${block}</details>`;
}

/** Text whose line breaks are meant. */
function linesIn(text: string): Html[] {
  return text.split("\n").map((line, index) => (index === 0 ? html`${line}` : html`\n${line}`));
}

/** A path that may go on in the next line before each of its steps. */
function breakable(path: string): Html[] {
  return path.split(/(?=[.[])/).map((step, index) => (index === 0 ? html`${step}` : html`<wbr>${step}`));
}
