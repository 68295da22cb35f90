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
    const forms = new Set(all.filter(isLong).flatMap(formsOf).filter(isLong));
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
    // what is cut before it is masked could end within a secret
    const masked = this.masked(stripVTControlCharacters(text.slice(0, SEARCHED)), isCut || text.length > SEARCHED);
    const line = onOneLine(masked);
    const isWhole = text.length <= SEARCHED && line.length <= LONGEST_PRINTED;
    return isWhole ? line : `${line.slice(0, LONGEST_PRINTED).toWellFormed()}… (${text.length} characters)`;
  }

  private masked(text: string, isCut: boolean): string {
    this.words ??= this.wordsToHide();
    let masked = this.forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
    masked = this.forms.reduce(withoutParts, masked);
    // the last character may be cut, too
    if (isCut) masked = this.forms.reduce(withoutBeginning, masked.replace(/\ufffd$/, ""));
    return [...this.shortSecrets, ...this.words].reduce(withoutWords, masked);
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

/** A text with `***` for some words, where they do not stand within longer ones. */
function withoutWords(text: string, words: string): string {
  if (!text.includes(words)) return text;
  const letter = "[\\p{L}\\p{M}\\p{N}]";
  const literal = words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replace(new RegExp(`(?<!${letter}(?=${letter}))${literal}(?!(?<=${letter})${letter})`, "gu"), "***");
}

/** A text on one line, without anything that a CI system takes for a command. */
function onOneLine(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return visible(plain.replace(/::(?=[a-z])/gi, "\\u003a\\u003a"));
}

/** A secret, and what services usually make of one before they repeat it. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const percent = encodeURIComponent(secret.toWellFormed());
  const hex = bytes.toString("hex");
  const forms = [
    secret,
    ...inJson(secret),
    percent,
    percent.replace(/%../g, (code) => code.toLowerCase()),
    percent.replaceAll("%20", "+"),
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

/** Bytes in base64 and base64url: by themselves, or what does not depend on the bytes around them. */
function inBase64(bytes: Buffer, start: number): string[] {
  const base64 = Buffer.concat([Buffer.alloc(start), bytes]).toString("base64");
  const bare = base64.replace(/=+$/, "");
  const inner = bare.slice(start === 0 ? 0 : start + 1, -1);
  const forms = start === 0 ? [base64, bare, inner] : [inner];
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

/** A text with `***` for each part of a form that has at least `SHORTEST_PART` characters and half of the form. */
function withoutParts(text: string, form: string): string {
  const length = Math.max(SHORTEST_PART, Math.ceil(form.length / 2));
  // a long secret has many parts, and most texts are short
  if (text.length < length) return text;
  const places: number[] = [];
  for (let start = 0; start + length <= form.length; start++) {
    const part = form.slice(start, start + length);
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at);
  }
  let masked = "";
  let end = 0;
  for (const at of places.sort((one, other) => one - other)) {
    // places that overlap are one longer part
    if (at >= end) masked += `${text.slice(end, at)}***`;
    end = at + length;
  }
  return masked + text.slice(end);
}

/** A text with `***` for its end, if a form begins with it. */
function withoutBeginning(text: string, form: string): string {
  for (let length = Math.min(form.length, text.length); length > 0; length--) {
    if (text.endsWith(form.slice(0, length))) return `${text.slice(0, -length)}***`;
  }
  return text;
}
