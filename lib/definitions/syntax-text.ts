/**
 * A syntax error in words for those who know no grammar of YAML, with what to do about it. What the parser quotes of the
 * file is left out: it may be a secret.
 *
 * @param code of the parser
 * @param message of the parser
 */
export function syntaxText(code: string, message: string): string {
  if (code === "TAG_RESOLVE_FAILED") return "a tag; only plain values are read, so remove it";
  const [, words] = mistakes.find(([sign]) => sign.test(`${code} ${message}`)) ?? [];
  const [parsers = ""] = message.split(/: |:? ["\\]/);
  return `not valid YAML: ${words ?? `${parsers.charAt(0).toLowerCase()}${parsers.slice(1)}`}`;
}

/** The mistakes that people make, by what the parser says of them; the first that fits. */
const mistakes: readonly (readonly [RegExp, string])[] = [
  [/^TAB_AS_INDENT/, "a tab; indent by spaces"],
  [
    /^BLOCK_AS_IMPLICIT_KEY Nested/,
    'text with ": " in it, or a line below that is indented too far; put such text in quotes or behind a |, and begin the keys of one map in one column',
  ],
  [/^BAD_SCALAR_START/, "a value that begins with a sign of YAML's own; put it in quotes, or behind a |"],
  [/^BAD_DQ_ESCAPE/, "a \\ in double quotes; write \\\\, or take single quotes"],
  [/closing .quote/, "a quote that is not closed"],
  [/ end with a [\]}]/, "a { or [ that is not closed; close it, and indent its lines more than its key"],
  [
    /^BLOCK_IN_FLOW|^MISSING_CHAR Missing (,|space)/,
    "between { } or [ ], a comma is missing, or the space behind a colon or a comma",
  ],
  [
    /^(BAD_INDENT|BLOCK_AS_IMPLICIT_KEY)/,
    "this line begins in another column than it should; by spaces, begin all keys of a map, and each - of a list, in one column, and indent the lines of a text more than its key",
  ],
  [
    /^MULTILINE_IMPLICIT_KEY|^MISSING_CHAR Implicit/,
    "a line that is no `key: value`; put a space behind the colon, or, if it belongs to the text above, indent it more than the key of that text",
  ],
  [
    /^UNEXPECTED_TOKEN/,
    "this may not stand here; put a text in quotes as a whole if it begins with a quote, - or >, or has a quote of its kind in it",
  ],
];
