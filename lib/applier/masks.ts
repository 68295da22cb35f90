import { stripVTControlCharacters } from "node:util";
import { onOneLine } from "../text/words";
import { CommonParts } from "./common-parts";
import { type Decoding, utf8 } from "./decoder";
import { LONGEST_SHOWN_PART, leastPart, SHORTEST_PART } from "./ordinary-text";
import { type SensitiveTexts, SHORTEST_SENSITIVE } from "./sensitive-texts";

/** Shorter secrets are masked only as whole words: within words, masking them would make messages unreadable. */
const SHORTEST_ANYWHERE = 4;

/** For how many characters a packed byte counts at most: what stands between numbers is none of a secret. */
const PACKED_WIDTH = 2;

/** Where something that has to be masked stands in a text. */
interface MaskedPart {
  readonly start: number;
  readonly end: number;
}

/** Finds what has to be masked in one reading of a text. */
export type Mask = (decoding: Decoding, text: string, isCut: boolean) => readonly MaskedPart[];

/** Masks of the key and of environment variables: wherever they stand, also a part, and one that is cut off. */
export function masksOfSecrets(secrets: Iterable<string>): Mask[] {
  const all = needlesOf(secrets);
  const anywhere = all.filter((needle) => charactersOf(needle) >= SHORTEST_ANYWHERE);
  const words = all.filter((needle) => charactersOf(needle) < SHORTEST_ANYWHERE);
  const byLeast = new Map<number, string[]>();
  for (const needle of anywhere) {
    const least = leastPart(charactersOf(needle));
    byLeast.set(least, [...(byLeast.get(least) ?? []), needle]);
  }
  return [
    ...[...byLeast].map(([least, needles]) => partsMask(needles, least)),
    ...anywhere.flatMap((needle) => [wholeMask(needle), beginningMask(needle)]),
    // by chance, what is no base64 reads as any two bytes
    ...words.map(wordMask).map(
      (mask): Mask =>
        (decoding, ...rest) =>
          decoding.isPacked ? [] : mask(decoding, ...rest),
    ),
  ];
}

function charactersOf(needle: string): number {
  return Buffer.from(needle, "latin1").toString().length;
}

/** Masks of texts from Terraform: any part of a long one, a short one as whole words. */
export function masksOfTexts({ texts, known }: SensitiveTexts): Mask[] {
  if (texts.length === 0) return [];
  const isLong = ({ length }: string) => length >= LONGEST_SHOWN_PART;
  const parts = partsMask(needlesOf(texts.filter(isLong)), LONGEST_SHOWN_PART);
  const isKnown = (part: string) => {
    const words = part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
    return words.length >= SHORTEST_SENSITIVE && known.includes(words);
  };
  return [
    (decoding, text, isCut) =>
      joined(parts(decoding, text, isCut)).filter(({ start, end }) => !isKnown(text.slice(start, end))),
    ...needlesOf(texts.filter((text) => !isLong(text))).map(wordMask),
  ];
}

/** Texts as decodings have them. What a terminal takes for an escape may be gone. */
export function needlesOf(texts: Iterable<string>): string[] {
  const needles = [...texts].flatMap((text) => [text, stripVTControlCharacters(text)]);
  return [...new Set(needles.map((needle) => utf8(onOneLine(needle))))].filter((needle) => needle !== "");
}

/** Masks what has at least so many characters of a text, and stands in a needle. */
function partsMask(needles: readonly string[], least: number): Mask {
  // no byte is the sign between them
  const common = new CommonParts(needles.join("\u0100"));
  return (decoding) => {
    const shortest = fewestBytes(least, decoding);
    return common.lengthsIn(decoding.bytes).flatMap((length, last) => {
      if (length < shortest) return [];
      const part = { start: decoding.startOf(last - length + 1), end: decoding.endOf(last) };
      return part.end - part.start >= least ? [part] : [];
    });
  };
}

/** How many bytes of a reading stand for so many characters at least. */
function fewestBytes(characters: number, { widest, isPacked }: Decoding): number {
  return Math.max(1, Math.ceil(characters / Math.min(widest, isPacked ? PACKED_WIDTH : widest)));
}

/** Masks a needle wherever it stands. */
function wholeMask(needle: string): Mask {
  return (decoding) => {
    const { bytes } = decoding;
    const parts: MaskedPart[] = [];
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) {
      parts.push({ start: decoding.startOf(at), end: decoding.endOf(at + needle.length - 1) });
    }
    return parts;
  };
}

/** Masks a needle where it does not stand within a longer word. */
function wordMask(needle: string): Mask {
  return (decoding) => {
    const { bytes } = decoding;
    const parts: MaskedPart[] = [];
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
      const end = at + needle.length;
      if (isWithinWord(decoding, at) || isWithinWord(decoding, end)) continue;
      parts.push({ start: decoding.startOf(at), end: decoding.endOf(end - 1) });
    }
    return parts;
  };
}

/** Whether a place has a letter, a mark or a digit on both sides. Where packed bytes begin or end, so does a word. */
function isWithinWord(decoding: Decoding, at: number): boolean {
  const { bytes, isPacked } = decoding;
  if (isPacked && isOneCharacter(decoding, at - 1) !== isOneCharacter(decoding, at)) return false;
  const before = Buffer.from(bytes.slice(Math.max(0, at - 4), at), "latin1").toString();
  const after = Buffer.from(bytes.slice(at, at + 4), "latin1").toString();
  return /[\p{L}\p{M}\p{N}]$/u.test(before) && /^[\p{L}\p{M}\p{N}]/u.test(after);
}

function isOneCharacter(decoding: Decoding, index: number): boolean {
  return decoding.endOf(index) - decoding.startOf(index) === 1;
}

/** Masks the beginning of a needle at the end of a text that is cut off. */
function beginningMask(needle: string): Mask {
  return (decoding, text, isCut) => {
    const { bytes } = decoding;
    // of a longer one, the other masks find it
    const longest = isCut ? Math.min(needle.length, bytes.length, 4 * LONGEST_SHOWN_PART) : 0;
    for (let length = longest; length > 0; length--) {
      const at = bytes.length - length;
      if (bytes.startsWith(needle.slice(0, length), at)) return [{ start: decoding.startOf(at), end: text.length }];
    }
    return [];
  };
}

/** Parts that overlap, as one longer part each, in their order. */
function joined(parts: readonly MaskedPart[]): MaskedPart[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of parts.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** A text with `***` in the place of some parts. */
export function withMasks(text: string, parts: readonly MaskedPart[]): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of joined(parts)) {
    masked += `${text.slice(at, start)}***`;
    at = end;
  }
  return masked + text.slice(at);
}

/**
 * Whether a reading has one of the pieces of a needle that are in all of its parts that a mask finds: the whole, and what
 * stands for the characters of the shortest part.
 */
export function hasPieceOf(needle: string, decoding: Decoding): boolean {
  const { bytes } = decoding;
  const least = fewestBytes(SHORTEST_PART, decoding);
  const size = Math.ceil(least / 2);
  if (needle.length <= size) return bytes.includes(needle);
  for (let at = 0; at + size <= needle.length; at += least - size + 1) {
    if (bytes.includes(needle.slice(at, at + size))) return true;
  }
  return false;
}
