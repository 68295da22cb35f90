/** Characters that nobody sees, and letters that look like others. */
import { unseenAt } from "./visible";

/** What a program writes in the place of a character that it could not read. */
export const LOST = "\ufffd";

/** What the characters are called that most often come with copied text. */
const NAMES: Readonly<Record<string, string>> = {
  [LOST]: "the sign for a character that could not be read",
  " ": "a space",
  "\u00a0": "a no-break space",
  "\u202f": "a narrow no-break space",
  "\u3000": "an ideographic space",
  "\u00ad": "a soft hyphen",
  "\u200b": "a zero width space",
  "\u200c": "a zero width non-joiner",
  "\u200d": "a zero width joiner",
  "\u2060": "a word joiner",
  "\ufeff": "a byte order mark",
};

/** Letters of other alphabets, each before the one of a-z that it looks like. */
const LETTERS = "аaеeоoрpсcуyхxіiјjѕsһhԁdԛqԝwАAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSαaοoνvιiρpυuΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXɡg";

/** Signs that word processors put in the place of those that programs read. */
const SIGNS = "‘'’'‚'‛'“\"”\"„\"‟\"«\"»\"‹'›'′'″\"‐-‑-‒-–-—-−-";

const lookAlikes: ReadonlyMap<string, string> = new Map(
  (LETTERS + SIGNS).match(/../gu)?.map(([of = "", to = ""]) => [of, to]),
);

/** Signs of full width, and letters of mathematics. */
const OTHER_FORM = /^[\uff01-\uff5e\u{1d400}-\u{1d7ff}]$/u;

/** The ASCII character that another one looks like; undefined for all others. */
function seenAs(character: string): string | undefined {
  return lookAlikes.get(character) ?? (OTHER_FORM.test(character) ? character.normalize("NFKC") : undefined);
}

/** A text as a reader takes it: without what nobody sees, and with ASCII in the place of what looks like it. */
export function asSeen(text: string): string {
  const seen = text.replace(/[^ -~]/gu, (character) => {
    if (/\p{Zs}/u.test(character)) return " ";
    return unseenAt(character) === undefined ? (seenAs(character) ?? character) : "";
  });
  return seen.trim();
}

/** A character at the `index` of a text, in words: `U+00A0 at position 4 is a no-break space`. */
export function characterText(text: string, index: number): string {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const lines = text.slice(0, index).split("\n");
  const position = [...(lines.at(-1) ?? "")].length + 1;
  const place = lines.length > 1 ? `position ${position} of line ${lines.length}` : `position ${position}`;
  return `${codeOf(character)} at ${place} ${natureOf(character)}`;
}

/** The character at the `index` of a text, in words, if a reader takes it for another one: `U+00A0 is a no-break space`. */
export function misreadCharacter(text: string, index: number): string | undefined {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  if (/^[\0-~]$/.test(character) || asSeen(character) === character) return undefined;
  return `${codeOf(character)} ${natureOf(character)}`;
}

function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

function natureOf(character: string): string {
  const name = NAMES[character];
  if (name !== undefined) return `is ${name}`;
  if (/\p{Zs}/u.test(character)) return "is a space of another kind";
  if (unseenAt(character) !== undefined) return "is a character that nobody sees";
  const seen = seenAs(character);
  return seen === undefined ? "is none of them" : `only looks like ${seen}`;
}

/** Joins letters of many scripts as their writing requires. */
const JOINER = /(?<=[^\p{Script=Latin}\P{L}]\p{M}*)[\u200c\u200d]/gu;

/**
 * Where the first character of a text is that nobody sees, or that looks like another one in the midst of a word; undefined where
 * none is. What belongs to an emoji, or to the writing of its language, does not count; line breaks and tabs do not, either.
 */
export function oddCharacterAt(text: string): number | undefined {
  if (/^[\t\n\r -~]*$/.test(text)) return undefined;
  // of the same length
  const unseen = unseenAt(text.replace(JOINER, "x").replace(/[\t\n\r]/g, " "));
  const found = [unseen, lookAlikeAt(text)].filter((index) => index !== undefined);
  return found.length === 0 ? undefined : Math.min(...found);
}

/** Where a letter is in a word of a-z that only looks like one of them. */
function lookAlikeAt(text: string): number | undefined {
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}_]+/gu)) {
    if (!/[A-Za-z]/.test(word)) continue;
    let offset = index;
    for (const character of word) {
      if (/\p{L}/u.test(character) && seenAs(character) !== undefined) return offset;
      offset += character.length;
    }
  }
  return undefined;
}

/** Where the first sign of a word processor is, such as a typographic quote; undefined where none is. */
export function typographicAt(text: string): number | undefined {
  const index = text.search(new RegExp(`[${SIGNS.replace(/[ -~]/g, "")}\\uff01-\\uff5e]`));
  return index < 0 ? undefined : index;
}
