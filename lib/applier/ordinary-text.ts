import { stripVTControlCharacters } from "node:util";
import { onOneLine } from "../text/words";

/** So many characters in a row of what is masked are printed nowhere. */
export const LONGEST_SHOWN_PART = 16;

/** Of a shorter secret, a part is masked if it has so many characters, and half of the secret. */
export const SHORTEST_PART = 12;

/** How many characters of a secret a part has at least that is masked. */
export function leastPart(characters: number): number {
  return Math.min(LONGEST_SHOWN_PART, Math.max(SHORTEST_PART, Math.ceil(characters / 2)));
}

/** A word as sentences have it. */
const WORD = /^[A-Za-z]?[a-z]+[.,:;!?]?$/;

/** Quotes around a name, and what may end a sentence. */
const AROUND = /^["'`]|["'`]?[.,:;!?]?$/g;

/** Words that may be items of a list of bytes or signs, and the fewest that a list has: two groups of hexadecimal digits. */
const ITEM = /\b(?:[a-z]|(?:[a-f]{2})+)\b/gi;
const SHORTEST_LIST = 2;

/**
 * Whether a text has nothing that a mask could find, as all of its words are shorter than any part of a secret that is
 * masked: no encoding makes a part shorter. Most messages are such, and searching them is what takes longest of a success.
 *
 * @param secrets all texts that may have to be masked
 * @param name of what the text is about, which stands before it in the output anyway
 */
export function isOrdinary(text: string, secrets: readonly string[], name?: string): boolean {
  if ((text.match(ITEM) ?? []).length >= SHORTEST_LIST) return false;
  const least = Math.min(...secrets.map(fewestMasked));
  return text
    .split(" ")
    .every((word) => (WORD.test(word) && word.length < least) || word === "" || word.replace(AROUND, "") === name);
}

/** How few characters a mask of a secret may cover. One with blanks may stand in several words. */
function fewestMasked(secret: string): number {
  const shown = onOneLine(stripVTControlCharacters(secret));
  if (shown === "") return Number.POSITIVE_INFINITY;
  return /\s/.test(secret) ? 0 : Math.min(shown.length, leastPart(shown.length));
}
