/** From where to where something stands in a text, in UTF-16 units. */
export type Place = readonly [from: number, to: number];

/** A text as its bytes of UTF-8, each with the place in the text that it stands for. */
export class Decoding {
  private found: readonly Place[] | undefined;

  /**
   * @param bytes one character a byte
   * @param widest how many characters of the text stand for one byte at most
   * @param isPacked whether it was read as digits of bytes, so that what is none gives any bytes
   * @param find gives the places, which few readers ask for
   */
  constructor(
    readonly bytes: string,
    readonly widest: number,
    readonly isPacked: boolean,
    private readonly find: () => readonly Place[],
  ) {}

  /** Where the byte at an index begins. */
  startOf(index: number): number {
    return this.places[index]?.[0] ?? 0;
  }

  /** Where the byte at an index ends. */
  endOf(index: number): number {
    return this.places[index]?.[1] ?? 0;
  }

  private get places(): readonly Place[] {
    this.found ??= this.find();
    return this.found;
  }
}

/** Codes that a writer has put in the place of something else. */
interface Encoding {
  readonly pattern: RegExp;
  /** The bytes that a code stands for. */
  readonly decode: (code: string) => string;
  /** What of a code stands for each of its bytes; all of it when left out. */
  readonly placesIn?: (code: string) => readonly Place[];
  /** How many characters stand for one byte at most. */
  readonly widest: number;
  readonly isPacked?: true;
}

/** One way to read what a writer has encoded. What has no codes stays the same object. */
export type Decoder = (source: Decoding) => Decoding;

/** Reads what a pattern matches, and keeps the rest. */
export function decoder(encoding: Encoding): Decoder {
  const { pattern, decode, widest, isPacked = false } = encoding;
  return (source) => {
    const bytes = source.bytes.replace(pattern, (code) => decode(code));
    if (bytes === source.bytes) return source;
    return new Decoding(bytes, source.widest * widest, isPacked || source.isPacked, () => placesIn(source, encoding));
  };
}

function placesIn(source: Decoding, { pattern, decode, placesIn }: Encoding): Place[] {
  const places: Place[] = [];
  const push = (from: number, to: number) => places.push([source.startOf(from), source.endOf(to - 1)]);
  let at = 0;
  for (const { 0: code, index } of source.bytes.matchAll(pattern)) {
    for (; at < index; at++) push(at, at + 1);
    const parts = placesIn?.(code) ?? Array.from(decode(code), (): Place => [0, code.length]);
    for (const [from, to] of parts) push(index + from, index + to);
    at = index + code.length;
  }
  for (; at < source.bytes.length; at++) push(at, at + 1);
  return places;
}

/** Reads codes that stand for a text as a whole. */
export function textDecoder(pattern: RegExp, decode: (code: string) => string, widest = LONGEST_CODE): Decoder {
  return decoder({ pattern, decode, widest });
}

/** The most characters of a code: those of two escapes in JSON, which stand for one sign. */
const LONGEST_CODE = 12;

export function utf8(text: string): string {
  return Buffer.from(text).toString("latin1");
}

/** Where each byte of UTF-8 stands in a text that has so many places for a unit of UTF-16. */
export function placesOfSigns(text: string, width: number): Place[] {
  let at = 0;
  return Array.from(text).flatMap((sign) => {
    const from = at;
    at += width * sign.length;
    return Array.from(utf8(sign), (): Place => [from, at]);
  });
}
