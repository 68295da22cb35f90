/** Where each byte of a decoding begins and ends in the text, in UTF-16 units. */
interface Places {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** A text as its bytes of UTF-8, each with the place in the text that it stands for. */
export class Decoding {
  private found: Places | undefined;

  /**
   * @param bytes one character a byte
   * @param widest how many characters of the text stand for one byte at most
   * @param isPacked whether it was read as base64 or hexadecimal digits, so that what is neither gives any bytes
   * @param find gives the places, which few readers ask for
   */
  constructor(
    readonly bytes: string,
    readonly widest: number,
    readonly isPacked: boolean,
    private readonly find: () => Places,
  ) {}

  /** Where the byte at an index begins. */
  startOf(index: number): number {
    return this.places.starts[index] ?? 0;
  }

  /** Where the byte at an index ends. */
  endOf(index: number): number {
    return this.places.ends[index] ?? 0;
  }

  private get places(): Places {
    this.found ??= this.find();
    return this.found;
  }
}

/** One way to read what a writer has encoded. */
type Decoder = (source: Decoding) => Decoding;

/** Codes that a writer has put in the place of something else. */
interface Encoding {
  readonly pattern: RegExp;
  /** The bytes that a code stands for. */
  readonly decode: (code: string) => string;
  /** Which characters of a code stand for a byte of it; all of them when left out. */
  readonly place?: (index: number, count: number, code: string) => readonly [from: number, to: number];
  /** How many characters stand for one byte at most. */
  readonly widest: number;
  readonly isPacked?: true;
}

/** Reads what a pattern matches, and keeps the rest. */
function decoder(encoding: Encoding): Decoder {
  const { pattern, decode, widest, isPacked = false } = encoding;
  return (source) => {
    const bytes = source.bytes.replace(pattern, (code) => decode(code));
    if (bytes === source.bytes) return source;
    return new Decoding(bytes, source.widest * widest, isPacked || source.isPacked, () => placesIn(source, encoding));
  };
}

function placesIn(source: Decoding, { pattern, decode, place = (_, __, code) => [0, code.length] }: Encoding): Places {
  const starts: number[] = [];
  const ends: number[] = [];
  const push = (from: number, to: number) => {
    starts.push(source.startOf(from));
    ends.push(source.endOf(to - 1));
  };
  let at = 0;
  for (const { 0: code, index } of source.bytes.matchAll(pattern)) {
    for (; at < index; at++) push(at, at + 1);
    const count = decode(code).length;
    for (let byte = 0; byte < count; byte++) {
      const [from, to] = place(byte, count, code);
      push(index + from, index + to);
    }
    at = index + code.length;
  }
  for (; at < source.bytes.length; at++) push(at, at + 1);
  return { starts, ends };
}

/** Reads codes that stand for a text as a whole. */
function textDecoder(pattern: RegExp, decode: (code: string) => string, widest = LONGEST_CODE): Decoder {
  return decoder({ pattern, decode, widest });
}

/** The most characters of a code: those of two escapes in JSON, which stand for one sign. */
const LONGEST_CODE = 12;

export function utf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

function utf8Of(code: number): string {
  return code <= 0x10ffff ? utf8(String.fromCodePoint(code)) : "";
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  v: "\v",
  a: "\u0007",
  e: "\u001b",
  0: "\0",
};

/** Escapes of JSON, JavaScript, Python and the like. */
const unescaped = textDecoder(
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|[^uUx1-9])/g,
  (code) => {
    const units = code.match(/[\da-fA-F]{2,}/g);
    if (!/^\\[uUx]/.test(code)) return NAMED_ESCAPES[code.charAt(1)] ?? code.slice(1);
    const numbers = (units ?? [code.replace(/\D/g, "")]).map((unit) => Number.parseInt(unit, 16));
    return numbers.length === 2 ? utf8(String.fromCharCode(...numbers)) : utf8Of(numbers[0] ?? 0);
  },
);

const byteOf = (code: string) => String.fromCharCode(Number.parseInt(code.slice(-2), 16));

/** Percent-encoding, and bytes of Python and shells. */
const percentDecoded = textDecoder(/%[\da-f]{2}|\\x[\da-f]{2}/gi, byteOf);

/** A part of a form. */
const formDecoded = textDecoder(/%[\da-f]{2}|\+/gi, (code) => (code === "+" ? " " : byteOf(code)));

const NAMED_ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** References of HTML. */
const dereferenced = textDecoder(/&(?:#\d{1,7}|#x[\da-f]{1,6}|lt|gt|amp|quot|apos);/gi, (code) => {
  const name = code.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return NAMED_ENTITIES[name] ?? code;
  return utf8Of(name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
});

/**
 * Reads digits that stand for bytes.
 *
 * @param bits of a digit
 * @param skipped digits before the first whole group: what stands before a text decides where its groups begin
 */
function packedDecoder(pattern: RegExp, encoding: "base64" | "hex", bits: number, skipped: number): Decoder {
  return decoder({
    pattern,
    decode: (code) => code.slice(0, skipped) + Buffer.from(code.slice(skipped), encoding).toString("latin1"),
    place: (index, count, { length }) => {
      if (index < skipped) return [0, skipped];
      const bit = (index - skipped) * 8;
      const to = index === count - 1 ? length : skipped + Math.ceil((bit + 8) / bits);
      return [skipped + Math.floor(bit / bits), to];
    },
    // the last byte also has what is left over
    widest: 5,
    isPacked: true,
  });
}

/** What each code of the text decoders has. */
const TEXT_SIGN = /[\\%+&]/;

const textDecoders = [unescaped, percentDecoded, formDecoded, dereferenced];
const byteDecoders = [
  ...[0, 1, 2, 3].map((skipped) => packedDecoder(/[\w+/-]{6,}={0,2}/g, "base64", 6, skipped)),
  ...[0, 1].map((skipped) => packedDecoder(/[\da-f]{8,}/gi, "hex", 4, skipped)),
];

/** White space in UTF-8: what people see of a run of it is one space. */
const onOneLine = textDecoder(
  /(?:[\t-\r ]|\u00c2\u00a0|\u00e1\u009a\u0080|\u00e2\u0080[\u0080-\u008a\u00a8\u00a9\u00af]|\u00e2\u0081\u009f|\u00e3\u0080\u0080|\u00ef\u00bb\u00bf)+/g,
  () => " ",
  Number.POSITIVE_INFINITY,
);

/**
 * What a text may say, if somebody has encoded a part of it: in JSON, as part of a URL or a form, in HTML, in base64 or in
 * hexadecimal digits, also one in the other. White space is one space. Their number has a bound, whatever the text is.
 */
export function decodingsOf(text: string): readonly Decoding[] {
  const plain = [plainDecoding(text)];
  const once = TEXT_SIGN.test(text) ? read(plain, textDecoders) : [];
  const twice = read(once, textDecoders);
  const packed = read([...plain, ...once], byteDecoders);
  const all = [...packed, ...read(twice, [unescaped]), ...twice, ...once, ...plain];
  const distinct = new Map(all.map((each) => [each.bytes, each]));
  return [...distinct.values()].map(onOneLine);
}

/** The decodings that differ from their sources. */
function read(sources: readonly Decoding[], decoders: readonly Decoder[]): Decoding[] {
  const results = sources.flatMap((source) =>
    decoders.map((decode) => decode(source)).filter((each) => each !== source),
  );
  return [...new Map(results.map((each) => [each.bytes, each])).values()];
}

function plainDecoding(text: string): Decoding {
  const bytes = utf8(text);
  // each byte of a surrogate pair stands for both
  return new Decoding(bytes, bytes.length === text.length ? 1 : 2, false, () => plainPlaces(text));
}

function plainPlaces(text: string): Places {
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const sign of text) {
    const { length } = Buffer.from(sign);
    for (let byte = 0; byte < length; byte++) {
      starts.push(at);
      ends.push(at + sign.length);
    }
    at += sign.length;
  }
  return { starts, ends };
}
