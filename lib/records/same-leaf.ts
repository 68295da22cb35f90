/**
 * Whether two values that are not lists, and not both objects, are the same.
 *
 * @param field that holds them, or their index in a list
 * @param isData whether they are data of the user's, which the service keeps as it is
 */
export function isSameLeaf(
  field: string | number | undefined,
  declared: unknown,
  actual: unknown,
  isData: boolean,
): boolean {
  if (declared === actual) return true;
  if (typeof declared === "string" && typeof actual === "string" && comparedText(declared) === comparedText(actual)) {
    return true;
  }
  if (isData) return false;
  const instant = /time(stamp)?$/i.test(String(field)) ? instantOf(declared) : undefined;
  if (instant !== undefined && instant === instantOf(actual)) return true;
  return isNumberText(declared, actual) || isNumberText(actual, declared);
}

function isNumberText(number: unknown, text: unknown): boolean {
  return typeof number === "number" && typeof text === "string" && text.trim() !== "" && Number(text) === number;
}

/** Greatest number that counts seconds: what is above counts milliseconds. */
const MOST_SECONDS = 100_000_000_000;

/** Milliseconds since 1970; a text without a zone is UTC. */
function instantOf(value: unknown): number | undefined {
  if (typeof value === "number") return Math.abs(value) < MOST_SECONDS ? value * 1000 : value;
  if (typeof value !== "string") return undefined;
  if (/^-?\d+(\.\d+)?$/.test(value)) return instantOf(Number(value));
  const [, day, time = "T00:00", zone = "Z"] =
    /^(\d{4}-\d{2}-\d{2})([T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(value.trim()) ?? [];
  const instant = day === undefined ? Number.NaN : Date.parse(`${day}${time.replace(" ", "T")}${zone}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/** A text without what makes no difference: how its lines end, and its composition of characters. */
export function comparedText(text: string): string {
  const lines = text.normalize("NFC").split(/\r\n?|\n/);
  return lines
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}
