const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A day as people write it: "18 December 2026" for `2026-12-18`. Another text stays as it is. */
export function dayText(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return year === undefined ? day : `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

/** The same without its year, in a picture: "18 Dec". */
export function shortDayText(day: string): string {
  const [date = "", month = ""] = dayText(day).split(" ");
  return `${date} ${month.slice(0, 3)}`;
}

/** How many days a day is after another, such as `2026-12-18`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}

const DAY = 24 * 60 * 60 * 1_000;
