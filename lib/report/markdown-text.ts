import { visible, visibleWithTabs } from "../text/visible";

/**
 * Text that means itself wherever Markdown stands: no emphasis or table cell comes of it. A word that platforms would turn
 * into a mention, a link or a picture becomes code, because to them, a sign written as an entity is as good as the sign.
 *
 * @param text without line breaks that matter
 */
export function plain(text: string): string {
  return visible(text).replace(/\S+/g, (word) => (ACTIVE.test(word) ? codeInside(word) : escapedWord(word)));
}

/** A word as code, without the quotes and brackets around it, and the signs of its sentence. */
function codeInside(word: string): string {
  let [start, end] = [0, word.length];
  while (`("'`.includes(word.charAt(start))) start++;
  while (`)"'.,;`.includes(word.charAt(end - 1))) end--;
  return escapedWord(word.slice(0, start)) + code(word.slice(start, end)) + escapedWord(word.slice(end));
}

/** Words of which platforms make something: `@team`, `#1`, `!1`, `:tada:`, `https:` and the like, `GH-1`, a commit. A time is none. */
const ACTIVE = /@|[#!~$%&^]\w|:(?!\d\d$)\S|\bwww\.|\b[a-z]{2,}-\d|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b/i;

/** A word without a sign that Markdown or HTML reads, unless it means nothing where it stands. */
function escapedWord(word: string): string {
  return word.replace(/[\\`*_{}[\]<>()#+!|~&$@:"']/g, (sign, at: number) =>
    isHarmless(sign, word[at - 1], word[at + 1]) ? sign : `&#${sign.charCodeAt(0)};`,
  );
}

/** A value as code, wherever Markdown stands. */
export function code(text: string): string {
  const seen = visible(text);
  // a table would take a pipe for the end of a cell, and a fence is read before HTML is
  return /[`|]/.test(seen) || seen.trim() !== seen || seen === "" ? tagged(seen) : `\`${seen}\``;
}

/** The same where HTML stands, in which backticks mean nothing. */
export function tagged(text: string): string {
  return `<code>${insideTag(text)}</code>`;
}

/** Text where HTML stands. */
export function insideTag(text: string): string {
  return visible(text).replace(/[&<>"'`|*_~[\]\\$@#!:]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** What is folded until a reader asks for it. */
export function foldedMarkdown(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** Lines as a block of code. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.split("\n").map(visibleWithTabs).join("\n")}\n${fence}`;
}

/** Whether a sign means nothing where it stands: most of the text stays readable as it is. */
function isHarmless(sign: string, before = " ", after = " "): boolean {
  if (sign === "_") return /\w/.test(before) && /\w/.test(after);
  if (sign === "\\") return /[a-z0-9]/i.test(after);
  if (sign === ":") return after === " ";
  return "()\"'".includes(sign) || (sign === "+" && before !== " ");
}
