/** What the service allows: so many changes in so many seconds. */
const SHORT = { calls: 100, seconds: 10 };
const LONG = { calls: 900, seconds: 900 };

/** The least time that the service's rate limits leave for so many calls, in seconds. */
export function leastSeconds(calls: number): number {
  // the last call waits for those before it
  const before = Math.max(0, calls - 1);
  const long = Math.floor(before / LONG.calls);
  return long * LONG.seconds + Math.floor((before % LONG.calls) / SHORT.calls) * SHORT.seconds;
}
