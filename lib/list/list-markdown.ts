import { CLOSING_ROOM, LONGEST_COMMENT, SEPARATOR } from "../report/markdown-page";
import { code, firstLines, plain } from "../report/markdown-text";
import type { Inventory } from "./inventory";
import { type EntityView, type ListView, listViewOf } from "./list-view";
import { factNames, lateText, layerPartText } from "./list-words";

/** What is declared as Markdown, for a wiki or an issue. */
export function listMarkdown(inventory: Inventory, limit = LONGEST_COMMENT): string {
  const view = listViewOf(inventory);
  const blocks = [`**${plain(view.verdict)}**`];
  let room = limit - CLOSING_ROOM - (blocks[0]?.length ?? 0);
  let left = 0;
  for (const { title, head, rows } of sectionsOf(view)) {
    const start = [`### ${title}`, "", ...head];
    const shown = firstLines(rows, room - start.join("\n").length - 2 * SEPARATOR.length);
    left += rows.length - shown.length;
    if (shown.length === 0) continue;
    const block = [...start, ...shown].join("\n");
    blocks.push(block);
    room -= block.length + SEPARATOR.length;
  }
  return `${[...blocks, ...(left === 0 ? [] : [`… and ${left} more: see ${code("--format html")}`])].join(SEPARATOR)}\n`;
}

/** A title with lines below it: the rows of a table with its head, or a list. */
interface Section {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly string[];
}

function sectionsOf({ overdue, teams, layers, sources, others }: ListView): Section[] {
  return [
    { title: "Overdue", head: [], rows: overdue.map((each) => `- ${nameAmong(each)} ${lateText(each)}`) },
    ...teams.map(({ team, experiments }) => ({
      title: team === undefined ? "Without a team" : `Team ${plain(team)}`,
      ...table(["experiment", "status", ...factNames, "stack"], experiments.map(experimentRow)),
    })),
    {
      title: "Layers",
      ...table(
        ["layer", "how full", "experiments"],
        layers.map(({ layer, place, fill }) => [
          `${code(layer.layerID)}${plain(place)}`,
          fill,
          layer.parts.map((part) => `${code(part.experiment)} ${layerPartText(part)}`).join(", "),
        ]),
      ),
    },
    {
      title: "Sources",
      ...table(
        ["source", "name", "used by"],
        sources.map((each) => [each.label, nameAmong(each), plain(each.users)]),
      ),
    },
    {
      title: "Others",
      ...table(
        ["kind", "id", "name"],
        others.map((each) => [each.label, nameAmong(each), plain(each.title)]),
      ),
    },
  ];
}

function nameAmong({ name, placeAmong }: EntityView): string {
  return `${code(name)}${plain(placeAmong)}`;
}

function experimentRow({ name, title, status, facts, stack }: EntityView): string[] {
  return [
    `${title && `${plain(title)} `}${code(name)}`,
    plain(status),
    ...factNames.map((fact) => plain(facts[fact] ?? "")),
    plain(stack),
  ];
}

/** A table without the columns in which nothing stands. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): Omit<Section, "title"> {
  const isUsed = (_: unknown, index: number) => rows.some((row) => row[index] !== "");
  const [head = "", line = "", ...lines] = [heads, heads.map(() => "---"), ...rows].map(
    (row) => `| ${row.filter(isUsed).join(" | ")} |`,
  );
  return { head: [head, line], rows: lines };
}
