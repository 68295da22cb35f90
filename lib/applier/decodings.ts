import { type Decoder, Decoding, placesOfSigns, textDecoder, utf8 } from "./decoder";
import { packedDecoders, TEXT_SIGN, textDecoders, unescaped, utf16Decoders } from "./encodings";

/** White space in UTF-8: what people see of a run of it is one space. */
const onOneLine = textDecoder(
  /(?:[\t-\r ]|\u00c2\u00a0|\u00e1\u009a\u0080|\u00e2\u0080[\u0080-\u008a\u00a8\u00a9\u00af]|\u00e2\u0081\u009f|\u00e3\u0080\u0080|\u00ef\u00bb\u00bf)+/g,
  () => " ",
  Number.POSITIVE_INFINITY,
);

/** Most bytes of all that a text may say, which bounds the time to look for secrets in it. */
const MOST_BYTES = 2_097_152;

/**
 * What a text may say, if somebody has encoded a part of it in one of the `encodings`, or in one inside another. White
 * space is one space.
 *
 * @returns undefined where that is too much; of 1,024 characters, it never is
 */
export function decodingsOf(text: string): readonly Decoding[] | undefined {
  const plain = [plainDecoding(text)];
  const once = decoded(plain);
  const twice = decoded(once);
  const all = [...read(twice, [unescaped]), ...twice, ...once, ...plain];
  // of equal ones, what was not packed has shorter places
  const distinct = new Map(all.toSorted(packedFirst).map((each) => [each.bytes, each]));
  const count = all.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return count > MOST_BYTES ? undefined : [...distinct.values()].map(onOneLine);
}

function packedFirst(one: Decoding, other: Decoding): number {
  return Number(other.isPacked) - Number(one.isPacked);
}

/** All that one decoder makes of some sources, and UTF-16 in that. */
function decoded(sources: readonly Decoding[]): Decoding[] {
  const coded = sources.filter(({ bytes }) => TEXT_SIGN.test(bytes));
  const results = [...read(coded, textDecoders), ...read(sources, packedDecoders)];
  const wide = results.filter(({ bytes }) => bytes.includes("\0"));
  return [...results, ...read(wide, utf16Decoders)];
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
  return new Decoding(bytes, bytes.length === text.length ? 1 : 2, false, () => placesOfSigns(text, 1));
}
