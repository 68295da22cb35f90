import fc from "fast-check";
import { diffOf, endsText, firstOf } from "../../lib/report/text-lines";

const lines = (most: number) => fc.array(fc.constantFrom("a", "b", "c", "d", "e e"), { maxLength: most });
const edit = fc.record({ at: fc.nat(40), removed: fc.nat(2), added: lines(2) });

/** Two texts that have most lines in common, or few. */
const texts = fc.tuple(lines(40), fc.array(edit, { minLength: 1, maxLength: 12 })).map(([before, edits]) => {
  const after = [...before];
  for (const { at, removed, added } of edits) after.splice(at, removed, ...added);
  return [before, after] as const;
});

test("a diff turns one text into the other, with three lines around each change", () => {
  fc.assert(
    fc.property(texts, ([before, after]) => {
      const rest = [...before];
      const made: string[] = [];
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
        if (sign === " ") {
          const near = diff.slice(Math.max(0, index - 3), index + 4).map((line) => line.sign);
          expect(near.some((each) => each === "+" || each === "-")).toBe(true);
        }
      });
      expect([...made, ...rest]).toEqual(after);
    }),
    { numRuns: 500 },
  );
});

const told = (before: string, after: string, most = 9) =>
  firstOf(diffOf(before, after), most).map(({ sign, text }) => sign + text);

test("line breaks at the end of a text from a file are no lines; where they are all that differs, words say it", () => {
  expect(told("a\n", "a\nb\n")).toEqual([" a", "+b"]);
  expect(told("a", "b\n\n")).toEqual(["-a", "+b"]);
  expect([told("a", "a\n"), told("", "\n")]).toEqual([[], []]);
  expect(endsText("a", "a\n")).toBe("a line break at its end: added");
  expect(endsText("a\r\n", "a")).toBe("a line break at its end: removed");
  expect(endsText("a\n", "a\n\n\n")).toBe("line breaks at its end: 3 in place of 1");
  expect(endsText("a\r\n", "a\n")).toBe("line breaks at its end: written in another way");
  expect([endsText("a", "a"), endsText("a", "b\n")]).toEqual([undefined, undefined]);
});

test("a text of which too many lines have moved is removed and added", () => {
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index}`);
  const signs = diffOf(lines.join("\n"), [...lines].reverse().join("\n")).map(({ sign }) => sign);
  expect(signs).toEqual([...lines.map(() => "-"), ...lines.map(() => "+")]);
});

test("where there is no room for all lines, it is said how many there are besides, and what they do", () => {
  const texts = ["a\nb\nc\nd", "a\nB\nC\nE\nF\nd\ng"] as const;
  expect(told(...texts)).toEqual([" a", "-b", "-c", "+B", "+C", "+E", "+F", " d", "+g"]);
  expect(told(...texts, 2)).toEqual([" a", "-b", "@7 more lines, +5 −1: see --format json"]);
  expect(told("a", "b\nc", 2).at(-1)).toBe("@1 more lines, +1: see --format json");
});
