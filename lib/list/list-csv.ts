import { visible } from "../api/escape-invisible";
import { entityTitle, nameText } from "../entity/title";
import type { Inventory, ListedEntity, ListedStack } from "./inventory";
import { experimentFacts, statusText, teamOf } from "./list-words";

/** The columns of the table, and what stands in each. */
const columns: Readonly<Record<string, (entity: ListedEntity, stack: ListedStack) => unknown>> = {
  stack: (_, { name }) => name,
  kind: ({ kind }) => kind,
  id: ({ name }) => nameText(name),
  name: ({ fields }) => fields.name,
  construct: ({ construct }) => construct,
  status: (entity) => (entity.kind === "experiment" ? statusText(entity) : undefined),
  team: teamOf,
  allocation: ({ fields }) => fields.allocation,
  layerID: ({ fields }) => fields.layerID,
  groups: (entity) => factOf(entity, "groups"),
  primaryMetrics: (entity) => factOf(entity, "primary metrics"),
  uses: ({ uses }) => uses.map(entityTitle).join("; "),
  usedBy: ({ usedBy }) => usedBy.map(entityTitle).join("; "),
  endsOn: ({ endsOn }) => endsOn,
  overdue: ({ endsOn, overdue }) => (endsOn === undefined ? undefined : overdue ? "yes" : "no"),
  baseUrl: ({ service }, stack) => (service ?? stack.service)?.baseUrl,
};

/** An inventory as a table (RFC 4180), a row an entity. */
export function listCsv({ stacks }: Inventory): string {
  const rows = stacks.flatMap((stack) =>
    stack.entities.map((entity) => Object.values(columns).map((cell) => cell(entity, stack))),
  );
  return [Object.keys(columns), ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function factOf(entity: ListedEntity, label: string): string | undefined {
  return entity.kind === "experiment" ? experimentFacts(entity).find((fact) => fact.label === label)?.text : undefined;
}

function cellText(value: unknown): string {
  const text = visible(value === undefined || value === null ? "" : String(value));
  // programs that open tables would take such a text for a formula
  const plain = typeof value === "string" && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
