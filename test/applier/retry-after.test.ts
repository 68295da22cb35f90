import fc from "fast-check";
import { retryAfter } from "../../lib/applier/verdict";

const now = Date.parse("1994-11-06T08:49:30Z");
const wrongClock = "Sun, 06 Nov 1994 10:00:00 GMT";

test.each<[string, unknown, milliseconds: number | undefined, date?: string]>([
  ["nothing", undefined, undefined],
  ["zero", "0", 0],
  ["seconds with leading zeros and space around", " 007 ", 7_000],
  ["more seconds than a number can hold", "9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["a date in the past", "Sun, 06 Nov 1994 08:49:20 GMT", 0],
  ["a date that no calendar has", "Sun, 99 Nov 1994 08:49:37 GMT", undefined],
  ["a date of ISO 8601", "1994-11-06T08:49:37Z", undefined],
  ["a fraction", "1.5", undefined],
  ["several values", "1, 2", undefined],
  ["a list of headers", ["1"], undefined],
  ["a date of a service that has a wrong clock", "Sun, 06 Nov 1994 10:00:05 GMT", 5_000, wrongClock],
  ["a date of a service that says no time", "Sun, 06 Nov 1994 10:00:05 GMT", 4_235_000, "now"],
])("of %s", (_, header, milliseconds, date = "") => {
  expect(retryAfter({ "retry-after": header, date }, now)).toBe(milliseconds);
});

test("of any date is the time until then, whichever form it has", () => {
  const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * 365 * 24 * 3600 }), (later) => {
      const date = new Date(now + later * 1_000);
      const [, day, month, year, time] = date.toUTCString().split(" ") as [string, string, string, string, string];
      const name = days[date.getUTCDay()] ?? "";
      const forms = [
        date.toUTCString(),
        `${name}, ${day}-${month}-${year.slice(2)} ${time} GMT`,
        `${name.slice(0, 3)} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`,
      ];
      for (const form of forms) expect(retryAfter({ "retry-after": form }, now)).toBe(later * 1_000);
    }),
  );
});
