/**
 * A text on one line, with everything escaped that nobody sees, that acts on a terminal, or that a CI system takes for a
 * command. Inside a JSON or JavaScript string it still means the same.
 */
export function visible(text: string): string {
  return withUnseenEscaped(text).replace(HASH_COMMAND, escapeSequences).replace(COLON_COMMAND, escapeSequences);
}

/** The same, but tabs stay: on terminals and pages, they mean nothing but space. */
export function visibleWithTabs(text: string): string {
  return text.includes("\t") ? text.split("\t").map(visible).join("\t") : visible(text);
}

/** The same, but line breaks stay. In JSON, they are between its strings, never in them. */
export function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

/** A value as JSON for people and programs: on indented lines, with a line break after the last. */
export function jsonLines(value: unknown): string {
  return `${visibleLines(JSON.stringify(value, null, 2))}\n`;
}

/** A string as JSON, without anything that `visible` escapes, and with blanks at either end escaped. */
export function quoted(text: string): string {
  return visible(withEndsSeen(JSON.stringify(text)));
}

/** JSON in which blanks at either end of a string are escaped: `"One page\u0020"`. */
export function withEndsSeen(json: string): string {
  if (!/" | "/.test(json)) return json;
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (string) => string.replace(/(?<=^" *) | (?= *"$)/g, "\\u0020"));
}

/** Where the first thing is that nobody sees, but for what belongs to an emoji; undefined where none is. */
export function unseenAt(text: string): number | undefined {
  for (const { 1: emoji, index } of text.matchAll(parts())) if (emoji === undefined) return index;
  return undefined;
}

function withUnseenEscaped(text: string): string {
  if (SEEN.test(text)) return text;
  return text.replace(parts(), (found, emoji?: string) => emoji ?? escapeSequences(found));
}

/** ASCII, and signs that stand in words of ours: what most texts are made of. */
const SEEN = /^[ -~→·…−]*$/;

/** Made for the first text that needs it: most do not, and these classes take a while to compile. */
function parts(): RegExp {
  emojiOrUnseen ??= new RegExp(`(${EMOJI})|${UNSEEN}`, "gu");
  return emojiOrUnseen;
}

/** A command to Azure Pipelines or GitHub Actions: `##vso[` or `##[`, anywhere in a line. */
const HASH_COMMAND = /##(?=\w*\[)/g;

/**
 * A command to GitHub Actions: `::name` where a line begins, also after whitespace. In JSON, a line begins after a quote and
 * after an escaped line break, and whitespace may be escaped.
 */
const COLON_COMMAND = /::(?=[a-z])(?<=(?:^|"|\\[nr])(?:\s|\\t|\\u[\da-f]{4})*::)/gi;

/**
 * What shows nothing, shows as a space and is none, or changes how other characters show: controls, formats, halves of pairs,
 * private ones.
 */
const UNSEEN = String.raw`(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Z}\p{Default_Ignorable_Code_Point}]`;

/** An emoji, maybe joined of several, or a key such as 1️⃣: each may hold something unseen. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|[\ufe0e\ufe0f])?`;
const EMOJI = String.raw`${PICTURE}(?:\u200d${PICTURE})*|[0-9#*]\ufe0f\u20e3`;

let emojiOrUnseen: RegExp | undefined;

function escapeSequences(text: string): string {
  return text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
