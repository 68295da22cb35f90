import { dayAfter, daysBetween, dayText, shortDayText } from "../../lib/text/days";

test("days are written as people write them, and counted in whole ones", () => {
  expect([dayText("2026-12-08"), shortDayText("2026-12-08"), dayText("soon")]).toEqual([
    "8 December 2026",
    "8 Dec",
    "soon",
  ]);
  expect([daysBetween("2026-12-18", "2027-01-02"), daysBetween("2026-12-18", "2026-12-10")]).toEqual([15, -8]);
  expect([dayAfter("2026-12-28", 7), dayAfter("2026-03-01", -1)]).toEqual(["2027-01-04", "2026-02-28"]);
});
