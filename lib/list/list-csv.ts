import { titleOf } from "../text/title";
import { visible } from "../text/visible";
import type { Inventory } from "./inventory";
import { type EntityView, listViewOf } from "./list-view";

/** The columns of the table, and what stands in each. */
const columns: Readonly<Record<string, (view: EntityView) => unknown>> = {
  stack: ({ stack }) => stack,
  kind: ({ entity }) => entity.kind,
  id: ({ name }) => name,
  name: ({ entity }) => entity.fields.name,
  construct: ({ entity }) => entity.construct,
  file: ({ entity }) => entity.file,
  status: ({ status }) => status,
  team: ({ team }) => team,
  allocation: ({ entity }) => entity.fields.allocation,
  layerID: ({ entity }) => entity.fields.layerID,
  groups: ({ facts }) => facts.groups,
  primaryMetrics: ({ facts }) => facts["primary metrics"],
  uses: ({ entity }) => entity.uses.map(titleOf).join("; "),
  usedBy: ({ entity }) => entity.usedBy.map(titleOf).join("; "),
  endsOn: ({ entity }) => entity.endsOn,
  overdue: ({ entity }) => entity.endsOn && (entity.overdue ? "yes" : "no"),
  baseUrl: ({ service }) => service?.baseUrl,
};

/** What is declared as a table (RFC 4180), a row an entity. */
export function listCsv(inventory: Inventory): string {
  const rows = listViewOf(inventory).entities.map((view) => Object.values(columns).map((cell) => cell(view)));
  return [Object.keys(columns), ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(value: unknown): string {
  const text = visible(value === undefined || value === null ? "" : String(value));
  // a spreadsheet would take such a text for a formula
  const plain = typeof value === "string" && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",;\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
