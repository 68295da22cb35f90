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

/** A string as JSON, without invisible characters. */
export function quoted(text: string): string {
  return visible(JSON.stringify(text));
}
