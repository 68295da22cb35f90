import fc from "fast-check";
import { diffOf, firstOf } from "../../lib/report/text-diff";

const lines = (most: number) => fc.array(fc.constantFrom("a", "b", "c", "d", "e e"), { maxLength: most });
const edit = fc.record({ at: fc.nat(40), removed: fc.nat(2), added: lines(2) });

/** Two texts that have most lines in common, or few. */
const texts = fc.tuple(lines(40), fc.array(edit, { minLength: 1, maxLength: 12 })).map(([before, edits]) => {
  const after = [...before];
  for (const { at, removed, added } of edits) after.splice(at, removed, ...added);
  return [before, after] as const;
});

/** How many lines two lists have in common at most, in their order. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = other.map(() => 0);
  for (const line of one) {
    let [diagonal, left] = [0, 0];
    row = row.map((above, index) => {
      const best = line === other[index] ? diagonal + 1 : Math.max(above, left);
      [diagonal, left] = [above, best];
      return best;
    });
  }
  return row.at(-1) ?? 0;
}

test("a diff turns one text into the other by as few lines as there can be, with three lines around them", () => {
  fc.assert(
    fc.property(texts, ([before, after]) => {
      const rest = [...before];
      const made: string[] = [];
      let changes = 0;
      const diff = diffOf(before.join("\n"), after.join("\n"));
      diff.forEach(({ sign, text }, index) => {
        // what is left out stays: it reaches to the line of the new text that is named
        if (sign === "@") {
          while (made.length + 1 < Number(text.replace("line ", ""))) made.push(rest.shift() ?? "");
          const around = [...diff.slice(Math.max(0, index - 3), index), ...diff.slice(index + 1, index + 4)];
          expect(around.map((line) => line.sign).join("")).toBe(" ".repeat(index === 0 ? 3 : 6));
        }
        if (sign === " " || sign === "-") expect(rest.shift()).toBe(text);
        if (sign === " " || sign === "+") made.push(text);
        if (sign === "+" || sign === "-") changes++;
        if (sign === " ") {
          const near = diff.slice(Math.max(0, index - 3), index + 4).map((line) => line.sign);
          expect(near.some((each) => each === "+" || each === "-")).toBe(true);
        }
      });
      expect([...made, ...rest]).toEqual(after);
      expect(changes).toBe(before.length + after.length - 2 * longestCommon(before, after));
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
