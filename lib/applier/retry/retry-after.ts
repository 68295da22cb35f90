/** The three forms of a date in HTTP (RFC 9110, 5.6.7). */
const DATE =
  /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT|(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/;

/**
 * How long a `Retry-After` header (RFC 9110, 10.2.3) asks to wait.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds, 0 for a date in the past; undefined for a header that is missing or is neither whole seconds nor
 *   a date
 */
export function retryAfter(header: unknown, now: number): number | undefined {
  if (typeof header !== "string") return undefined;
  const text = header.trim();
  // beyond this, a wait could not be said in digits
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  if (!DATE.test(text)) return undefined;
  // the asctime form names no zone; all dates in HTTP are in UTC
  const date = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
