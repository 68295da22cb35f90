import { stripVTControlCharacters } from "node:util";
import { createColors } from "picocolors";
import type { Doc } from "../../lib/report/document";
import { type Icon, icons } from "../../lib/report/signs";
import { toText } from "../../lib/report/text";
import { columnsOf } from "../../lib/text/columns";

const colours = createColors(false);
const textOf = (doc: Doc, width = Number.POSITIVE_INFINITY) => toText([doc], { colours, width });

test("columns stand below each other, also behind wide characters and emoji", () => {
  const rows = [
    ["購入する", "1"],
    ["👩‍👩‍👧", "2"],
    ["plain", "3"],
  ];
  expect(textOf({ node: "table", look: "grid", label: "a", heads: ["name", "size"], rows }).split("\n")).toEqual([
    "name      size",
    "購入する  1",
    "👩‍👩‍👧        2",
    "plain     3",
    "",
  ]);
});

test("a line of wide characters is parted where the terminal ends", () => {
  expect(textOf({ node: "words", words: "購入する今すぐ購入" }, 10)).toBe("購入する今\nすぐ購入\n");
});

test.each([false, true])(
  "no line begins with a command, and a line to copy stays whole, in colours (%s) or not",
  (isColoured) => {
    const copied = "a line that is to be copied";
    const words = [{ quiet: ["購入する::error::購入する今 a ::set-env b ", { copy: copied }, " ::error"] }];
    for (let width = 4; width < 40; width++) {
      const painted = toText([{ node: "words", words }], { colours: createColors(isColoured), width });
      expect(painted.includes("\u001b")).toBe(isColoured);
      const text = stripVTControlCharacters(painted);
      expect(text).not.toMatch(/^\s*::[a-z]/m);
      expect(text).toContain(copied);
      const others = text.split("\n").filter((line) => !/\\u|copied/.test(line));
      expect(others.filter((line) => columnsOf(line) > Math.max(width, "::set-env".length))).toEqual([]);
    }
  },
);

test("nothing is no text of that name, and what is written from right to left turns no arrow round", () => {
  const rows = [
    ["gate", { nothing: "none" }, "none"],
    ["label", { code: "שלום" }, { code: "תודה" }],
  ];
  expect(textOf({ node: "table", look: "fields", label: "a", heads: ["field", "before", "after"], rows })).toBe(
    "gate: (none) → none\nlabel: \u2068שלום\u2069 → \u2068תודה\u2069\n",
  );
  expect(textOf({ node: "words", words: '"א" → "ב\n"' })).toBe('"\u2068א\u2069" → "\u2068ב\u2069 / "\n');
});

test("where a terminal has ASCII alone, what is drawn has, and what can be pasted stays as it is", () => {
  const parts = [
    { percent: 20, colour: 0 },
    { percent: 20, colour: 1 },
    { percent: 20, look: "planned" },
    { percent: 40, look: "rest" },
  ] as const;
  const docs: Doc[] = [
    { node: "part", look: "head", title: "Verdict", icon: "info", body: [], meta: ["a", "b"] },
    { node: "words", words: "10 → 60 %" },
    { node: "bars", rows: [{ caption: "after", parts }] },
    { node: "words", words: [...Object.keys(icons).map((icon) => ({ icon: icon as Icon })), " ", { swatch: 2 }] },
    { node: "words", words: { copy: "--accept ramp:é→" } },
  ];
  const text = toText(docs, { colours, width: 80, isAscii: true });
  expect(text).toMatch(/^Verdict\na - b\n\n10 -> 60 %\nafter {2}#{8}={8}_{8}\.{16}\n/);
  expect(text).toMatch(/\n[!-~]+ -\n--accept ramp:é→\n$/);
});
