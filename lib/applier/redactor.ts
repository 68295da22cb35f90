import { viewsOf } from "./decoded-views";

/** How many characters of a service's answer are printed at most. */
const LONGEST = 2_000;

/** How much of a text is searched, and how much of its end is not printed: a secret may be cut off there. */
const SEARCHED = 16_384;
const MARGIN = 4_096;

/** Secrets are searched for in pieces, so that a part of a long one is found, too. */
const PIECE = 64;

/** Shorter texts are hidden only as whole words: within words, hiding them would make messages unreadable. */
const SHORTEST = 4;

/** Makes text from outside safe to print: short, and without secrets, control characters and commands to CI systems. */
export class Redactor {
  private needles: Needles | undefined;

  /** @param secrets the key, and every value of the request that may be a secret */
  constructor(private readonly secrets: Iterable<string>) {}

  /** The text with every secret replaced by `***`, in any encoding and case. Of a long text, only the beginning. */
  hide(text: string): string {
    this.needles ??= new Needles(this.secrets);
    return hidden(text, this.needles);
  }

  /** A text as one line: of limited length, printable, and without secrets. */
  line(text: string): string {
    const cleaned = clean(this.hide(text));
    // once more, because what was taken out may have been inside a secret
    const line = cleaned === text ? text : this.hide(cleaned);
    return line.length > LONGEST ? `${line.slice(0, LONGEST).toWellFormed()}… (${text.length} characters)` : line;
  }
}

/** The texts to search for, indexed by their first characters. */
class Needles {
  /** Lengths of the pieces that begin with these four characters, longest first. */
  readonly lengths = new Map<string, number[]>();
  readonly pieces = new Set<string>();
  /** Texts that are too short to be searched for within words. */
  readonly words = new Set<string>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) {
      this.add(folded(secret));
      // as it looks once it is on one line
      const line = clean(secret);
      if (line !== secret) this.add(folded(line));
      // decoded bytes appear as one character each
      const bytes = Buffer.from(secret, "utf8").toString("latin1");
      if (bytes !== secret) this.add(folded(bytes));
    }
    for (const lengths of this.lengths.values()) lengths.sort((a, b) => b - a);
  }

  private add(secret: string): void {
    if (secret.length < SHORTEST) {
      if (secret !== "") this.words.add(secret);
      return;
    }
    for (let at = 0; at < secret.length; at += PIECE) {
      // the last piece overlaps the one before
      const start = Math.max(0, Math.min(at, secret.length - PIECE));
      this.addPiece(secret.slice(start, start + PIECE));
    }
  }

  private addPiece(piece: string): void {
    if (this.pieces.has(piece)) return;
    this.pieces.add(piece);
    const start = piece.slice(0, SHORTEST);
    const lengths = this.lengths.get(start);
    if (lengths === undefined) this.lengths.set(start, [piece.length]);
    else if (!lengths.includes(piece.length)) lengths.push(piece.length);
  }

  /** The length of the longest piece that begins at an index of a text; 0 if none does. */
  lengthAt(text: string, at: number): number {
    const lengths = this.lengths.get(text.slice(at, at + SHORTEST)) ?? [];
    return lengths.find((length) => this.pieces.has(text.slice(at, at + length))) ?? 0;
  }
}

function hidden(text: string, needles: Needles): string {
  const searched = text.slice(0, SEARCHED);
  const isHidden = new Uint8Array(searched.length);
  for (const { text: view, start, end } of viewsOf(searched)) {
    const seen = folded(view);
    for (let at = 0; at < seen.length; at++) {
      const length = needles.lengthAt(seen, at);
      if (length > 0) isHidden.fill(1, start(at), end(at + length - 1));
    }
  }
  if (needles.words.size > 0) {
    for (const { 0: word, index } of folded(searched).matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      if (needles.words.has(word)) isHidden.fill(1, index, index + word.length);
    }
  }
  const shown = text.length > SEARCHED ? SEARCHED - MARGIN : searched.length;
  let result = "";
  for (let at = 0; at < shown; at++) {
    if (isHidden[at] === 0) result += searched.charAt(at);
    else if (at === 0 || isHidden[at - 1] === 0) result += "***";
  }
  return result;
}

/** A text in lower case, with every character at the same index. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, index) => {
    const character = text.charAt(index);
    const each = character.toLowerCase();
    return each.length === 1 ? each : character;
  }).join("");
}

/** A text on one line, without terminal escapes, control characters and anything that a CI system takes for a command. */
function clean(text: string): string {
  // most text is plain, and compiling the Unicode classes takes longer than all the rest
  const line = /^[ -~]*$/.test(text)
    ? text.replace(/ +/g, " ")
    : text
        .replace(ESCAPES, "")
        .replace(/\s+/gu, " ")
        .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, "");
  return line
    .replace(/##(?=\w*\[)/g, "# #")
    .replace(/::(?=[a-z])/gi, ": :")
    .trim();
}

/** Terminal escape sequences with their arguments: titles and links, then all others. */
const ESCAPES = new RegExp(
  // built from strings, because control characters in a literal look like a mistake
  ["\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?", "[\\u001b\\u009b]\\[?[0-?]*[ -/]*[@-~]"].join("|"),
  "g",
);
