import { stripVTControlCharacters } from "node:util";
import type { Request } from "../protocol/request-file";
import { visible } from "../text/visible";
import { isFields } from "../value/value";
import { CommonParts } from "./common-parts";
import { type Decoding, decodingsOf, utf8 } from "./decodings";
import { fieldRules } from "./field-rules";

/** How many characters of a service's text are printed at most, and searched for secrets. */
const LONGEST_PRINTED = 2_000;
const SEARCHED = 16_384;

/** Shorter secrets are masked only as whole words: within words, masking them would make messages unreadable. */
const SHORTEST_ANYWHERE = 4;

/** Texts from Terraform that are shorter, and plain, are too often what a service says of something else. */
const SHORTEST_SENSITIVE = 8;

/** Words of one case, and numbers: "true", "10", "By day". Masked, they would make ordinary messages unreadable. */
const PLAIN = /^(?:[\s.,:;_/%+-]+|(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\d+)(?![\p{L}\p{M}\d]))*$/u;

/** So many characters in a row of what is masked are printed nowhere. */
const LONGEST_SHOWN_PART = 16;

/** Of a shorter secret, a part is masked if it has so many characters, and half of the secret. */
const SHORTEST_PART = 12;

/** What a request sends that a service's words must not repeat, besides values of the environment. */
export interface SensitiveTexts {
  /** Headers that authenticate, as the code has them. */
  readonly headers?: readonly string[];
  /** Texts that only Terraform knows. Nothing tells which of them are sensitive. */
  readonly texts: readonly string[];
  /** What anybody may read: a part of these texts that stands here, too, is not sensitive. */
  readonly known: string;
}

/** Makes what a service says safe to print: on one line, short, and with `***` in the place of each secret. */
export class Redactor {
  private masks: readonly Mask[] | undefined;

  /**
   * @param secrets the key, and values of the applier's environment
   * @param sensitive gives what else may be sensitive
   */
  constructor(
    private readonly secrets: Iterable<string>,
    private readonly sensitive: () => SensitiveTexts = () => ({ texts: [], known: "" }),
  ) {}

  /**
   * A text as one line. Of a long one, only the beginning.
   *
   * @param isCut whether the text is the beginning of a longer one, and may end within a secret
   */
  line(text: string, isCut = false): string {
    if (text === "") return "";
    const plain = onOneLine(stripVTControlCharacters(text.slice(0, SEARCHED)));
    // what is cut before it is masked could end within a secret
    const masked = this.masked(plain, isCut || text.length > SEARCHED);
    // a CI system takes "::error" for a command
    const line = visible(masked.replace(/::(?=[a-z])/gi, "\\u003a\\u003a"));
    const isWhole = text.length <= SEARCHED && line.length <= LONGEST_PRINTED;
    return isWhole ? line : `${line.slice(0, LONGEST_PRINTED).toWellFormed()}… (${text.length} characters)`;
  }

  private allMasks(): readonly Mask[] {
    const sensitive = this.sensitive();
    return [...masksOfSecrets([...this.secrets, ...(sensitive.headers ?? [])]), ...masksOfTexts(sensitive)];
  }

  private masked(text: string, isCut: boolean): string {
    this.masks ??= this.allMasks();
    // the last character may be cut, too
    const whole = isCut ? text.replace(/(?:\ufffd|%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?)$/i, "") : text;
    const masks = this.masks;
    const parts = decodingsOf(whole).flatMap((decoding) => masks.flatMap((mask) => mask(decoding, whole, isCut)));
    return withMasks(whole, parts);
  }
}

/** Where something that has to be masked stands in a text. */
interface MaskedPart {
  readonly start: number;
  readonly end: number;
}

/** Finds what has to be masked in one reading of a text. */
type Mask = (decoding: Decoding, text: string, isCut: boolean) => readonly MaskedPart[];

/** Masks of the key and of environment variables: wherever they stand, also a part, and one that is cut off. */
function masksOfSecrets(secrets: Iterable<string>): Mask[] {
  const all = needlesOf(secrets);
  const anywhere = all.filter((needle) => charactersOf(needle) >= SHORTEST_ANYWHERE);
  const words = all.filter((needle) => charactersOf(needle) < SHORTEST_ANYWHERE);
  const byLeast = new Map<number, string[]>();
  for (const needle of anywhere) {
    const least = Math.min(LONGEST_SHOWN_PART, Math.max(SHORTEST_PART, Math.ceil(charactersOf(needle) / 2)));
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
function masksOfTexts({ texts, known }: SensitiveTexts): Mask[] {
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
function needlesOf(texts: Iterable<string>): string[] {
  const needles = [...texts].flatMap((text) => [text, stripVTControlCharacters(text)]);
  return [...new Set(needles.map((needle) => utf8(onOneLine(needle))))].filter((needle) => needle !== "");
}

/** Masks what has at least so many characters of a text, and stands in a needle. */
function partsMask(needles: readonly string[], least: number): Mask {
  // no byte is the sign between them
  const common = new CommonParts(needles.join("\u0100"));
  return ({ bytes, starts, ends }) =>
    common.lengthsIn(bytes).flatMap((length, last) => {
      const start = starts[last - length + 1] ?? 0;
      const end = ends[last] ?? 0;
      return length > 0 && end - start >= least ? [{ start, end }] : [];
    });
}

/** Masks a needle wherever it stands. */
function wholeMask(needle: string): Mask {
  return ({ bytes, starts, ends }) => {
    const parts: MaskedPart[] = [];
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + needle.length)) {
      parts.push({ start: starts[at] ?? 0, end: ends[at + needle.length - 1] ?? 0 });
    }
    return parts;
  };
}

/** Masks a needle where it does not stand within a longer word. */
function wordMask(needle: string): Mask {
  return ({ bytes, starts, ends }) => {
    const parts: MaskedPart[] = [];
    for (let at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, at + 1)) {
      const end = at + needle.length;
      if (isWithinWord(bytes, at) || isWithinWord(bytes, end)) continue;
      parts.push({ start: starts[at] ?? 0, end: ends[end - 1] ?? 0 });
    }
    return parts;
  };
}

/** Whether a place has a letter, a mark or a digit on both sides. */
function isWithinWord(bytes: string, at: number): boolean {
  const before = Buffer.from(bytes.slice(Math.max(0, at - 4), at), "latin1").toString();
  const after = Buffer.from(bytes.slice(at, at + 4), "latin1").toString();
  return /[\p{L}\p{M}\p{N}]$/u.test(before) && /^[\p{L}\p{M}\p{N}]/u.test(after);
}

/** Masks the beginning of a needle at the end of a text that is cut off. */
function beginningMask(needle: string): Mask {
  return ({ bytes, starts }, text, isCut) => {
    // of a longer one, the other masks find it
    const longest = isCut ? Math.min(needle.length, bytes.length, 4 * LONGEST_SHOWN_PART) : 0;
    for (let length = longest; length > 0; length--) {
      const at = bytes.length - length;
      if (bytes.startsWith(needle.slice(0, length), at)) return [{ start: starts[at] ?? 0, end: text.length }];
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
function withMasks(text: string, parts: readonly MaskedPart[]): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of joined(parts)) {
    masked += `${text.slice(at, start)}***`;
    at = end;
  }
  return masked + text.slice(at);
}

/** A text with a blank for each run of blanks and line ends. */
function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/**
 * What a service's words must not repeat of a request. What the request file or the API says as well is no text that only
 * Terraform knows: a service that speaks of an `experiment` means its own.
 *
 * @param planned the request as it stands in its file
 * @param values that Terraform passed on
 */
export function sensitiveTexts(planned: Request, values: readonly unknown[]): SensitiveTexts {
  const texts = [...new Set(textsIn(values))].filter(
    (text) => text.length >= SHORTEST_SENSITIVE || (text.length >= SHORTEST_ANYWHERE && !PLAIN.test(text)),
  );
  const hasHeaders = Object.keys(planned.fields).some((field) => field.endsWith("headers"));
  if (texts.length === 0 && !hasHeaders) return { texts: [], known: "" };
  const { apiWords, secretHeadersOf } = fieldRules();
  const headers = secretHeadersOf(planned.fields).map(({ header }) => header.value);
  const known = [...textsIn(planned), JSON.stringify(planned), ...apiWords()].map(onOneLine).join("\n");
  return { headers: textsIn(headers), texts: texts.flatMap((text) => unknownParts(text, known)), known };
}

/** The parts of a text between lines that are known, too. */
function unknownParts(text: string, known: string): string[] {
  if (text.length < SHORTEST_SENSITIVE) return known.includes(onOneLine(text)) ? [] : [text];
  const parts = [[] as string[]];
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const isKnown = line.trim().length >= SHORTEST_SENSITIVE && known.includes(onOneLine(line));
    if (isKnown) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join("\n")).filter((part) => part.trim().length >= SHORTEST_SENSITIVE);
}

/** The texts in a JSON value. Numbers and keys are no secrets. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isFields(value) ? Object.values(value).flatMap(textsIn) : [];
}
