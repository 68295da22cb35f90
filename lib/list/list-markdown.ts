import { code, plain } from "../page/markdown-text";
import type { Inventory } from "./inventory";
import { type EntityView, listViewOf } from "./list-view";
import { factNames, lateText, layerPartText } from "./list-words";

/** What is declared as Markdown, for a wiki or an issue. */
export function listMarkdown(inventory: Inventory): string {
  const { verdict, overdue, teams, layers, sources, others } = listViewOf(inventory);
  const blocks = [
    `**${plain(verdict)}**`,
    ...titledBlock("Overdue", overdue.map((each) => `- ${nameAmong(each)} ${lateText(each)}`).join("\n")),
    ...teams.flatMap(({ team, experiments }) =>
      titledBlock(
        team === undefined ? "Without a team" : `Team ${plain(team)}`,
        table(["experiment", "status", ...factNames, "stack"], experiments.map(experimentRow)),
      ),
    ),
    ...titledBlock(
      "Layers",
      table(
        ["layer", "how full", "experiments"],
        layers.map(({ layer, place, fill }) => [
          `${code(layer.layerID)}${plain(place)}`,
          fill,
          layer.parts.map((part) => `${code(part.experiment)} ${layerPartText(part)}`).join(", "),
        ]),
      ),
    ),
    ...titledBlock(
      "Sources",
      table(
        ["source", "name", "used by"],
        sources.map((each) => [each.label, nameAmong(each), plain(each.users)]),
      ),
    ),
    ...titledBlock(
      "Others",
      table(
        ["kind", "id", "name"],
        others.map((each) => [each.label, nameAmong(each), plain(each.title)]),
      ),
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
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

/** A title and what stands below it, where anything does. */
function titledBlock(title: string, body: string): string[] {
  return body === "" ? [] : [`### ${title}`, body];
}

/** A table without the columns in which nothing stands; empty without rows. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const isUsed = (_: unknown, index: number) => rows.some((row) => row[index] !== "");
  return [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.filter(isUsed).join(" | ")} |`).join("\n");
}
