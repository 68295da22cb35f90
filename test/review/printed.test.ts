import { createColors } from "picocolors";
import { toHtml } from "../../lib/report/html";
import { toMarkdown } from "../../lib/report/markdown";
import { toText } from "../../lib/report/text";
import { reviewDoc, reviewReport } from "../../lib/review/cards";
import { jsonLines } from "../../lib/text/visible";
import { anUpdate, aReview, aRisk, hostileTexts } from "./samples";

const words = hostileTexts.join(" ");
const lines = hostileTexts.join("\n");
const review = aReview(
  hostileTexts.map((text) =>
    anUpdate({
      name: text,
      construct: text,
      title: text,
      transition: "starts",
      forUsers: "starts",
      warnings: [text],
      before: {},
      after: {
        ...{ team: text, hypothesis: words, primaryMetrics: [{ name: text }] },
        groups: [{ id: text, size: 1, parameterValues: { [text]: text } }],
      },
      fields: [
        { path: `[${JSON.stringify(text)}]`, before: text, after: words },
        { path: "sql", before: lines, after: `${lines}\n${text}` },
        { path: "groups", before: [{ name: text }], after: [{ [text]: lines }] },
      ],
      risks: [aRisk({ what: `${text} ${words}` })],
      calls: [{ method: "POST", path: text }],
    }),
  ),
  {
    name: "::error::stack",
    service: { baseUrl: "::error::x", apiKeyVariable: "KEY" },
    notes: [...hostileTexts, words],
  },
);

const doc = reviewDoc(review);
const formats = {
  text: toText(doc, { colours: createColors(false), width: 12 }),
  markdown: toMarkdown(doc, { limit: 200_000 }),
  html: toHtml(doc, { title: words }),
  json: jsonLines(reviewReport.json(review)),
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
