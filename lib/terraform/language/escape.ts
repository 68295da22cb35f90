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
 * Escapes what else Terraform would misread: it drops a byte order mark that begins a text, and reads no template after a
 * lone carriage return.
 */
function escapeRest(text: string): string {
  return text
    .replace(/^\ufeff/, `\${"\\ufeff"}`)
    .replace(/([$%]*)\r(?!\n)/g, (_, before: string) => `\${"${before}\\r"}`);
}

/** A quoted string of Terraform's language, whose escapes differ from those of JSON. */
export function quotedHcl(text: string): string {
  return JSON.stringify(text)
    .replace(/\\(.)/g, (sequence, letter: string) => ({ b: "\\u0008", f: "\\u000c" })[letter] ?? sequence)
    .replaceAll("\u007f", "\\u007f");
}

/** The text with its braces escaped: cdktf counts the braces of an expression to find the tokens inside it. */
export function withoutBraces(text: string): string {
  return text.replace(/[{}$%]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
}
