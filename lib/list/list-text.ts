import { visible } from "../api/escape-invisible";
import { labelOf } from "../api/resource";
import { nameText } from "../entity/title";
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
  placeText,
  sectionsOf,
  statusText,
  teamTitle,
  titleText,
  usersText,
} from "./list-words";

type ListColours = Readonly<Record<"bold" | "dim" | "red" | "green", (text: string) => string>>;

/** An inventory for a terminal. */
export function inventoryText(inventory: Inventory, { bold, dim, red, green }: ListColours): string {
  const { overdue, teams, sources, others } = sectionsOf(inventory);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", bold(visible(title)), ...lines];
  const experiment = (placed: PlacedEntity) => {
    const { entity } = placed;
    const status = statusText(entity);
    const title = titleText(entity);
    const head = [
      bold(visible(nameText(entity.name))),
      ...(title === undefined ? [] : [visible(`"${title}"`)]),
      status === "active" ? green(status) : status,
      dim(`(${visible(placeText(placed))})`),
    ];
    const facts = experimentFacts(entity).map(({ label, text }) => {
      const line = `    ${label}: ${visible(text)}`;
      return label === "end" && entity.overdue ? red(line) : line;
    });
    return [`  ${head.join(" ")}`, ...facts];
  };
  const place = (placed: PlacedEntity) => visible(placeAmong(inventory, placed));
  const lines = [
    bold(inventoryVerdict(inventory)),
    ...section(
      "overdue",
      overdue.map((placed) => {
        const { entity } = placed;
        return red(
          `  ${visible(nameText(entity.name))}${place(placed)} ${endText(entity)}, and is ${statusText(entity)}`,
        );
      }),
    ),
    ...teams.flatMap(({ team, experiments }) =>
      section(team === undefined ? teamTitle(team) : `team ${team}`, experiments.flatMap(experiment)),
    ),
    ...section(
      "layers",
      inventory.layers.map((layer) => {
        const parts = layer.parts.map((part) => `${part.experiment} ${layerPartText(part)}`).join(", ");
        return `  ${bold(visible(layer.layerID))}${visible(layerPlace(inventory, layer))}: ${layerText(layer)}${parts === "" ? "" : ` (${visible(parts)})`}`;
      }),
    ),
    ...section(
      "sources",
      sources.map((placed) => {
        const { entity } = placed;
        return `  ${labelOf(entity.kind)} ${bold(visible(nameText(entity.name)))}${dim(place(placed))}: used by ${visible(usersText(entity))}`;
      }),
    ),
    ...section(
      "others",
      others.map((placed) => {
        const { entity } = placed;
        const title = titleText(entity);
        return `  ${labelOf(entity.kind)} ${bold(visible(nameText(entity.name)))}${title === undefined ? "" : visible(` "${title}"`)}${dim(place(placed))}`;
      }),
    ),
  ];
  return `${lines.join("\n")}\n`;
}
