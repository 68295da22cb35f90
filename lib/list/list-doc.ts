import { kinds } from "../api/kinds";
import type { DeclaredService } from "../protocol/declared-service";
import { type Doc, parted, type Words } from "../report/document";
import { labelOf, nameText, type Titled } from "../text/title";
import { capitalised, counted, inWords } from "../text/words";
import type { Inventory, ListedEntity } from "./inventory";
import type { ListedLayer } from "./layers";
import { type EntityView, type LayerView, type ListView, listViewOf, type StackRow } from "./list-view";
import { elementsOf, factNames, lateText, layerPartText } from "./list-words";

/** What is declared, for people who did not write it. */
export function listDoc(inventory: Inventory): readonly Doc[] {
  const view = listViewOf(inventory);
  const { verdict, asOf, stacks, overdue, layers, sources, others } = view;
  const links = new Links(view);
  const hasEnds = view.entities.some(({ entity }) => entity.endsOn !== undefined);
  const parts: readonly ListPart[] = [
    ...experimentParts(stacks, links),
    { id: "layers", title: "Layers", body: layers.map((each) => layerDoc(each, links)) },
    { id: "sources", title: "Sources", body: [sourcesDoc(sources, links)] },
    { id: "others", title: "Others", body: [othersDoc(others)] },
  ].filter(({ body }) => body.some((doc) => doc.node !== "table" || doc.rows.length > 0));
  return [
    {
      node: "verdict",
      words: verdict,
      tone: "quiet",
      about: [
        ...(hasEnds ? [`As of ${asOf}.`] : []),
        "Declared in the code. For differences from the service, run drift.",
      ],
    },
    ...(stacks.length < 2 ? [] : [stacksDoc(stacks)]),
    ...(overdue.length === 0 ? [] : [overdueDoc(overdue, links)]),
    ...(parts.length < 2 ? [] : [indexDoc(parts)]),
    ...parts.map(({ id, title, body }): Doc => ({ node: "section", level: 2, id, title, body })),
  ];
}

/** A part of the document, to which its index leads. */
interface ListPart {
  readonly id: string;
  readonly title: Words;
  readonly body: readonly Doc[];
}

/** What a page with the document is called. */
export function listTitle({ stacks }: Inventory): string {
  return `Experiments in ${inWords(stacks.map(({ name }) => name))}`;
}

/** Where entities and layers stand in a document, so that others can lead there. */
class Links {
  private readonly ids = new Map<ListedEntity, string>();
  private readonly anchors = new Map<string, string>();

  constructor({ stacks, sources, layers }: ListView) {
    for (const { entity, service } of [...stacks.flatMap(experimentsOf), ...sources]) {
      const id = `entity-${this.ids.size + 1}`;
      this.ids.set(entity, id);
      const key = linkKey(entity, service);
      // two stacks may declare one entity: links lead to the first
      if (entity.name !== null && !this.anchors.has(key)) this.anchors.set(key, id);
    }
    for (const [index, { layer }] of layers.entries()) {
      this.anchors.set(linkKey({ kind: LAYER, name: layer.layerID }, layer.service), `layer-${index + 1}`);
    }
  }

  idOf(entity: ListedEntity): string {
    return this.ids.get(entity) ?? "";
  }

  layerId({ layerID, service }: ListedLayer): string {
    return this.anchors.get(linkKey({ kind: LAYER, name: layerID }, service)) ?? "";
  }

  /** The name of an entity or a layer, which leads to its place, where it has one. */
  to(titled: Titled, service: DeclaredService | undefined, text = nameText(titled.name)): Words {
    const anchor = this.anchors.get(linkKey(titled, service));
    return anchor === undefined ? { own: text } : { to: anchor, words: { own: text } };
  }

  toAll(those: readonly Titled[], service: DeclaredService | undefined): Words {
    return parted(
      those.map((titled) => this.to(titled, service)),
      ", ",
    );
  }
}

/** What stands where an entity has its kind, in links to layers. */
const LAYER = "layer";

function linkKey({ kind, name }: Titled, service: DeclaredService | undefined): string {
  return JSON.stringify([service?.baseUrl, service?.apiKeyVariable, kind, name]);
}

function indexDoc(parts: readonly { readonly id: string; readonly title: Words }[]): Doc {
  return {
    node: "index",
    label: "Parts of this page",
    items: parts.map(({ id, title }) => ({ to: id, words: title })),
  };
}

function overdueDoc(overdue: readonly EntityView[], links: Links): Doc {
  const items = overdue.map((each): Words => {
    const name = { to: links.idOf(each.entity), words: { own: each.name } };
    return [name, each.placeAmong, `: ${lateText(each)}`];
  });
  const title = `${counted(overdue.length, "experiment")} overdue`;
  return { node: "section", level: 2, title, tone: "bad", body: [{ node: "items", of: "plain", items }] };
}

/** The stacks, which may be environments: where each deploys to, and what is in it. */
function stacksDoc(stacks: readonly StackRow[]): Doc {
  return {
    node: "table",
    label: "Stacks",
    heads: ["stack", "base URL", "experiments", "other entities"],
    rows: stacks.map(({ id, name, baseUrl, experiments, others }) => [
      experiments === "" ? { own: name } : { to: id, words: { own: name } },
      { own: baseUrl },
      experiments,
      others === 0 ? "" : `${others}`,
    ]),
  };
}

/** The experiments of each stack that has any. Markdown has a table of them alone, as cards would make it long. */
function experimentParts(stacks: readonly StackRow[], links: Links): ListPart[] {
  const having = stacks.filter(({ teams }) => teams.length > 0);
  return having.map((stack) => {
    const overview = experimentsOf(stack).length < 2 ? [] : [overviewDoc(stack, links)];
    return {
      id: stack.id,
      title: having.length === 1 ? "Experiments" : ["Stack ", { own: stack.name }],
      body: [
        { node: "only", media: ["markdown"], body: [factTable(stack)] },
        { node: "only", media: ["text", "html"], body: [...overview, ...teamDocs(stack, links)] },
      ],
    };
  });
}

function experimentsOf({ teams }: StackRow): EntityView[] {
  return teams.flatMap(({ experiments }) => experiments);
}

function factTable(stack: StackRow): Doc {
  return {
    node: "table",
    label: `Experiments of ${stack.name}`,
    heads: ["experiment", "status", "team", ...factNames],
    rows: experimentsOf(stack).map(({ name, title, status, team = "", facts }) => [
      [title && [{ own: title }, " "], { code: name }],
      status,
      { own: team },
      ...factNames.map((fact): Words => ({ own: facts[fact] ?? "" })),
    ]),
  };
}

/** What has to be overseen, before each experiment is told by itself. */
function overviewDoc(stack: StackRow, links: Links): Doc {
  return {
    node: "table",
    label: `Experiments of ${stack.name}`,
    heads: ["experiment", "status", "team", "allocation", "end"],
    rows: experimentsOf(stack).map((each) => [
      { to: links.idOf(each.entity), words: { own: each.title || each.name } },
      each.entity.overdue ? [statusPill(each), " ", OVERDUE] : statusPill(each),
      { own: each.team ?? "" },
      { own: each.facts.allocation ?? "" },
      each.entity.endsOn ?? "",
    ]),
  };
}

/** The experiments of each team; without headings where nobody says whose they are. */
function teamDocs({ teams }: StackRow, links: Links): Doc[] {
  return teams.flatMap(({ team, experiments }): Doc[] => {
    const cards = experiments.map((each) => experimentDoc(each, links));
    if (team === undefined && teams.length === 1) return cards;
    const title = team === undefined ? "Without a team" : ["Team ", { own: team }];
    return [{ node: "section", level: 3, title, body: cards }];
  });
}

const OVERDUE: Words = { pill: "overdue", tone: "bad" };

function statusPill({ status }: EntityView): Words {
  return { pill: status, tone: status === "active" ? "good" : status === "setup" ? "change" : "quiet" };
}

function experimentDoc(view: EntityView, links: Links): Doc {
  const { entity, name, title, place, facts, service } = view;
  const { layerID } = entity.fields;
  const linked: Readonly<Record<string, Words>> = {
    sources: links.toAll(entity.uses, service),
    ...(typeof layerID === "string" && {
      allocation: links.to({ kind: LAYER, name: layerID }, service, facts.allocation),
    }),
  };
  return {
    node: "entry",
    id: links.idOf(entity),
    title: title ? [{ strong: { own: title } }, { quiet: [" (", { own: name }, ")"] }] : { strong: { own: name } },
    tags: [
      statusPill(view),
      ...(entity.overdue ? [OVERDUE] : []),
      ...(entity.ignoreChanges ? [{ pill: "changes ignored", tone: "quiet" } as const] : []),
    ],
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

function layerDoc({ layer, place, fill }: LayerView, links: Links): Doc {
  const { layerID, allocated, service } = layer;
  // what takes its part now stands before what will
  const parts = [...layer.parts].sort((a, b) => Number(a.isSetUp ?? false) - Number(b.isSetUp ?? false));
  return {
    node: "entry",
    id: links.layerId(layer),
    title: [{ strong: { own: layerID } }, place],
    tags: [{ pill: fill, tone: allocated > 100 ? "bad" : "quiet" }],
    body: [
      {
        node: "bar",
        parts: parts.flatMap(({ experiment, allocation, isSetUp }, colour) =>
          allocation === undefined
            ? []
            : [{ percent: allocation, label: experiment, colour, ...(isSetUp && { isPlanned: true as const }) }],
        ),
      },
      {
        node: "items",
        of: "inline",
        items: parts.map((part) => [
          links.to({ kind: "experiment", name: part.experiment }, service),
          ` ${layerPartText(part)}`,
        ]),
      },
    ],
  };
}

function sourcesDoc(sources: readonly EntityView[], links: Links): Extract<Doc, { node: "table" }> {
  return {
    node: "table",
    label: "Sources and what uses them",
    heads: ["source", "kind", "used by"],
    rows: sources.map((view) => [
      [{ id: links.idOf(view.entity), words: { own: view.name } }, view.placeAmong],
      view.label,
      view.entity.usedBy.length === 0 ? { quiet: view.users } : links.toAll(view.entity.usedBy, view.service),
    ]),
  };
}

function othersDoc(others: readonly EntityView[]): Extract<Doc, { node: "table" }> {
  const labels = kinds.filter(({ role }) => role === "other").map(({ name }) => `${labelOf(name)}s`);
  return {
    node: "table",
    label: capitalised(inWords(labels)),
    heads: ["id", "name", "kind"],
    rows: others.map((view) => [[{ own: view.name }, view.placeAmong], { own: view.title }, view.label]),
  };
}
