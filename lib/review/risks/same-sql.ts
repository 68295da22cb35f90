/**
 * SQL without what means nothing to it: comments, and blanks that part no words. Texts in quotes stay as they are.
 *
 * A comment ends where the first reading of the standard ends it, so that what every dialect skips is skipped, and no more.
 */
export function meantSql(sql: string): string {
  return sql
    .replace(PARTS, (part, comment?: string) => (comment === undefined ? part : " "))
    .replace(BLANKS, (part, blank?: string) => (blank === undefined ? part : " "))
    .replace(LOOSE, (part, sign?: string) => sign ?? part)
    .trim();
}

/** A text in quotes, in which nothing is a comment or a blank. */
const QUOTED = String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|\x60[^\x60]*\x60|\$\w*\$[^$]*\$\w*\$`;

const PARTS = new RegExp(String.raw`${QUOTED}|(--[^\n\r]*|/\*(?!\+)[\s\S]*?\*/)`, "g");
const BLANKS = new RegExp(String.raw`${QUOTED}|(\s+)`, "g");
const LOOSE = new RegExp(`${QUOTED}| ?([(),=<>+*/;]) ?`, "g");
