import { structuredPatch } from "diff";
import fc from "fast-check";
import { diffOf, firstOf } from "../../../lib/review/formats/text-diff";

const text = fc
  .array(fc.constantFrom("a", "b", "c", "d", "", "e e"), { maxLength: 30 })
  .map((lines) => lines.join("\n"));

test("two texts differ by as few lines as the diff library says, with three lines around them", () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const end = [before, after].every((each) => each === "" || each.endsWith("\n")) ? "" : "\n";
      const ended = [before, after].map((each) => (each === "" ? "" : `${each}${end}`)) as [string, string];
      const { hunks } = structuredPatch("", "", ...ended, "", "", { context: 3 });
      const expected = hunks.flatMap(({ lines, oldStart, newStart }, index) => [
        ...(index === 0 && oldStart <= 1 && newStart <= 1 ? [] : [`@line ${newStart}`]),
        ...lines.filter((line) => !line.startsWith("\\")),
      ]);
      expect(diffOf(before, after).map((line) => line.sign + line.text)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

test("the line break at the end of a text from a file is no line; only where it comes or goes, it is", () => {
  const told = (before: string, after: string) => diffOf(before, after).map(({ sign, text }) => sign + text);
  expect(told("", "a\nb\n")).toEqual(["+a", "+b"]);
  expect(told("a\n", "a\nb\n")).toEqual([" a", "+b"]);
  expect(told("a", "a\n")).toEqual([" a", "+"]);
  expect(told("", "\n")).toEqual(["+"]);
});

test("a text of which too many lines have moved is removed and added", () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index}`);
  const signs = diffOf(lines.join("\n"), [...lines].reverse().join("\n")).map(({ sign }) => sign);
  expect(signs).toEqual([...lines.map(() => "-"), ...lines.map(() => "+")]);
});

test("where there is no room for all lines, what came stands beside what it took the place of", () => {
  const lines = diffOf("a\nb\nc\nd", "a\nB\nC\nE\nF\nd\ng");
  const told = (most: number) => firstOf(lines, most).map(({ sign, text }) => sign + text);
  expect(told(9)).toEqual([" a", "-b", "-c", "+B", "+C", "+E", "+F", " d", "+g"]);
  expect(told(8)).toEqual([" a", "-b", "+B", "-c", "+C", "+E", "+F", " d"]);
  expect(told(4)).toEqual([" a", "-b", "+B", "-c"]);
});
