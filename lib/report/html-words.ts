import type { Value } from "../value/value";
import { isRow, type Words } from "./document";
import { Html, html, type PagePart } from "./html-text";
import { pill } from "./page-parts";
import { laidOut, valueText } from "./value-text";

/** Words with their marks, as they stand in a line of a page. */
export function inlineHtml(words: Words): PagePart {
  if (typeof words === "string") return words;
  if (isRow(words)) return words.map(inlineHtml);
  if ("own" in words) return html`<bdi>${words.own}</bdi>`;
  if ("code" in words) return html`<code dir="auto">${words.code}</code>`;
  if ("value" in words) return valueHtml(words.value);
  if ("pill" in words) return pill(words.tone, words.pill);
  if ("strong" in words) return html`<strong>${inlineHtml(words.strong)}</strong>`;
  if ("quiet" in words) return html`<span class="quiet">${inlineHtml(words.quiet)}</span>`;
  if ("id" in words) return html`<span id="${words.id}">${inlineHtml(words.words)}</span>`;
  return html`<a href="#${words.to}">${inlineHtml(words.words)}</a>`;
}

/** A value, with a line for each of its parts where it is too long for one. */
function valueHtml(value: Value): Html {
  const text = valueText(value);
  const lines = text.length > LONGEST && typeof value === "object" ? laidOut(value).split("\n") : [text];
  // the line breaks are meant
  return html`<code dir="auto">${lines.map((line, index) => [index > 0 && new Html("\n"), line])}</code>`;
}

/** Longest value that stands on one line, in characters. */
const LONGEST = 60;
