/** Characters that join the next one into one grapheme (Unicode 16, property `Grapheme_Cluster_Break=Prepend`). */
const JOINING =
  /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u0d4e\u{110bd}\u{110cd}\u{111c2}\u{111c3}\u{113d1}\u{1193f}\u{11941}\u{11a3a}\u{11a84}-\u{11a89}\u{11d46}\u{11f02}]+/gu;

/** Joining characters before what JSON escapes or ends with, and the signs that must not precede an expression. */
const BEFORE_QUOTE = new RegExp(`([$%]*)(${JOINING.source})(?=["\\\\]|$)`, "gu");

/** Text for a place where `${` and `%{` would otherwise open a template. */
export function escapeMarkers(text: string): string {
  return escapeRest(doubleMarkers(text));
}

/**
 * The same for text between tokens. cdktf would take "$${" for an open expression, and "$" before a token would escape
 * it.
 */
export function escapeBetweenTokens(text: string): string {
  return escapeRest(text.replace(/\$+(?=\{|$)/g, (dollars) => `\${"${dollars}"}`).replace(/%(?=\{)/g, "%%"));
}

/** Doubles the signs of `${` and `%{`, so that they open no template. */
export function doubleMarkers(text: string): string {
  return text.replace(/[$%](?=\{)/g, "$&$&");
}

/**
 * Escapes what else Terraform would misread. It drops a byte order mark that begins a text, reads no template after a
 * lone carriage return, and reads a joining character together with the next one, so that a quote or a backslash would
 * be lost.
 */
function escapeRest(text: string): string {
  return text
    .replace(/^\ufeff/, `\${"\\ufeff"}`)
    .replace(/([$%]*)\r(?!\n)/g, (_, before: string) => `\${"${before}\\r"}`)
    .replace(BEFORE_QUOTE, (_, before: string, joining: string) => `\${"${before}${unicodeEscapes(joining)}"}`);
}

/** A quoted string of Terraform's language, whose escapes differ from those of JSON. */
export function quotedHcl(text: string): string {
  return JSON.stringify(text)
    .replace(/\\(.)/g, (sequence, letter: string) => ({ b: "\\u0008", f: "\\u000c" })[letter] ?? sequence)
    .replaceAll("\u007f", "\\u007f")
    .replace(JOINING, unicodeEscapes);
}

function unicodeEscapes(text: string): string {
  return Array.from(text, (each) => `\\U${each.codePointAt(0)?.toString(16).padStart(8, "0")}`).join("");
}

/** The text with its braces escaped: cdktf counts the braces of an expression to find the tokens inside it. */
export function withoutBraces(text: string): string {
  return text.replace(/[{}$%]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
