import { stripVTControlCharacters } from "node:util";
import type { Request } from "../protocol/request-file";
import { visible } from "../text/visible";
import { isFields } from "../value/value";

/** How many characters of a service's text are printed at most, and searched for secrets. */
const LONGEST_PRINTED = 2_000;
const SEARCHED = 65_536;

/** Shorter secrets are masked only as whole words: within words, masking them would make messages unreadable. */
const SHORTEST_ANYWHERE = 4;

/** Texts from Terraform that are shorter are too often a part of something else that a service says. */
const SHORTEST_SENSITIVE = 8;

/** A part of a secret is masked if it has so many characters, and half of the secret. */
const SHORTEST_PART = 12;

/** Makes what a service says safe to print: on one line, short, and with `***` in the place of each secret. */
export class Redactor {
  private readonly forms: readonly string[];
  private readonly shortSecrets: readonly string[];
  private words: readonly string[] | undefined;

  /**
   * @param secrets the key, and values of the applier's environment
   * @param wordsToHide gives what else may be sensitive: masked only as it is, and where it stands as whole words
   */
  constructor(
    secrets: Iterable<string>,
    private readonly wordsToHide: () => readonly string[] = () => [],
  ) {
    const all = [...new Set(secrets)];
    const isLong = ({ length }: string) => length >= SHORTEST_ANYWHERE;
    const forms = new Set(all.filter(isLong).flatMap(formsOf).map(onOneLine).filter(isLong));
    // the longer first, because it may hold the shorter
    this.forms = [...forms].sort((a, b) => b.length - a.length);
    this.shortSecrets = all.filter((secret) => secret !== "" && !isLong(secret));
  }

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

  private masked(text: string, isCut: boolean): string {
    this.words ??= this.wordsToHide().map(onOneLine);
    const withoutForms = this.forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
    const parts = this.forms.flatMap((form) => partsIn(withoutForms, form));
    let masked = withMasks(withoutForms, parts);
    // the last character may be cut, too
    if (isCut) masked = this.forms.reduce(withoutBeginning, masked.replace(/\ufffd$/, ""));
    return [...this.shortSecrets, ...this.words].reduce(
      (rest, words) => withMasks(rest, wholeWordsIn(rest, words)),
      masked,
    );
  }
}

/**
 * The texts from Terraform that a service's words must not repeat: any of them may be sensitive, and nothing here tells
 * which. What the request file or the API says as well is none: a service that speaks of an `experiment` means its own.
 *
 * @param planned the request as it stands in its file
 * @param values that Terraform passed on
 */
export function sensitiveTexts(planned: Request, values: readonly unknown[]): string[] {
  const long = [...new Set(textsIn(values))].filter(({ length }) => length >= SHORTEST_SENSITIVE);
  if (long.length === 0) return [];
  // loaded only where it is needed
  const { apiWords } = require("./check-fields") as typeof import("./check-fields");
  const known = [JSON.stringify(planned), ...apiWords()].join("\n");
  return long.filter((text) => !known.includes(text));
}

/** The texts in a JSON value. Numbers and keys are no secrets. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isFields(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Where something that has to be masked stands in a text. */
interface MaskedPart {
  readonly start: number;
  readonly end: number;
}

/** A text with `***` in the place of some parts. */
function withMasks(text: string, parts: readonly MaskedPart[]): string {
  let masked = "";
  let end = 0;
  for (const part of parts.toSorted((one, other) => one.start - other.start)) {
    // those that overlap are one longer part
    if (part.start >= end) masked += `${text.slice(end, part.start)}***`;
    end = Math.max(end, part.end);
  }
  return masked + text.slice(end);
}

/** Where some words stand in a text, and not within longer ones. */
function wholeWordsIn(text: string, words: string): MaskedPart[] {
  const parts: MaskedPart[] = [];
  let start = text.indexOf(words);
  while (start >= 0) {
    const end = start + words.length;
    const isWhole = !isWithinWord(text, start) && !isWithinWord(text, end);
    if (isWhole) parts.push({ start, end });
    start = text.indexOf(words, isWhole ? end : start + 1);
  }
  return parts;
}

/** Whether a place in a text has a letter, a mark or a digit on both sides. */
function isWithinWord(text: string, at: number): boolean {
  return (
    /[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
    /^[\p{L}\p{M}\p{N}]/u.test(text.slice(at, at + 2))
  );
}

/** A text with a blank for each run of blanks and line ends. */
function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A secret, and what services usually make of one before they repeat it. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  const forms = [
    secret,
    ...inJson(secret),
    ...inPercent(secret),
    ...[0, 1, 2].flatMap((start) => inBase64(bytes, start)),
    hex,
    hex.toUpperCase(),
  ];
  return forms.flatMap((form) => [form, ...inJson(form)]);
}

/** A text as it stands inside a JSON string. Writers differ in what else they escape. */
function inJson(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, unicodeEscape);
  return [json, json.replace(/[<>&]/g, unicodeEscape), ascii, ascii.replaceAll("/", "\\/")];
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Signs that percent-encoding leaves as they are, besides letters and digits. */
const UNENCODED = [
  "-_.!~*'()", // of part of a URL in JavaScript
  "-_.!~*'();,/?:@&=+$#", // of a whole URL there
  "-_.~", // by RFC 3986
  "-_.~/", // of a path in Python
  "-_.*", // of a form
  "",
];

/** A text in percent-encoding. Writers differ in what they leave as it is. */
function inPercent(text: string): string[] {
  const signs = [...text.toWellFormed()];
  return UNENCODED.flatMap((left) => {
    const isLeft = (sign: string) => /[a-z0-9]/i.test(sign) || left.includes(sign);
    const percent = signs.map((sign) => (isLeft(sign) ? sign : percentCode(sign))).join("");
    const small = percent.replace(/%../g, (code) => code.toLowerCase());
    return [percent, small].flatMap((form) => [form, form.replaceAll("%20", "+")]);
  });
}

function percentCode(sign: string): string {
  return Buffer.from(sign).toString("hex").toUpperCase().replace(/../g, "%$&");
}

/** Bytes in base64 and base64url: by themselves, or what does not depend on the bytes around them. */
function inBase64(bytes: Buffer, start: number): string[] {
  const base64 = Buffer.concat([Buffer.alloc(start), bytes]).toString("base64");
  const bare = base64.replace(/=+$/, "");
  const inner = bare.slice(start === 0 ? 0 : start + 1, -1);
  const forms = start === 0 ? [base64, bare, inner] : [inner];
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** Where parts of a form stand in a text that have at least `SHORTEST_PART` characters and half of the form. */
function partsIn(text: string, form: string): MaskedPart[] {
  const least = Math.max(SHORTEST_PART, Math.ceil(form.length / 2));
  // each such part has one of these pieces as a whole, so that a text is searched for a handful, however long the secret is
  const size = Math.ceil(least / 2);
  const parts: MaskedPart[] = [];
  for (let piece = 0; piece + size <= form.length; piece += size) {
    const sought = form.slice(piece, piece + size);
    for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
      const part = partAround(text, at, form, piece);
      if (part.end - part.start >= least) parts.push(part);
    }
  }
  return parts;
}

/** The whole of what a text and a form have in common around a place in each. */
function partAround(text: string, at: number, form: string, piece: number): MaskedPart {
  let before = 0;
  while (before < Math.min(at, piece) && text[at - before - 1] === form[piece - before - 1]) before++;
  let after = 0;
  while (piece + after < form.length && text[at + after] === form[piece + after]) after++;
  return { start: at - before, end: at + after };
}

/** A text with `***` for its end, if a form begins with it. */
function withoutBeginning(text: string, form: string): string {
  for (let length = Math.min(form.length, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}***`;
  }
  return text;
}
