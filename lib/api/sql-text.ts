/** SQL as text: what is a comment in it, and what means nothing. */

/** Signs by which some dialects go on with a text where others end it: what follows may be a comment, or not. */
const UNCLEAR = /\\['"\x60]|'''|"""/;

/** A text in quotes, in which nothing is a comment or a blank. */
const QUOTED = String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|\x60[^\x60]*\x60|\$\w*\$[^$]*\$\w*\$`;

/** A comment ends where the first reading of the standard ends it, so that what every dialect skips is skipped, and no more. */
const COMMENTS = new RegExp(String.raw`${QUOTED}|(--[^\n\r]*|/\*(?!\+)[\s\S]*?\*/)`, "g");
/** Some dialects begin a comment with #. */
const SKIPPED = new RegExp(String.raw`${QUOTED}|--[^\n\r]*|#[^\n\r]*|/\*[\s\S]*?\*/`, "g");
const BLANKS = new RegExp(String.raw`${QUOTED}|(\s+)`, "g");
const LOOSE = new RegExp(`${QUOTED}| ?([(),=<>+*/;]) ?`, "g");

/** SQL with a blank for each comment; undefined where dialects differ in what is one. */
export function withoutComments(sql: string): string | undefined {
  if (UNCLEAR.test(sql)) return undefined;
  return sql.replace(COMMENTS, (part, comment?: string) => (comment === undefined ? part : " "));
}

/** SQL of the same length, with a blank for each character of comments and texts in quotes; undefined as above. */
export function codeIn(sql: string): string | undefined {
  return UNCLEAR.test(sql) ? undefined : sql.replace(SKIPPED, (part) => part.replace(/[^\n]/g, " "));
}

/**
 * SQL without what means nothing to it: comments, and blanks that part no words. Texts in quotes stay as they are.
 *
 * @returns undefined where dialects differ in what is a comment
 */
export function meantSql(sql: string): string | undefined {
  return withoutComments(sql)
    ?.replace(BLANKS, (part, blank?: string) => (blank === undefined ? part : " "))
    .replace(LOOSE, (part, sign?: string) => sign ?? part)
    .trim();
}
