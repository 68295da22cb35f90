import { leastSeconds } from "../../lib/review/least-seconds";

test.each([
  [0, 0],
  [1, 0],
  [100, 0],
  [101, 10],
  [200, 10],
  [201, 20],
  [900, 80],
  [901, 900],
  [1_000, 900],
  [1_001, 910],
  [1_801, 1_800],
])("%d calls take at least %d s", (calls, seconds) => {
  expect(leastSeconds(calls)).toBe(seconds);
});
