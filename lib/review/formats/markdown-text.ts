import { visible } from "../../api/escape-invisible";

/**
 * Text that means itself wherever Markdown stands: no emphasis, link, table cell, mention or emoji comes of it.
 *
 * @param text without line breaks that matter
 */
export function plain(text: string): string {
  return visible(text).replace(/[\\`*_{}[\]<>()#+!|~&$@:"']/g, (sign, at: number, all: string) =>
    isHarmless(sign, all[at - 1], all[at + 1]) ? sign : `&#${sign.charCodeAt(0)};`,
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
  return `<code>${visible(text).replace(/[&<>"'`|*_~[\]\\$@#!:]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</code>`;
}

/** Lines as a block of code. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Whether a sign means nothing where it stands: most of the text stays readable as it is. */
function isHarmless(sign: string, before = " ", after = " "): boolean {
  if (sign === "_") return /\w/.test(before) && /\w/.test(after);
  if (sign === ":") return after === " " || after === "";
  return "()\"'".includes(sign) || (sign === "+" && before !== " ");
}
