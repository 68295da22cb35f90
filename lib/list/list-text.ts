import { visible } from "../api/escape-invisible";
import type { Colours } from "../report/colours";
import type { Inventory } from "./inventory";
import { type EntityView, type LayerView, listViewOf } from "./list-view";
import { lateText, layerPartText, NO_TEAM } from "./list-words";

/** What is declared, for a terminal. */
export function listText(inventory: Inventory, colours: Colours): string {
  const view = listViewOf(inventory);
  const { bold, dim, red } = colours;
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", bold(visible(title)), ...lines];
  const lines = [
    bold(view.verdict),
    ...section(
      "overdue",
      view.overdue.map((each) => red(`  ${visible(each.name)}${visible(each.placeAmong)} ${lateText(each)}`)),
    ),
    ...view.teams.flatMap(({ team, experiments }) =>
      section(
        team === undefined ? NO_TEAM : `team ${team}`,
        experiments.flatMap((each) => experimentLines(each, colours)),
      ),
    ),
    ...section(
      "layers",
      view.layers.map((layer) => layerLine(layer, colours)),
    ),
    ...section(
      "sources",
      view.sources.map(
        ({ label, name, placeAmong, users }) =>
          `  ${label} ${bold(visible(name))}${dim(visible(placeAmong))}: used by ${visible(users)}`,
      ),
    ),
    ...section(
      "others",
      view.others.map(
        ({ label, name, title, placeAmong }) =>
          `  ${label} ${bold(visible(name))}${title && visible(` "${title}"`)}${dim(visible(placeAmong))}`,
      ),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

function experimentLines(view: EntityView, { bold, dim, red, green }: Colours): string[] {
  const { name, title, status, place, facts, entity } = view;
  const painted = status === "active" ? green(status) : status;
  return [
    `  ${bold(visible(name))}${title && ` ${visible(`"${title}"`)}`} ${painted} ${dim(`(${visible(place)})`)}`,
    ...Object.entries(facts).map(([label, text]) => {
      const line = `    ${label}: ${visible(text)}`;
      return label === "end" && entity.overdue ? red(line) : line;
    }),
  ];
}

function layerLine({ layer, place, fill }: LayerView, { bold }: Colours): string {
  const parts = layer.parts.map((part) => `${part.experiment} ${layerPartText(part)}`).join(", ");
  return `  ${bold(visible(layer.layerID))}${visible(place)}: ${fill}${parts && ` (${visible(parts)})`}`;
}
