/**
 * A text on one line, with everything escaped that nobody sees, that acts on a terminal, or that a CI system takes for a
 * command. Inside a JSON or JavaScript string it still means the same.
 */
export function visible(text: string): string {
  const seen = PLAIN.test(text)
    ? text
    : text.replace(unseen(), (match, emoji?: string) => emoji ?? escapeSequences(match));
  return seen.replace(COMMAND, escapeSequences);
}

/** The same where tabs mean nothing but space, as on terminals and pages. */
export function visibleWithTabs(text: string): string {
  return text.includes("\t") ? text.split("\t").map(visible).join("\t") : visible(text);
}

/** The same for a text of several lines. In JSON, line breaks are between its strings, never in them. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/** A value as JSON for people and programs: on indented lines, with a line break after the last. */
export function jsonLines(value: unknown): string {
  return `${visibleLines(JSON.stringify(value, null, 2))}\n`;
}

/** A string as JSON, without anything that `visible` escapes. */
export function quoted(text: string): string {
  return visible(JSON.stringify(text));
}

const PLAIN = /^[ -~]*$/;

/**
 * How commands to CI systems begin: `##[` and `##vso[` anywhere, `::` where a line begins, also after blanks. A quote may
 * hold the beginning of a line, too.
 */
const COMMAND = /##(?=\w*\[)|::(?=[a-z])(?<=(?:^|"|\\[nr])(?:\s|\\t)*::)/gi;

/** Matches what nobody sees, and emoji, in which some of that has a meaning. */
function unseen(): RegExp {
  // only here, because most text needs none of it
  const picture = "\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?";
  const flag = `\\u{1f3f4}\\u{e0067}\\u{e0062}(?:${["eng", "sct", "wls"].map(tags).join("|")})\\u{e007f}`;
  const emoji = `${flag}|${picture}(?:\\u200d${picture})*|[0-9#*]\\ufe0f\\u20e3`;
  kept ??= new RegExp(`(${emoji})|[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]`, "gu");
  return kept;
}

let kept: RegExp | undefined;

/** Letters as the tags by which emoji name a part of a country. */
function tags(letters: string): string {
  return [...letters].map((letter) => `\\u{e00${letter.charCodeAt(0).toString(16)}}`).join("");
}

function escapeSequences(text: string): string {
  return Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
