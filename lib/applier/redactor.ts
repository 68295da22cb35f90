import { isObject } from "../api/describe";
import { visible } from "../api/escape-invisible";
import type { Request } from "../protocol/request-file";
import { decodedViews } from "./decoded-views";

/** How many characters of a service's text are printed at most, and how many are looked at. */
const LONGEST_SHOWN = 2_000;
const LOOKED_AT = 4_096;

/** A part of a secret is recognised by this many characters. */
const WINDOW = 8;

/** Shorter secrets are hidden only as whole words: within words, hiding them would make messages unreadable. */
const SHORTEST_ANYWHERE = 4;

/** Texts from Terraform that are shorter are too often a part of something else that a service says. */
const SHORTEST_SENSITIVE = 8;

/** What stands for a text that holds a secret in another form than its own. */
const WITHHELD = "(not shown: the answer repeats a secret)";

/**
 * Makes what a service says safe to print: on one line, short, and without secrets. Where a secret stands as it is, `***`
 * takes its place. Where a part of it is left, or an encoding, the text is not shown at all.
 */
export class Redactor {
  private readonly secrets: readonly string[];
  private traces: Traces | undefined;
  private words: readonly string[] | undefined;

  /**
   * @param secrets the key, and values of the applier's environment
   * @param wordsToHide gives what else may be sensitive: hidden only as it is, and where it stands as whole words
   */
  constructor(
    secrets: Iterable<string>,
    private readonly wordsToHide: () => readonly string[] = () => [],
  ) {
    // the longer first, because it may hold the shorter
    this.secrets = [...new Set(secrets)].filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
  }

  /** A text as one line. Of a long one, only the beginning. */
  line(text: string): string {
    if (text === "") return "";
    const line = onOneLine(this.masked(text.slice(0, LOOKED_AT)));
    const shown = line.slice(0, LONGEST_SHOWN).toWellFormed();
    this.traces ??= new Traces(this.secrets);
    if (this.traces.areIn(shown)) return WITHHELD;
    const isWhole = text.length <= LOOKED_AT && line.length <= LONGEST_SHOWN;
    return isWhole ? shown : `${shown}… (${text.length} characters)`;
  }

  private masked(text: string): string {
    let masked = text;
    for (const secret of this.secrets) {
      masked = secret.length < SHORTEST_ANYWHERE ? withoutWords(masked, secret) : masked.replaceAll(secret, "***");
    }
    this.words ??= this.wordsToHide();
    for (const words of this.words) masked = withoutWords(masked, words);
    return masked;
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
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** What would show that secrets are in a text. */
class Traces {
  /** Parts of long secrets, with everything in them, and with letters and digits alone. */
  private readonly pieces = new Set<string>();
  /** Secrets that are shorter than a part. */
  private readonly short: readonly string[];
  private readonly shortest: number;

  constructor(secrets: readonly string[]) {
    const searched = secrets.map(folded).filter(({ length }) => length >= SHORTEST_ANYWHERE);
    this.short = searched.filter(({ length }) => length < WINDOW);
    this.shortest = Math.min(WINDOW, ...this.short.map(({ length }) => length));
    for (const secret of searched) {
      for (const form of [secret, bare(secret)]) for (const piece of windowsOf(form)) this.pieces.add(piece);
    }
  }

  /** Whether a text holds one, in any case and encoding. */
  areIn(text: string): boolean {
    if (this.short.length + this.pieces.size === 0) return false;
    for (const view of decodedViews(text, this.shortest)) {
      const seen = folded(view);
      if (this.short.some((secret) => seen.includes(secret))) return true;
      if (this.isPieceIn(seen) || this.isPieceIn(bare(seen))) return true;
    }
    return false;
  }

  private isPieceIn(text: string): boolean {
    for (const piece of windowsOf(text)) if (this.pieces.has(piece)) return true;
    return false;
  }
}

/** Every part of a text that is as long as a piece. */
function* windowsOf(text: string): Generator<string> {
  for (let end = WINDOW; end <= text.length; end++) yield text.slice(end - WINDOW, end);
}

/** A text without differences between upper and lower case, of blanks, and of compositions of the same character. */
function folded(text: string): string {
  // twice, because some characters have several in the other case
  return text.normalize("NFKC").toLowerCase().toUpperCase().replace(/\s+/g, " ");
}

/** The letters and digits of a text. */
function bare(text: string): string {
  // compiling the Unicode classes takes longer than the rest
  return text.replace(/^[ -~]*$/.test(text) ? /[\W_]+/g : /[^\p{L}\p{N}]+/gu, "");
}

/** A text with `***` for some words, where they do not stand within longer ones. */
function withoutWords(text: string, words: string): string {
  if (!text.includes(words)) return text;
  const letter = "[\\p{L}\\p{M}\\p{N}]";
  const literal = words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return text.replace(new RegExp(`(?<!${letter}(?=${letter}))${literal}(?!(?<=${letter})${letter})`, "gu"), "***");
}

/** A text on one line, without terminal escapes and anything that a CI system takes for a command. */
function onOneLine(text: string): string {
  const plain = text.replace(ESCAPES, "").replace(/\s+/g, " ").trim();
  return visible(plain.replace(/::(?=[a-z])/gi, "\\u003a\\u003a"));
}

/** Terminal escape sequences with their arguments: titles and links, then all others. */
const ESCAPES = new RegExp(
  // built from strings, because control characters in a literal look like a mistake
  ["\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?", "[\\u001b\\u009b]\\[?[0-?]*[ -/]*[@-~]"].join("|"),
  "g",
);
