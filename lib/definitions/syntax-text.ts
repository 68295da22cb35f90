/**
 * A syntax error in the parser's words, or with what to do about it where it is a mistake that many make. What the parser
 * quotes of the file is left out: it may be a secret.
 *
 * @param code of the parser
 * @param message of the parser
 */
export function syntaxText(code: string, message: string): string {
  // the parser's words have it in them
  if (code === "TAG_RESOLVE_FAILED" || code === "BAD_DIRECTIVE")
    return "not valid here: a tag or a directive; only plain values are read, so remove it";
  const [, advice] = commonMistakes.find(([sign]) => sign.test(`${code} ${message}`)) ?? [];
  const [words = ""] = message.split(/(?<=\w): | \\/);
  return `not valid YAML: ${advice ?? `${words.charAt(0).toLowerCase()}${words.slice(1)}`}`;
}

/** By what the parser says of them; the first that fits. */
const commonMistakes: readonly (readonly [RegExp, string])[] = [
  [/^TAB_AS_INDENT/, "a tab; indent by spaces"],
  [
    /^BLOCK_AS_IMPLICIT_KEY Nested/,
    'text with ": " in it, or a line below that is indented too far; put such text in quotes or behind a |, and begin the keys of one map in one column',
  ],
  [
    /^(BAD_INDENT(?! Flow)|BLOCK_AS_IMPLICIT_KEY)/,
    "this line begins in another column than it should; by spaces, begin all keys of a map, and each - of a list, in one column, and indent the lines of a text more than its key",
  ],
  [
    /at node end/,
    "more text behind a value that has ended; write a quote twice inside quotes, and no comma at the end of a line",
  ],
  [
    /^MULTILINE_IMPLICIT_KEY|^MISSING_CHAR Implicit/,
    "a line that is no `key: value`; put a space behind the colon, or, if it belongs to the text above, indent it more than the key of that text",
  ],
];
