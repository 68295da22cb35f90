/** The three forms of a date in HTTP (RFC 9110, 5.6.7). */
const DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * How long a `Retry-After` header (RFC 9110, 10.2.3) asks to wait. A date is compared with the answer's own `Date`, since the
 * clock of this machine may be wrong.
 *
 * @param headers of the answer, by their names in lower case
 * @param now milliseconds since 1970, for an answer without `Date`
 * @returns milliseconds, 0 for a date in the past; undefined for a header that is missing or is neither whole seconds nor
 *   a date
 */
export function retryAfter(headers: Readonly<Record<string, unknown>>, now: number): number | undefined {
  const header = headers["retry-after"];
  // beyond this, a wait could not be said in digits
  if (typeof header === "string" && /^\s*\d+\s*$/.test(header)) {
    return Math.min(Number(header) * 1_000, Number.MAX_SAFE_INTEGER);
  }
  const date = httpTime(header);
  return date === undefined ? undefined : Math.max(0, date - (httpTime(headers.date) ?? now));
}

/** The milliseconds since 1970 of a date in HTTP; undefined for what is none. */
function httpTime(header: unknown): number | undefined {
  const text = typeof header === "string" ? header.trim() : "";
  if (!DATE.test(text)) return undefined;
  // the asctime form names no zone; all dates in HTTP are in UTC
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
