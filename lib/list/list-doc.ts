import type { Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { type Doc, parted, type Report, type Words } from "../report/document";
import { labelOf, naturalOrder } from "../text/names";
import { capitalised, counted, inWords } from "../text/words";
import { groupedBy } from "../value/grouped";
import {
  type EntityView,
  elementsOf,
  entityViews,
  factNames,
  LAYER,
  Links,
  layerIdAt,
  listTable,
} from "./entity-views";
import type { Inventory, ListedEntity, ListedStack } from "./inventory";
import { fillText, type ListedLayer, takesPart } from "./layers";

/** What is declared, in every form. */
export const listReport: Report<Inventory> = {
  title: ({ stacks }) => `Experiments in ${inWords(stacks.map(({ name }) => name))}`,
  doc: listDoc,
  json: listJson,
  table: listTable,
};

function listDoc(inventory: Inventory): readonly Doc[] {
  const { asOf, stacks, layers } = inventory;
  const views = entityViews(inventory);
  const experiments = ofRole(views, "experiment").toSorted((a, b) => urgencyOf(a) - urgencyOf(b));
  const links = new Links(views, layers);
  const rows = stacks.map((stack, index): StackRow => {
    const own = experiments.filter((view) => view.stack === stack.name);
    return { id: `stack-${index + 1}`, stack, statuses: statusesText(own), experiments: own.sort(byTeam) };
  });
  const parts: readonly ListPart[] = [
    ...experimentParts(rows, links),
    { id: "layers", title: "Layers", body: layers.map((layer, index) => layerDoc(layer, index, layers, links)) },
    { id: "sources", title: "Sources", body: sourcesDocs(views, links) },
    { id: "others", title: "Others", body: othersDocs(views) },
  ].filter(({ body }) => body.length > 0);
  const about = "Declared in the code. For differences from the service, run drift.";
  const hasEnds = views.some(({ entity }) => entity.endsOn !== undefined);
  return [
    {
      node: "verdict",
      words: listVerdict(inventory, experiments),
      tone: "quiet",
      about: hasEnds ? [`As of ${asOf}.`, about] : [about],
    },
    ...stackTable(rows),
    ...overdueDocs(experiments),
    ...(parts.length < 2 ? [] : [{ node: "index", label: "Parts of this page", items: parts.map(partLink) } as const]),
    ...parts.map(({ id, title, body }): Doc => ({ node: "section", level: 2, id, title, body })),
  ];
}

/** A part of the document, to which its index leads. */
interface ListPart {
  readonly id: string;
  readonly title: Words;
  readonly body: readonly Doc[];
}

function partLink({ id, title }: ListPart) {
  return { to: id, words: title };
}

/** A stack, which may be an environment, and its experiments. */
interface StackRow {
  /** For links to its experiments. */
  readonly id: string;
  readonly stack: ListedStack;
  /** "2 active, 1 setup; 1 is overdue". */
  readonly statuses: string;
  /** By their teams; those that are overdue come first, then what runs. */
  readonly experiments: readonly EntityView[];
}

/** What is overdue before what runs, that before what may, and last what has ended. */
function urgencyOf({ entity }: EntityView): number {
  return entity.overdue ? 0 : entity.fields.status === "active" ? 1 : takesPart(entity.fields) ? 2 : 3;
}

/** Those without a team come last. */
function byTeam(a: EntityView, b: EntityView): number {
  if (a.team === undefined || b.team === undefined) return Number(a.team === undefined) - Number(b.team === undefined);
  return naturalOrder.compare(a.team, b.team);
}

function listVerdict({ stacks, onlyOverdue }: Inventory, experiments: readonly EntityView[]): string {
  const where = `in ${counted(stacks.length, "stack")}`;
  if (onlyOverdue && experiments.length === 0) return `nothing is overdue ${where}`;
  const statuses = statusesText(experiments);
  return `${counted(experiments.length, "experiment")} ${where}${statuses && ": "}${statuses}`;
}

/** How many there are of each status: "2 active, 1 setup; 1 is overdue". */
function statusesText(experiments: readonly EntityView[]): string {
  const statuses = [...groupedBy(experiments, ({ status }) => status)];
  const overdue = experiments.filter(({ entity }) => entity.overdue).length;
  const late = overdue === 0 ? "" : `; ${overdue} ${overdue === 1 ? "is" : "are"} overdue`;
  return `${statuses.map(([status, those]) => `${those.length} ${status}`).join(", ")}${late}`;
}

/** What should have ended: the first comes first. */
function overdueDocs(experiments: readonly EntityView[]): Doc[] {
  const overdue = experiments.filter(({ entity }) => entity.overdue);
  if (overdue.length === 0) return [];
  overdue.sort((a, b) => naturalOrder.compare(a.entity.endsOn ?? "", b.entity.endsOn ?? ""));
  const items = overdue.map(({ id, name, placeAmong, facts, status }): Words => {
    return [{ to: id, words: { own: name } }, placeAmong, `: ${facts.end}, and is ${status}`];
  });
  const title = `${counted(overdue.length, "experiment")} overdue`;
  return [{ node: "section", level: 2, title, tone: "bad", body: [{ node: "items", of: "plain", items }] }];
}

/** The stacks, which may be environments: where each deploys to, and what is in it. */
function stackTable(rows: readonly StackRow[]): Doc[] {
  const cells = rows.map(({ id, stack, statuses, experiments }) => [
    experiments.length === 0 ? { own: stack.name } : { to: id, words: { own: stack.name } },
    { own: baseUrlsOf(stack) },
    statuses,
    `${stack.entities.length - experiments.length || ""}`,
  ]);
  return rows.length < 2 ? [] : table("Stacks", ["stack", "base URL", "experiments", "other entities"], cells);
}

/** Where a stack deploys to; a stack may have several services. */
function baseUrlsOf({ service, entities }: ListedStack): string {
  const services = service === undefined ? entities.map((entity) => entity.service) : [service];
  const urls = services.map((each) => each?.baseUrl ?? "known at deploy time");
  return [...new Set(urls)].join(", ");
}

/** The experiments of each stack that has any. Markdown has a table of them alone, as cards would make it long. */
function experimentParts(rows: readonly StackRow[], links: Links): ListPart[] {
  const having = rows.filter(({ experiments }) => experiments.length > 0);
  return having.map((row) => ({
    id: row.id,
    title: having.length === 1 ? "Experiments" : ["Stack ", { own: row.stack.name }],
    body: [
      { node: "only", media: ["markdown"], body: factTable(row) },
      { node: "only", media: ["text", "html"], body: [...overviewTable(row), ...teamDocs(row, links)] },
    ],
  }));
}

function factTable({ stack, experiments }: StackRow): Doc[] {
  const cells = experiments.map(({ name, title, status, team = "", facts }) => [
    [title && [{ own: title }, " "], { code: name }],
    status,
    { own: team },
    ...factNames.map((fact): Words => ({ own: facts[fact] ?? "" })),
  ]);
  return table(`Experiments of ${stack.name}`, ["experiment", "status", "team", ...factNames], cells);
}

/** What has to be overseen, before each of several experiments is told by itself. */
function overviewTable({ stack, experiments }: StackRow): Doc[] {
  if (experiments.length < 2) return [];
  const cells = experiments.map((view) => [
    { to: view.id, words: { own: view.title || view.name } },
    parted(statusPills(view), " "),
    { own: view.team ?? "" },
    { own: view.facts.allocation ?? "" },
    view.entity.endsOn ?? "",
  ]);
  return table(`Experiments of ${stack.name}`, ["experiment", "status", "team", "allocation", "end"], cells);
}

/** The experiments of each team; without headings where nobody says whose they are. */
function teamDocs({ experiments }: StackRow, links: Links): Doc[] {
  const teams = groupedBy(experiments, ({ team }) => team);
  return [...teams].flatMap(([team, those]): Doc[] => {
    const cards = those.map((each) => experimentDoc(each, links));
    if (team === undefined && teams.size === 1) return cards;
    const title = team === undefined ? "Without a team" : ["Team ", { own: team }];
    return [{ node: "section", level: 3, title, body: cards }];
  });
}

function statusPills({ status, entity }: EntityView): Words[] {
  const tone = status === "active" ? "good" : status === "setup" ? "change" : "quiet";
  return [{ pill: status, tone }, ...(entity.overdue ? [{ pill: "overdue", tone: "bad" } as const] : [])];
}

function experimentDoc(view: EntityView, links: Links): Doc {
  const { entity, id, name, title, place, facts, service } = view;
  const { layerID } = entity.fields;
  const linked: Readonly<Record<string, Words>> = {
    sources: links.toAll(entity.uses, service),
    ...(typeof layerID === "string" && {
      allocation: links.to({ kind: LAYER, name: layerID }, service, facts.allocation),
    }),
  };
  return {
    node: "entry",
    id,
    title: title ? [{ strong: { own: title } }, { quiet: [" (", { own: name }, ")"] }] : { strong: { own: name } },
    tags: [...statusPills(view), ...(facts.deploys ? [{ pill: facts.deploys, tone: "quiet" } as const] : [])],
    place,
    body: [
      ...groupsBar(entity),
      {
        node: "facts",
        facts: Object.entries(facts).map(([label, text]) => [label, linked[label] ?? { own: text }] as const),
      },
    ],
  };
}

/** The groups by their sizes, unless all have the same: the words beside it say that. */
function groupsBar({ fields }: ListedEntity): Doc[] {
  const parts = elementsOf(fields.groups).flatMap(({ id, name, size }, colour) =>
    typeof size === "number" && size > 0 ? [{ percent: size, label: String(id ?? name ?? ""), colour }] : [],
  );
  const isUneven = new Set(parts.map(({ percent }) => percent)).size > 1;
  return isUneven ? [{ node: "bar", parts }] : [];
}

function layerDoc(layer: ListedLayer, index: number, layers: readonly ListedLayer[], links: Links): Doc {
  const { layerID, allocated, service } = layer;
  const isAlone = layers.every((other) => other === layer || other.layerID !== layerID);
  const place = ` at ${service.baseUrl ?? "the service of the deploy"} with the API key in ${service.apiKeyVariable}`;
  // what takes its part now stands before what will
  const parts = [...layer.parts].sort((a, b) => Number(a.isSetUp) - Number(b.isSetUp));
  const items = parts.map(({ experiment, allocation, isSetUp }): Words => {
    const share = typeof allocation === "number" ? `${allocation} %` : allocation;
    return [links.to({ kind: "experiment", name: experiment }, service), ` ${share}${isSetUp ? " in set-up" : ""}`];
  });
  const shares = parts.flatMap(({ experiment, allocation, isSetUp }, colour) =>
    typeof allocation === "number"
      ? [{ percent: allocation, label: experiment, colour, ...(isSetUp && { isPlanned: true as const }) }]
      : [],
  );
  return {
    node: "entry",
    id: layerIdAt(index),
    title: [{ strong: { own: layerID } }, isAlone ? "" : place],
    tags: [{ pill: fillText(layer), tone: allocated > 100 ? "bad" : "quiet" }],
    body: [
      { node: "bar", parts: shares },
      { node: "items", of: "inline", items },
    ],
  };
}

function sourcesDocs(views: readonly EntityView[], links: Links): Doc[] {
  const rows = ofRole(views, "source").map(({ entity, id, name, placeAmong, service }) => {
    const unused = entity.name === null ? "known at deploy time" : "no declared experiment";
    const users = entity.usedBy.length === 0 ? { quiet: unused } : links.toAll(entity.usedBy, service);
    return [[{ id, words: { own: name } }, placeAmong], labelOf(entity.kind), users];
  });
  return table("Sources and what uses them", ["source", "kind", "used by"], rows);
}

function othersDocs(views: readonly EntityView[]): Doc[] {
  const labels = kinds.filter(({ role }) => role === "other").map(({ name }) => `${labelOf(name)}s`);
  const rows = ofRole(views, "other").map(({ entity, name, title, placeAmong }) => [
    [{ own: name }, placeAmong],
    { own: title },
    labelOf(entity.kind),
  ]);
  return table(capitalised(inWords(labels)), ["id", "name", "kind"], rows);
}

function ofRole(views: readonly EntityView[], role: Kind["role"]): readonly EntityView[] {
  return views.filter((view) => view.role === role);
}

/** A table, unless it has no rows. */
function table(label: string, heads: readonly string[], rows: readonly (readonly Words[])[]): Doc[] {
  return rows.length === 0 ? [] : [{ node: "table", label, heads, rows }];
}

function listJson({ asOf, stacks, layers }: Inventory): unknown {
  const experimentsIn = ({ parts, ...layer }: ListedLayer) => ({
    ...layer,
    experiments: parts.map(({ experiment }) => experiment),
  });
  return { asOf, stacks, layers: layers.map(experimentsIn) };
}
