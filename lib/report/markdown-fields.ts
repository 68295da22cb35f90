import { type Doc, type FieldRow, type TextChange, usedSides, type Words } from "./document";
import { fenced, foldedMarkdown, markdownTable, plain, tagged } from "./markdown-text";
import { diffOf, linesText } from "./text-diff";

/** What changes: a table of the values, then each long text, which is folded where it is not alone. */
export function fieldsMarkdown(
  { heads, rows }: Extract<Doc, { node: "fields" }>,
  inline: (words: Words) => string,
): string[] {
  const texts = rows.filter((row) => "text" in row);
  const values = rows.filter((row): row is Exclude<FieldRow, { text: TextChange }> => !("text" in row));
  const sides = usedSides(values);
  const cells = values.map((row) => [plain(row.label), ...sides.map((side) => (row[side] ? inline(row[side]) : ""))]);
  const shownHeads = sides.map((side) => heads[side === "before" ? 0 : 1]);
  return [
    ...(values.length === 0 ? [] : [markdownTable(["field", ...shownHeads], cells)]),
    ...texts.map(({ label, text }) => longTextMarkdown(label, text, rows.length === 1)),
  ];
}

function longTextMarkdown(label: string, { before = "", after = "", isUnsent }: TextChange, isAlone: boolean): string {
  const lines = diffOf(before, after);
  const shown = lines.map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : sign + text)).join("\n");
  const block = fenced(shown, "diff");
  const title = `${tagged(label)}${isUnsent ? " (no longer sent)" : ""}`;
  return isAlone ? `${title}\n\n${block}` : foldedMarkdown(`${title} ${linesText(lines)}`, block);
}
