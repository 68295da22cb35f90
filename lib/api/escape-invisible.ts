/**
 * A text with every character escaped that could act on a terminal or mislead a reader: control characters, line
 * separators and marks that change the direction of text. Inside a JSON or JavaScript string it still means the same.
 */
export function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The same, but for line breaks. In JSON, these are between its strings, never in them. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/** A string as JSON, without invisible characters. */
export function quoted(text: string): string {
  return visible(JSON.stringify(text));
}
