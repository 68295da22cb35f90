/** The value of a JSON text; undefined, which no JSON text means, when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text in JSON, or a whole number of so many digits that it may be rounded. */
const TEXT_OR_LONG_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g;

/** The whole numbers in a JSON text that JavaScript rounds, as they stand there, by what each becomes. */
export function roundedNumbers(text: string): ReadonlyMap<unknown, string> {
  const found = /\d{16}/.test(text) ? (text.match(TEXT_OR_LONG_NUMBER) ?? []) : [];
  const rounded = found.filter((each) => !each.startsWith('"') && isRounded(each));
  return new Map(rounded.map((each) => [Number(each), each]));
}

/** A whole number with so many digits outside of texts; what stands in one may look so, too. */
const LONG_NUMBER = /(?:^|[[:,\s])-?\d{16,}\s*(?:[\]},]|$)/;

/** The value of a JSON text, in which a number that JavaScript rounds is its digits as text: to be shown and compared, not sent. */
export function parseUnrounded(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return parseJson(text);
  const isKept = (part: string) => part.startsWith('"') || !isRounded(part);
  return parseJson(text.replace(TEXT_OR_LONG_NUMBER, (part) => (isKept(part) ? part : `"${part}"`)));
}

/** Whether a whole number has more digits than JavaScript keeps, so that the service would get another one. */
export function isRounded(whole: string): boolean {
  const value = Number(whole);
  if (!Number.isFinite(value)) return true;
  // Terraform writes 1e300 with all its digits, of which a file has one
  return BigInt(whole) !== BigInt(value) && significantDigits(whole) !== significantDigits(value.toExponential());
}

function significantDigits(decimal: string): string {
  return decimal.replace(/e.*|\D/g, "").replace(/^0+|0+$/g, "");
}

/** The JSON of a value, or undefined if it has none, or is nested too deeply. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Whether a value is not an instance of a class: the JSON of such an instance may be misleading. */
export function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** How many lists and objects may stand one in another. */
export const LEVELS = 100;

/** Whether a value has more levels than that: each walk over it would call itself a level, and Node's stack ends. */
export function isTooDeep(json: unknown): boolean {
  let inner = [json];
  for (let level = 0; inner.length > 0; level++) {
    if (level > LEVELS) return true;
    inner = inner.flatMap((value) => (typeof value === "object" && value !== null ? Object.values(value) : []));
  }
  return false;
}
