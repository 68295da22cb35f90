import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AdvisedError, errorLines, topics } from "../../lib/text/errors";

test("an error ends with what to do next, and with the place in the pages that says more", () => {
  const [first, ...more] = errorLines(new AdvisedError("it exists", "adopt it", ["its name is taken"], "exists"));
  expect(first).toBe("error: it exists");
  expect(more).toEqual(["  - its name is taken", "  next: adopt it", "  see docs/troubleshooting.md#exists"]);
});

test("each place that an error leads to is in the page", () => {
  const page = readFileSync(join(__dirname, "../../docs/troubleshooting.md"), "utf8");

  expect(topics.filter((topic) => !page.includes(`<a id="${topic}"></a>`))).toEqual([]);
});
