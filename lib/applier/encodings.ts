import { type Decoder, decoder, type Place, placesOfSigns, textDecoder, utf8 } from "./decoder";

function utf8Of(code: number): string {
  return code <= 0x10ffff ? utf8(String.fromCodePoint(code)) : "";
}

const byteOf = (code: string) => String.fromCharCode(Number.parseInt(code.slice(-2), 16));

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
export const unescaped = textDecoder(
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|u\{[\da-fA-F]{1,6}\}|U[\da-fA-F]{8}|x[\da-fA-F]{2}|[^uUx1-9])/g,
  (code) => {
    const units = code.match(/[\da-fA-F]{2,}/g);
    if (!/^\\[uUx]/.test(code)) return NAMED_ESCAPES[code.charAt(1)] ?? code.slice(1);
    const numbers = (units ?? [code.replace(/\D/g, "")]).map((unit) => Number.parseInt(unit, 16));
    return numbers.length === 2 ? utf8(String.fromCharCode(...numbers)) : utf8Of(numbers[0] ?? 0);
  },
);

/** Percent-encoding, and bytes of Python, C and shells. */
const percentDecoded = textDecoder(/%[\da-f]{2}|\\x[\da-f]{2}|\\[0-3][0-7]{2}/gi, (code) =>
  /^\\\d/.test(code) ? String.fromCharCode(Number.parseInt(code.slice(1), 8)) : byteOf(code),
);

/** A part of a form. */
const formDecoded = textDecoder(/%[\da-f]{2}|\+/gi, (code) => (code === "+" ? " " : byteOf(code)));

/** What JavaScript's `escape` writes: units of UTF-16. */
const unitsDecoded = textDecoder(/%ud[89ab][\da-f]{2}%ud[c-f][\da-f]{2}|%u[\da-f]{4}|%[\da-f]{2}/gi, (code) =>
  utf8(String.fromCharCode(...(code.match(/[\da-f]{2,}/gi) ?? []).map((unit) => Number.parseInt(unit, 16)))),
);

/** Quoted-printable. Where it ends a line, that is a blank by now. */
const quotedPrintable = textDecoder(/=[\da-f]{2}|=\s{1,2}/gi, (code) => (/\s/.test(code) ? "" : byteOf(code)));

/** References of HTML to ASCII, by their names in lower case. */
const NAMED_ENTITIES: Readonly<Record<string, string>> = Object.fromEntries(
  `quot" amp& apos' lt< gt> nbsp\u0020 excl! num# dollar$ percnt% lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; equals=
  quest? commat@ lsqb[ lbrack[ bsol\\ rsqb] rbrack] hat^ lowbar_ grave\` lcub{ lbrace{ verbar| vert| rcub} rbrace}`
    .split(/\s*\n\s*| (?=[a-z])/)
    .map((each) => [each.slice(0, -1), each.slice(-1)]),
);

/** References of HTML. Browsers read numbers without the semicolon, too. */
const dereferenced = textDecoder(/&(?:#(?:\d{1,7}|x[\da-f]{1,6});?|[a-z]{2,6};)/gi, (code) => {
  const name = code.slice(1).replace(";", "").toLowerCase();
  if (!name.startsWith("#")) return NAMED_ENTITIES[name] ?? code;
  return utf8Of(name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)));
});

/** What each code of the text decoders has. */
export const TEXT_SIGN = /[\\%+&=]/;

export const textDecoders: readonly Decoder[] = [
  unescaped,
  percentDecoded,
  formDecoded,
  unitsDecoded,
  quotedPrintable,
  dereferenced,
];

/**
 * Reads digits that stand for bytes.
 *
 * @param bits of a digit
 * @param skipped digits before the first whole group: what stands before a text decides where its groups begin
 */
function packedDecoder(pattern: RegExp, encoding: "base64" | "hex", bits: number, skipped: number): Decoder {
  const decode = (code: string) =>
    code.slice(0, skipped) + Buffer.from(code.slice(skipped), encoding).toString("latin1");
  const placesIn = (code: string) => {
    const digits = Array.from(code.matchAll(/\S/g), ({ index }) => index);
    const count = decode(code).length;
    return Array.from({ length: count }, (_, index): Place => {
      if (index < skipped) return [0, skipped];
      const bit = (index - skipped) * 8;
      const [first, last] = [Math.floor(bit / bits), Math.ceil((bit + 8) / bits) - 1].map(
        (digit) => digits[skipped + digit] ?? 0,
      ) as [number, number];
      return [first, index === count - 1 ? code.length : last + 1];
    });
  };
  // the last byte also has what is left over
  return decoder({ pattern, decode, placesIn, widest: 5, isPacked: true });
}

/** Most characters of an item with what stands before it. */
const WIDEST_ITEM = 32;

/** What a list may stand in is not its first item. */
const NO_BRACKET = `(?![[{(<"',:])`;

/** What may stand before the number of an item, and between that and the item. */
const NUMBERED = String.raw`([^\w:=]{1,8})\d{1,5}([^\w:=]{0,4}(?::|=>?)[^\w:=]{0,4})`;

/**
 * Reads lists with the same between all items, which may be numbered, too: `115, 101, 99, 114`, `73:65:63:72`,
 * `{"0":115,"1":101,"2":99,"3":114}`.
 *
 * @param item a pattern without groups
 * @param between another one, of what stands between items
 * @param fewest items of a list
 */
function listDecoder(item: string, between: string, bytesOf: (item: string) => string, fewest = 4): Decoder {
  const more = `{${fewest - 2},}`;
  const pattern = new RegExp(
    `${NO_BRACKET}${item}(?:${NUMBERED}${item}(?:\\1\\d{1,5}\\2${item})${more}|(${between})${item}(?:\\3${item})${more})`,
    "gi",
  );
  const first = new RegExp(pattern.source, "i");
  const itemsIn = (code: string) => {
    const [, before = "", after = "", gap = `${before}\\d+${after}`] =
      first.exec(code)?.map((group) => group?.replace(/\W/g, "\\$&")) ?? [];
    return Array.from(code.matchAll(new RegExp(`(${item})(?:${gap}|$)`, "gi")));
  };
  return decoder({
    pattern,
    decode: (code) =>
      itemsIn(code)
        .map(([, text = ""]) => bytesOf(text))
        .join(""),
    placesIn: (code) =>
      itemsIn(code).flatMap(({ 1: text = "", index }) =>
        Array.from(bytesOf(text), (): Place => [index, index + text.length]),
      ),
    widest: WIDEST_ITEM,
    isPacked: true,
  });
}

/** A number that stands for a byte, also one with a sign, or for a code point. */
function bytesOfNumber(item: string): string {
  const number = Number(item);
  return number <= 255 ? String.fromCharCode(number & 255) : utf8Of(number);
}

export const packedDecoders: readonly Decoder[] = [
  // in lines, too, which are parted by blanks by now
  ...[0, 1, 2, 3].map((skipped) => packedDecoder(/(?:[\w+/-]{48,}\s{1,2})*[\w+/-]{6,}={0,2}/g, "base64", 6, skipped)),
  ...[0, 1].map((skipped) => packedDecoder(/[\da-f]{8,}/gi, "hex", 4, skipped)),
  listDecoder(String.raw`(?<!\d)-?\d{1,7}(?!\d)`, String.raw`\D{1,24}?`, bytesOfNumber),
  // in groups, too, of which two may be enough
  listDecoder(
    String.raw`(?<![\da-f])(?:[\da-f]{2}){1,64}(?![\da-f])`,
    String.raw`\W{1,8}(?:byte\) ?)?(?:0?x|u)?`,
    (item) => Buffer.from(item, "hex").toString("latin1"),
    2,
  ),
  // signs one by one
  listDecoder(
    String.raw`(?<!\w)(?:[!-~]|[\u00c2-\u00f4][\u0080-\u00bf]{1,3})(?!\w)`,
    // no sign of the list, as a full stop
    String.raw`"[^\w"]{1,6}"|'[^\w']{1,6}'|\W{1,8}?`,
    (item) => item,
  ),
];

/**
 * What is left of UTF-16 where it was read as bytes: some units of Latin letters, and others near them. Two letters before it
 * are what it stands in.
 */
const LITTLE_END = /(?:(?![ -~]{2})[\0-\u00ff][^\0]){0,4}(?:[^\0]\0){3,}(?:(?:[\0-\u00ff][^\0]){1,4}(?:[^\0]\0)+)*/g;
const BIG_END = /(?:(?![ -~]{2})[^\0][\0-\u00ff]){0,4}(?:\0[^\0]){3,}(?:(?:[^\0][\0-\u00ff]){1,4}(?:\0[^\0])+)*/g;

function utf16Decoder(pattern: RegExp, isSwapped: boolean): Decoder {
  const textOf = (code: string) => {
    const bytes = Buffer.from(code, "latin1");
    return (isSwapped ? bytes.swap16() : bytes).toString("utf16le");
  };
  return decoder({
    pattern,
    decode: (code) => utf8(textOf(code)),
    placesIn: (code) => placesOfSigns(textOf(code), 2),
    widest: 4,
  });
}

export const utf16Decoders: readonly Decoder[] = [utf16Decoder(LITTLE_END, false), utf16Decoder(BIG_END, true)];
