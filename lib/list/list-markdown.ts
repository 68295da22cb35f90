import { labelOf } from "../api/resource";
import { nameText } from "../entity/title";
import { code, plain } from "../page/markdown-text";
import type { Inventory } from "./inventory";
import {
  endText,
  experimentFacts,
  inventoryVerdict,
  layerPartText,
  layerPlace,
  layerText,
  type PlacedEntity,
  placeAmong,
  sectionsOf,
  statusText,
  titleText,
  usersText,
} from "./list-words";

/** An inventory as Markdown, for a wiki or an issue. */
export function listMarkdown(inventory: Inventory): string {
  const { overdue, teams, sources, others } = sectionsOf(inventory);
  const nameAmong = (placed: PlacedEntity) =>
    `${code(nameText(placed.entity.name))}${plain(placeAmong(inventory, placed))}`;
  const blocks = [
    `**${plain(inventoryVerdict(inventory))}**`,
    ...(overdue.length === 0
      ? []
      : [
          "### Overdue",
          overdue
            .map((placed) => `- ${nameAmong(placed)} ${endText(placed.entity)}, and is ${statusText(placed.entity)}`)
            .join("\n"),
        ]),
    ...teams.flatMap(({ team, experiments }) => [
      `### ${team === undefined ? "Without a team" : `Team ${plain(team)}`}`,
      table(["experiment", "status", ...FACTS, "stack"], experiments.map(experimentRow)),
    ]),
    ...listSection(
      "Layers",
      ["layer", "how full", "experiments"],
      inventory.layers.map((layer) => [
        `${code(layer.layerID)}${plain(layerPlace(inventory, layer))}`,
        layerText(layer),
        layer.parts.map((part) => `${code(part.experiment)} ${layerPartText(part)}`).join(", "),
      ]),
    ),
    ...listSection(
      "Sources",
      ["source", "name", "used by"],
      sources.map((placed) => [labelOf(placed.entity.kind), nameAmong(placed), plain(usersText(placed.entity))]),
    ),
    ...listSection(
      "Others",
      ["kind", "id", "name"],
      others.map((placed) => [labelOf(placed.entity.kind), nameAmong(placed), plain(titleText(placed.entity) ?? "")]),
    ),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const FACTS = ["allocation", "groups", "primary metrics", "sources", "end", "deploys"] as const;

function experimentRow({ entity, stack }: PlacedEntity): string[] {
  const facts = new Map(experimentFacts(entity).map(({ label, text }) => [label, text]));
  const title = titleText(entity);
  return [
    `${title === undefined ? "" : `${plain(title)} `}${code(nameText(entity.name))}`,
    plain(statusText(entity)),
    ...FACTS.map((label) => plain(facts.get(label) ?? "")),
    plain(stack.name),
  ];
}

function listSection(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [`### ${title}`, table(heads, rows)];
}

/** A table without the columns in which nothing stands. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const isUsed = (_: unknown, index: number) => rows.some((row) => row[index] !== "");
  return [heads, heads.map(() => "---"), ...rows].map((row) => `| ${row.filter(isUsed).join(" | ")} |`).join("\n");
}
