/** A text as its bytes of UTF-8, each with the place in the text that it stands for. */
export interface Decoding {
  /** One character a byte. */
  readonly bytes: string;
  /** Where each byte begins and ends in the text, in UTF-16 units. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether it was read as base64 or hexadecimal digits, so that what is neither gives any bytes. */
  readonly isPacked?: true;
}

/** What a part of an encoded text stands for. */
interface Decoded {
  readonly bytes: string;
  /** The characters that stand for it, within the part. */
  readonly from: number;
  readonly to: number;
}

/** One way to read what a writer has encoded. */
type Decoder = (source: Decoding) => Decoding;

/** Reads what a pattern matches, and keeps the rest. */
function decoder(pattern: RegExp, decode: (code: string) => readonly Decoded[]): Decoder {
  return (source) => {
    const bytes: string[] = [];
    const starts: number[] = [];
    const ends: number[] = [];
    const push = (text: string, from: number, to: number) => {
      for (const byte of text) {
        bytes.push(byte);
        starts.push(source.starts[from] ?? 0);
        ends.push(source.ends[to] ?? 0);
      }
    };
    let at = 0;
    for (const { 0: code, index } of source.bytes.matchAll(pattern)) {
      for (; at < index; at++) push(source.bytes.charAt(at), at, at);
      for (const { bytes: read, from, to } of decode(code)) push(read, index + from, index + to - 1);
      at = index + code.length;
    }
    if (at === 0) return source;
    for (; at < source.bytes.length; at++) push(source.bytes.charAt(at), at, at);
    return { bytes: bytes.join(""), starts, ends };
  };
}

/** Reads codes that stand for a text as a whole. */
function textDecoder(pattern: RegExp, decode: (code: string) => string): Decoder {
  return decoder(pattern, (code) => [{ bytes: decode(code), from: 0, to: code.length }]);
}

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

/** @param skipped characters before the first whole group: what stands before a text decides where its groups begin */
function base64Decoded(skipped: number): Decoder {
  return decoder(/[\w+/-]{6,}={0,2}/g, (code) => {
    const bytes = Buffer.from(code.slice(skipped).replace(/=+$/, ""), "base64").toString("latin1");
    const first = { bytes: code.slice(0, skipped), from: 0, to: skipped };
    const rest = [...bytes].map((byte, index) => ({
      bytes: byte,
      from: skipped + Math.floor((index * 8) / 6),
      to: index === bytes.length - 1 ? code.length : skipped + Math.ceil(((index + 1) * 8) / 6),
    }));
    return skipped === 0 ? rest : [first, ...rest];
  });
}

/** @param skipped digits before the first pair */
function hexDecoded(skipped: number): Decoder {
  return decoder(/[\da-f]{8,}/gi, (code) => {
    const bytes = Buffer.from(code.slice(skipped), "hex").toString("latin1");
    const rest = [...bytes].map((byte, index) => ({
      bytes: byte,
      from: skipped + index * 2,
      to: skipped + index * 2 + 2,
    }));
    return skipped === 0 ? rest : [{ bytes: code.slice(0, skipped), from: 0, to: skipped }, ...rest];
  });
}

const textDecoders = [unescaped, percentDecoded, formDecoded, dereferenced];
const byteDecoders = [...[0, 1, 2, 3].map(base64Decoded), ...[0, 1].map(hexDecoded)];

/** White space in UTF-8: what people see of a run of it is one space. */
const onOneLine = textDecoder(
  /(?:[\t-\r ]|\u00c2\u00a0|\u00e1\u009a\u0080|\u00e2\u0080[\u0080-\u008a\u00a8\u00a9\u00af]|\u00e2\u0081\u009f|\u00e3\u0080\u0080|\u00ef\u00bb\u00bf)+/g,
  () => " ",
);

/**
 * What a text may say, if somebody has encoded a part of it: in JSON, as part of a URL or a form, in HTML, in base64 or in
 * hexadecimal digits, also one in the other. White space is one space. Their number has a bound, whatever the text is.
 */
export function decodingsOf(text: string): readonly Decoding[] {
  const plain = [plainDecoding(text)];
  const once = read(plain, textDecoders);
  const twice = read(once, textDecoders);
  const packed = read([...plain, ...once], byteDecoders).map((each) => ({ ...each, isPacked: true as const }));
  const all = [...packed, ...read(twice, [unescaped]), ...twice, ...once, ...plain];
  const distinct = new Map(all.map((each) => [each.bytes, each]));
  return [...distinct.values()].map((each) => ({ ...each, ...onOneLine(each) }));
}

/** The decodings that differ from their sources. */
function read(sources: readonly Decoding[], decoders: readonly Decoder[]): Decoding[] {
  const results = sources.flatMap((source) =>
    decoders.map((decode) => decode(source)).filter((each) => each !== source),
  );
  return [...new Map(results.map((each) => [each.bytes, each])).values()];
}

function plainDecoding(text: string): Decoding {
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
  return { bytes: utf8(text), starts, ends };
}
