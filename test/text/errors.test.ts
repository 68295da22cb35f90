import { AdvisedError, errorLines } from "../../lib/text/errors";

test("an error ends with what to do next, and with the place in the pages that says more", () => {
  const [first, ...more] = errorLines(new AdvisedError("it exists", "adopt it", ["its name is taken"], "exists"));
  expect(first).toBe("error: it exists");
  expect(more).toEqual([
    "  - its name is taken",
    "  next: adopt it",
    "  more: npx --no-install cdktf-experimentation explain exists",
  ]);
});
