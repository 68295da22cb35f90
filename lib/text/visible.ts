/**
 * A text on one line, with everything escaped that nobody sees, that acts on a terminal, or that a CI system takes for a
 * command. Inside a JSON or JavaScript string it still means the same.
 */
export function visible(text: string): string {
  const seen = isAscii(text)
    ? text
    : text.replace(emojiOrUnseen(), (found, emoji?: string) => emoji ?? escapeSequences(found));
  return seen.replace(HASH_COMMAND, escapeSequences).replace(COLON_COMMAND, escapeSequences);
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

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** A command to Azure Pipelines or GitHub Actions: `##vso[` or `##[`, anywhere in a line. */
const HASH_COMMAND = /##(?=\w*\[)/g;

/**
 * A command to GitHub Actions: `::name` where a line begins, also after whitespace. In JSON, a line begins after a quote and
 * after an escaped line break, and whitespace may be escaped.
 */
const COLON_COMMAND = /::(?=[a-z])(?<=(?:^|"|\\[nr])(?:\s|\\t)*::)/gi;

/** What shows nothing, or changes how other characters show: controls, formats, halves of pairs, private ones. */
const UNSEEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;

/** Matches what nobody sees, and whole emoji, which may have some of it inside and are captured. */
function emojiOrUnseen(): RegExp {
  // made for the first text that needs it: most are ASCII, and these classes take a while to compile
  unseenPattern ??= new RegExp(`(${emojiPattern()})|${UNSEEN}`, "gu");
  return unseenPattern;
}

let unseenPattern: RegExp | undefined;

/** Emoji as Unicode composes them: flags of England, Scotland and Wales, pictures and joined ones, keys such as 1️⃣. */
function emojiPattern(): string {
  const flags = ["gbeng", "gbsct", "gbwls"].map((region) => `\u{1f3f4}${asTags(region)}\u{e007f}`);
  const picture = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?`;
  const joined = String.raw`${picture}(?:\u200d${picture})*`;
  const key = String.raw`[0-9#*]\ufe0f\u20e3`;
  return [...flags, joined, key].join("|");
}

/** Letters as the invisible tags with which a flag names its region. */
function asTags(letters: string): string {
  return letters.replace(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)));
}

function escapeSequences(text: string): string {
  return text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
