import type { Report } from "../report/document";
import { titleOf } from "../text/names";
import { type EntityView, entityViews } from "./entity-views";
import type { Inventory } from "./inventory";
import { listDoc, listTitle } from "./list-doc";

/** What is declared, in every form. */
export const listReport: Report<Inventory> = { title: listTitle, doc: listDoc, json: listJson, table: listTable };

function listJson({ asOf, stacks, layers }: Inventory): unknown {
  const shown = layers.map(({ parts, ...layer }) => ({
    ...layer,
    experiments: parts.map(({ experiment }) => experiment),
  }));
  return { asOf, stacks, layers: shown };
}

/** The columns of the table, and what stands in each. */
const tableColumns: Readonly<Record<string, (view: EntityView) => unknown>> = {
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

/** A row an entity. */
function listTable(inventory: Inventory): unknown[][] {
  const rows = entityViews(inventory).map((view) => Object.values(tableColumns).map((cell) => cell(view)));
  return [Object.keys(tableColumns), ...rows];
}
