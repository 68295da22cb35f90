import { visible } from "../api/escape-invisible";
import { labelOf } from "../api/resource";
import { nameText } from "../entity/title";
import type { Inventory, ListedEntity } from "./inventory";
import {
  endText,
  experimentFacts,
  inventoryVerdict,
  layerText,
  type PlacedEntity,
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
  const experiment = ({ entity, stack }: PlacedEntity) => {
    const status = statusText(entity);
    const title = titleText(entity);
    const head = [
      bold(visible(nameText(entity.name))),
      ...(title === undefined ? [] : [visible(`"${title}"`)]),
      status === "active" ? green(status) : status,
      dim(
        `(${visible(entity.construct.startsWith(stack.name) ? entity.construct : `${stack.name}: ${entity.construct}`)})`,
      ),
    ];
    const facts = experimentFacts(entity).map(({ label, text }) => {
      const line = `    ${label}: ${visible(text)}`;
      return label === "end" && entity.overdue ? red(line) : line;
    });
    return [`  ${head.join(" ")}`, ...facts];
  };
  // several environments may have sources of the same names
  const placeOfSource = ({ construct }: ListedEntity) =>
    inventory.stacks.length > 1 ? dim(` (${visible(construct)})`) : "";
  const lines = [
    bold(inventoryVerdict(inventory)),
    ...section(
      "overdue",
      overdue.map(({ entity }) =>
        red(`  ${visible(nameText(entity.name))} ${endText(entity)}, and is ${statusText(entity)}`),
      ),
    ),
    ...teams.flatMap(({ team, experiments }) =>
      section(team === undefined ? teamTitle(team) : `team ${team}`, experiments.flatMap(experiment)),
    ),
    ...section(
      "layers",
      inventory.layers.map((layer) => {
        const parts = layer.parts.map(({ experiment: name, allocation }) => `${name} ${allocation} %`).join(", ");
        return `  ${bold(visible(layer.layerID))}: ${layerText(layer)}${parts === "" ? "" : ` (${visible(parts)})`}`;
      }),
    ),
    ...section(
      "sources",
      sources.map(
        ({ entity }) =>
          `  ${labelOf(entity.kind)} ${bold(visible(nameText(entity.name)))}${placeOfSource(entity)}: used by ${visible(usersText(entity))}`,
      ),
    ),
    ...section(
      "others",
      others.map(({ entity }) => {
        const title = titleText(entity);
        return `  ${labelOf(entity.kind)} ${bold(visible(nameText(entity.name)))}${title === undefined ? "" : visible(` "${title}"`)}`;
      }),
    ),
  ];
  return `${lines.join("\n")}\n`;
}
