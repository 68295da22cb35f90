/** A decoded text that knows, for each of its characters, where that stands in the original. */
export interface View {
  readonly text: string;
  /** Where character `index` begins in the original text. */
  readonly start: (index: number) => number;
  /** Where character `index` ends in the original text. */
  readonly end: (index: number) => number;
}

/** The text itself, and the text decoded in every way in which a service may encode a value, up to two layers deep. */
export function* viewsOf(text: string): Generator<View> {
  const plain: View = { text, start: (index) => index, end: (index) => index + 1 };
  yield plain;
  for (const outer of decoded(plain)) {
    yield outer;
    // base64 in JSON, JSON in a percent-encoded query, and the like
    yield* decoded(outer);
  }
}

function* decoded(view: View): Generator<View> {
  const { text } = view;
  if (text.includes("\\")) yield unescaped(view, JSON_ESCAPE, jsonCharacter);
  if (text.includes("&")) yield unescaped(view, HTML_ENTITY, htmlCharacter);
  if (text.includes("%")) {
    yield unescaped(view, PERCENT, byteOf);
    if (text.includes("+")) yield unescaped(view, FORM, (match) => (match === "+" ? " " : byteOf(match)));
  }
  for (const { 0: run, index } of text.matchAll(HEX_RUN)) yield* blocks(view, index, run, HEX);
  for (const { 0: run, index } of text.matchAll(BASE64_RUN)) yield* blocks(view, index, run, BASE64);
}

const JSON_ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gs;
const HTML_ENTITY = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-f]{1,6});/gi;
const PERCENT = /%[0-9a-fA-F]{2}/g;
const FORM = /%[0-9a-fA-F]{2}|\+/g;

function jsonCharacter(match: string): string {
  const letter = match.charAt(1);
  if (letter === "u" && match.length === 6) return String.fromCharCode(Number.parseInt(match.slice(2), 16));
  return { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }[letter] ?? letter;
}

function htmlCharacter(match: string): string {
  const name = match.slice(1, -1).toLowerCase();
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (name.startsWith("#")) return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  return { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }[name] ?? match;
}

function byteOf(match: string): string {
  return String.fromCharCode(Number.parseInt(match.slice(1), 16));
}

/** A view with every match replaced by the character that it stands for. */
function unescaped(outer: View, pattern: RegExp, characterOf: (match: string) => string): View {
  let text = "";
  const starts: number[] = [];
  const ends: number[] = [];
  const add = (piece: string, from: number, to: number) => {
    for (let index = 0; index < piece.length; index++) {
      text += piece.charAt(index);
      starts.push(from);
      ends.push(to);
    }
  };
  let at = 0;
  for (const { 0: match, index } of outer.text.matchAll(pattern)) {
    for (; at < index; at++) add(outer.text.charAt(at), at, at);
    at = index + match.length;
    add(characterOf(match), index, at - 1);
  }
  for (; at < outer.text.length; at++) add(outer.text.charAt(at), at, at);
  return {
    text,
    start: (index) => outer.start(starts[index] ?? 0),
    end: (index) => outer.end(ends[index] ?? 0),
  };
}

/** An encoding of a fixed number of bytes in a fixed number of digits. */
interface BlockEncoding {
  readonly name: "hex" | "base64";
  /** Digits of a block. */
  readonly digits: number;
  /** Bytes of a block. */
  readonly bytes: number;
}

const HEX: BlockEncoding = { name: "hex", digits: 2, bytes: 1 };
const BASE64: BlockEncoding = { name: "base64", digits: 4, bytes: 3 };

/** Four bytes or more, also with separators between them. */
const HEX_RUN = /[0-9a-f]{2}(?:[\s:-]?[0-9a-f]{2}){3,}/gi;
/** Three bytes or more in either alphabet, also broken into lines. */
const BASE64_RUN = /[\w+/-]{4,}(?:\s+[\w+/-]+)*/g;

/** A run of digits, decoded from each place where a block may begin, because other words may come before it. */
function* blocks(outer: View, offset: number, run: string, { name, digits, bytes }: BlockEncoding): Generator<View> {
  const places: number[] = [];
  let compact = "";
  for (let index = 0; index < run.length; index++) {
    const character = run.charAt(index);
    if (/\s/.test(character) || (name === "hex" && /[:-]/.test(character))) continue;
    places.push(offset + index);
    compact += character;
  }
  for (let skipped = 0; skipped < digits; skipped++) {
    const digitAt = (byte: number, isEnd: boolean) => {
      const within = byte % bytes;
      const digit = name === "hex" ? (isEnd ? 1 : 0) : within + (isEnd ? 1 : 0);
      return places[Math.min(places.length - 1, skipped + Math.floor(byte / bytes) * digits + digit)] ?? offset;
    };
    yield {
      text: Buffer.from(compact.slice(skipped), name).toString("latin1"),
      start: (index) => outer.start(digitAt(index, false)),
      end: (index) => outer.end(digitAt(index, true)),
    };
  }
}
