import { SEPARATOR } from "../../report/markdown";
import type { MarkdownPage } from "../../report/markdown-page";
import { code, fenced, foldedMarkdown, markdownTable, plain, tagged } from "../../report/markdown-text";
import { type DiffLine, linesText } from "../../report/text-diff";
import { counted } from "../../text/words";
import type { Risk } from "../model";
import { type ChangeView, decisionOf } from "./change-view";
import { type FieldView, valueColumns, viewsOf } from "./field-view";
import { callTexts } from "./review-words";

/** Adds a change if it fits: without its long texts, where there is no room for them. */
export function addChange(page: MarkdownPage, view: ChangeView): boolean {
  const { change, action, meaning, label, name, place, facts } = view;
  const { calls, fields, risks } = change;
  const title = `**${action}** ${label} **${plain(name)}**${place === undefined ? "" : ` (${code(place)})`}`;
  const head = [
    meaning === undefined ? title : `${title}: ${meaning}`,
    ...(facts.length === 0 ? [] : [plain(shortened(facts.join(", ")))]),
    ...calls.map(callTexts).map(([call, when]) => code(call) + when),
  ].join("<br>\n");
  // of thousands of changes, most have no room: what they change is not looked at
  if (!page.hasRoomFor(head)) return false;
  const views = viewsOf(change);
  const blockOf = (textOf: (view: LinesView) => string) => {
    const shown = shownFields(views, textOf);
    // of what is new, a reader wants to see that it is there
    const isFolded = change.action === "create" && shown.length > 0;
    return [
      head,
      ...(risks.length === 0
        ? []
        : [risks.map((risk) => `- ${riskNameMarkdown(risk)}: ${plain(risk.text)}`).join("\n")]),
      ...(isFolded ? [foldedMarkdown(counted(fields.length, "field"), shown.join(SEPARATOR))] : shown),
    ].join(SEPARATOR);
  };
  return (
    page.add(blockOf((view) => textFold(view, fields.length === 1))) ||
    page.add(blockOf(({ path }) => `${plain(path)}: a long text changed`))
  );
}

const TOO_LONG_HERE = `What is sent does not fit here; see ${code("review --format html")}.`;

/**
 * Adds the table of new entities that are alike: without what is sent, and without its last rows, where there is no room.
 *
 * @returns how many are in it
 */
export function addNew(page: MarkdownPage, changes: readonly ChangeView[], label: string): number {
  const rows = changes.map(({ change: { fields }, name, place, facts }) => [
    plain(name),
    plain(shortened(facts.join(", "))),
    valueCell(place),
    `${fields.length}`,
  ]);
  const tableOfFirst = (count: number) =>
    [
      `**create** ${changes.length} ${label}s`,
      markdownTable(["name", "about", "declared at", "fields"], rows.slice(0, count)),
    ].join(SEPARATOR);
  const all = tableOfFirst(rows.length);
  // of thousands, what is sent is not looked at
  if (page.hasRoomFor(all)) {
    const sent = changes.flatMap(({ change, name }) => [
      `**${plain(name)}**`,
      ...shownFields(viewsOf(change), (view) => textFold(view, false)),
    ]);
    if (page.add([all, foldedMarkdown("what is sent", sent.join(SEPARATOR))].join(SEPARATOR))) return rows.length;
  }
  let count = rows.length;
  while (count > 0 && !page.add([tableOfFirst(count), TOO_LONG_HERE].join(SEPARATOR))) count = Math.floor(count * 0.9);
  return count;
}

function shownFields(views: readonly FieldView[], textOf: (view: LinesView) => string): string[] {
  const values = views.filter((view) => view.form === "values");
  const texts = views.filter((view) => view.form === "lines");
  return [...(values.length === 0 ? [] : [tableOf(values)]), ...texts.map(textOf)];
}

type LinesView = Extract<FieldView, { form: "lines" }>;

function tableOf(views: readonly Extract<FieldView, { form: "values" }>[]): string {
  const columns = valueColumns(views);
  const rows = views.map((view) => [plain(view.path), ...columns.map(({ side }) => valueCell(view[side]))]);
  return markdownTable(["field", ...columns.map(({ head }) => head)], rows);
}

/** A value in a table; nothing where there is none. */
export function valueCell(value: string | undefined): string {
  return value === undefined ? "" : code(value);
}

function textFold({ path, lines }: LinesView, isAll: boolean): string {
  const block = diffMarkdown(lines);
  return isAll ? `${tagged(path)}\n\n${block}` : foldedMarkdown(`${tagged(path)} ${linesText(lines)}`, block);
}

/** The lines of a diff. */
export function diffMarkdown(lines: readonly DiffLine[]): string {
  return fenced(lines.map(({ sign, text }) => (sign === "@" ? `@@ ${text} @@` : sign + text)).join("\n"), "diff");
}

/** The name of a risk, and what was decided of it. */
export function riskNameMarkdown(risk: Risk): string {
  const decision = decisionOf(risk);
  return `${decision === "" ? "⚠️ " : ""}${code(risk.name)}${decision}`;
}

/** A text, cut where it is longer than a reader needs. */
export function shortened(text: string, most = 1_000): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
