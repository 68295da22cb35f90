import { createColors } from "picocolors";
import { htmlOf } from "../../../lib/review/formats/html";
import { jsonOf } from "../../../lib/review/formats/json";
import { markdownOf } from "../../../lib/review/formats/markdown";
import { textOf } from "../../../lib/review/formats/text";
import { anUpdate, aReview, hostileTexts } from "../samples";

const words = hostileTexts.join(" ");
const lines = hostileTexts.join("\n");
const review = aReview(
  hostileTexts.map((text) =>
    anUpdate({
      name: text,
      construct: text,
      title: text,
      transition: "starts",
      whole: {
        before: {},
        after: { team: text, hypothesis: words, groups: [{ id: text, size: 1 }], primaryMetrics: [{ name: text }] },
      },
      fields: [
        { path: text, before: text, after: words },
        { path: "sql", before: lines, after: `${lines}\n${text}` },
        { path: "groups", before: [{ name: text }], after: [{ [text]: lines }] },
      ],
      risks: [{ name: "running-groups", text: `${text} ${words}`, acknowledged: false }],
      calls: [{ method: "POST", path: text }],
    }),
  ),
  {
    name: "::error::stack",
    service: { baseUrl: "::error::x", apiKeyVariable: "KEY" },
    notes: [...hostileTexts, words],
  },
);

const formats = {
  text: textOf(review, { colours: createColors(false), width: Number.POSITIVE_INFINITY }),
  "text for a narrow terminal": textOf(review, { colours: createColors(false), width: 12 }),
  markdown: markdownOf(review),
  html: htmlOf(review),
  json: jsonOf(review),
};

test.each(Object.entries(formats))(
  "as %s, nothing that nobody sees and no command to a CI system is in it",
  (_, text) => {
    // characters without width belong to some emoji
    const rest = text.replace(/👩‍👩‍👧|❤️|⚠️/gu, "");

    expect(rest.match(/\p{Default_Ignorable_Code_Point}/u)).toBeNull();
    expect(text.match(/^\s*::[a-z].*|##\w*\[.*/gim)).toBeNull();
    expect(rest.length).toBeLessThan(text.length);
  },
);

test("what two stacks have in the same words is said once, with both", () => {
  const stacks = ["staging", "production"].flatMap(
    (name) => aReview([], { name, notes: ["alike", `only ${name}`] }).stacks,
  );
  const plainText = textOf({ stacks }, { colours: createColors(false), width: 80 });

  // that nothing changes is said once
  expect(plainText).toMatch(/^Nothing changes\nstacks staging and production\n\nstaging\n\n {2}note: only staging\n/);
  expect(plainText).not.toContain("no change");
  expect(plainText).toContain("\nnote on staging and production: alike\n");
  expect(markdownOf({ stacks })).toContain("- staging and production: alike\n");
  expect(htmlOf({ stacks }).match(/alike/g)).toEqual(["alike"]);
});
