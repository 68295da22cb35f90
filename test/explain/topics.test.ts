import { join } from "node:path";
import { warningNames } from "../../lib/declare/warnings";
import { plainText } from "../../lib/explain/plain-text";
import { explanationsOf, readPages } from "../../lib/explain/topics";
import { riskNames } from "../../lib/protocol/risk-names";
import { topics } from "../../lib/text/errors";

const pages = readPages(join(__dirname, "../../docs"));
const both = riskNames.filter((name) => (warningNames as readonly string[]).includes(name));

test.each([...topics])("what errors say of %s stands in one place of the pages", (topic) => {
  expect(explanationsOf(topic, pages)).toHaveLength(1);
});

test.each([...riskNames, ...warningNames])(
  "the risk or warning %s has one section or row, and two where it is both",
  (name) => {
    expect(explanationsOf(name, pages)).toHaveLength((both as readonly string[]).includes(name) ? 2 : 1);
  },
);

const page = (text: string) => [{ name: "page", lines: text.split("\n") }];

test.each([
  [
    "an anchor",
    '<a id="out"></a>\n\n### Output\nOne.\n#### More\nTwo.\n<a id="next"></a>\n### Next',
    ["### Output", "One.", "#### More", "Two."],
  ],
  ["an anchor, and no other heading", '# out\nTwo.\n<a id="out"></a>\n### Output\nOne.', ["### Output", "One."]],
  ["a heading", "# Page\n## out\nOne.\n### below\nTwo.\n## after", ["## out", "One.", "### below", "Two."]],
  ["a heading in code", "### `out`\nOne.\n# after", ["### `out`", "One."]],
  [
    "a row",
    "| Name | What |\n|---|---|\n| `in` | a |\n| `on`, `out` | b |",
    ["| Name | What |", "|---|---|", "| `on`, `out` | b |"],
  ],
])("a topic is found by %s", (_, text, lines) => {
  expect(explanationsOf("out", page(text))).toEqual([{ page: "page", lines }]);
});

test("a page is a topic by its name", () => {
  expect(explanationsOf("page", page("# Page\ntext"))).toEqual([{ page: "page", lines: ["# Page", "text"] }]);
  expect(explanationsOf("nothing", page("# Page"))).toEqual([]);
});

test("Markdown becomes text: no links, emphasis or borders; code stays as it is; lines end at the width", () => {
  const text = [
    '<a id="x"></a>',
    "### `exists`, a heading",
    "",
    "Some **bold** words that lead [elsewhere](other.md#x), and",
    "the rest of it.",
    "",
    "```sh",
    "npx  cdktf  deploy --a-long-option --and-another-one",
    "```",
    "",
    "- an item that is longer than a line of the width",
    "- another",
    "",
    "| If | Do |",
    "|---|---|",
    "| `a \\| b` | this |",
  ];
  expect(plainText(text, 30)).toEqual([
    "`exists`, a heading",
    "",
    "Some bold words that lead",
    "elsewhere, and the rest of it.",
    "",
    "    npx  cdktf  deploy --a-long-option --and-another-one",
    "",
    "- an item that is longer than",
    "  a line of the width",
    "- another",
    "",
    "`a | b`",
    "  Do: this",
  ]);
});
