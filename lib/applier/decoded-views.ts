/** How many encodings inside each other are undone. */
const LAYERS = 3;

/** Undoes an encoding: what a text may stand for. */
type Decoder = (text: string) => string | readonly string[];

/** The ways in which a service may encode a value. */
const decoders: readonly Decoder[] = [
  (text) => [text, text.replaceAll("+", " ")].map((each) => each.replace(/(?:%[0-9a-f]{2})+/gi, percentDecoded)),
  (text) => text.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, jsonCharacter),
  (text) => text.replace(/&(?:#(\d+)|#(x[0-9a-f]+)|(amp|lt|gt|quot|apos));?/gi, htmlCharacter),
  (text) => fromEachStart(text.replace(/0x|[^0-9a-f]/gi, ""), "hex", 2),
  // either alphabet, and neither's signs where they are separators
  (text) =>
    [/[^\w+/]|_/g, /[^\w-]/g, /[\W_]/g].flatMap((others) => fromEachStart(text.replace(others, ""), "base64", 4)),
];

/**
 * A text, and what it says once it is decoded.
 *
 * @param shortest length of a view that counts
 */
export function* decodedViews(text: string, shortest: number): Generator<string> {
  const seen = new Set([text]);
  // what was not encoded decodes to rubbish, which need not be searched
  const legible = new RegExp(`[^\ufffd]{${shortest},}`, "g");
  let layer = [text];
  for (let depth = 0; layer.length > 0; depth++) {
    yield* layer;
    if (depth === LAYERS) return;
    layer = layer
      .flatMap((view) => decoders.flatMap((decode) => decode(view)))
      .map((view) => view.match(legible)?.join("\n") ?? "")
      .filter((view) => view !== "" && !seen.has(view) && seen.add(view));
  }
}

function percentDecoded(bytes: string): string {
  return Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8");
}

function jsonCharacter(_: string, code: string | undefined, letter = ""): string {
  if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
  return { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" }[letter.toLowerCase()] ?? letter;
}

function htmlCharacter(entity: string, decimal: string | undefined, hex: string | undefined, name = ""): string {
  const named = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }[name.toLowerCase()];
  const code = Number(decimal ?? `0${hex}`);
  return named ?? (code <= 0x10ffff ? String.fromCodePoint(code) : entity);
}

/** Digits decoded from each place where a block of them may begin, because other words may come before it. */
function fromEachStart(digits: string, encoding: "hex" | "base64", block: number): string[] {
  return Array.from({ length: block }, (_, start) => Buffer.from(digits.slice(start), encoding).toString("utf8"));
}
