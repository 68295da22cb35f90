import { resources } from "../api/resources";
import type { DeclaredService } from "../protocol/declared-service";
import { type Doc, parted, type TableRow, type Words } from "../report/document";
import { capitalised } from "../report/page-parts";
import { labelOf, nameText, type Titled } from "../text/title";
import { counted, inWords } from "../text/words";
import type { Inventory, ListedEntity } from "./inventory";
import type { ListedLayer } from "./layers";
import { type EntityView, type LayerView, type ListView, listViewOf } from "./list-view";
import { elementsOf, factNames, lateText, layerPartText } from "./list-words";

/** What is declared, for people who did not write it. */
export function listDoc(inventory: Inventory): readonly Doc[] {
  const view = listViewOf(inventory);
  const { verdict, asOf, overdue, teams, layers, sources, others } = view;
  const links = new Links(view);
  const hasEnds = view.entities.some(({ entity }) => entity.endsOn !== undefined);
  const parts = [
    ...teams.map(({ team, experiments }, index) => ({
      id: `team-${index + 1}`,
      title: team === undefined ? "Without a team" : ["Team ", { own: team }],
      body: teamDocs(experiments, links),
    })),
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
        "What the code declares: whether the service has it so, drift says.",
      ],
    },
    ...(overdue.length === 0 ? [] : [overdueDoc(overdue, links)]),
    ...(parts.length < 2 ? [] : [indexDoc(parts)]),
    ...parts.map(({ id, title, body }): Doc => ({ node: "section", level: 2, id, title, body })),
  ];
}

/** What a page with the document is called. */
export function listTitle({ stacks }: Inventory): string {
  return `Experiments in ${inWords(stacks.map(({ name }) => name))}`;
}

/** Where entities and layers stand in a document, so that others can lead there. */
class Links {
  private readonly ids = new Map<ListedEntity, string>();
  private readonly anchors = new Map<string, string>();

  constructor({ teams, sources, layers }: ListView) {
    for (const { entity, service } of [...teams.flatMap(({ experiments }) => experiments), ...sources]) {
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

/** The experiments of a team: a table to oversee them, and what is to be known of each where a medium has the room. */
function teamDocs(experiments: readonly EntityView[], links: Links): Doc[] {
  const rows = experiments.map(
    ({ name, title, status, facts, stack }): TableRow => [
      [title && [{ own: title }, " "], { code: name }],
      status,
      ...factNames.map((fact) => facts[fact] ?? ""),
      { own: stack },
    ],
  );
  const heads = ["experiment", "status", ...factNames, "stack"];
  return [
    { node: "only", media: ["markdown"], body: [{ node: "table", label: "Experiments", heads, rows }] },
    { node: "only", media: ["text", "html"], body: experiments.map((each) => experimentDoc(each, links)) },
  ];
}

function experimentDoc({ entity, name, title, place, status, facts, service }: EntityView, links: Links): Doc {
  const { layerID } = entity.fields;
  const linked: Readonly<Record<string, Words>> = {
    sources: links.toAll(entity.uses, service),
    ...(typeof layerID === "string" && {
      allocation: links.to({ kind: LAYER, name: layerID }, service, facts.allocation),
    }),
  };
  const tone = status === "active" ? "good" : status === "setup" ? "change" : "quiet";
  return {
    node: "entry",
    id: links.idOf(entity),
    title: title ? [{ strong: { own: title } }, { quiet: [" (", { own: name }, ")"] }] : { strong: { own: name } },
    tags: [
      { pill: status, tone },
      ...(entity.overdue ? [{ pill: "overdue", tone: "bad" } as const] : []),
      ...(entity.ignoreChanges ? [{ pill: "left alone", tone: "quiet" } as const] : []),
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

/** The groups by their sizes; the words beside it say the same. */
function groupsBar({ fields }: ListedEntity): Doc[] {
  const parts = elementsOf(fields.groups).flatMap(({ id, name, size }, colour) =>
    typeof size === "number" && size > 0 ? [{ percent: size, label: String(id ?? name ?? ""), colour }] : [],
  );
  return parts.length < 2 ? [] : [{ node: "bar", parts }];
}

function layerDoc({ layer, place, fill }: LayerView, links: Links): Doc {
  const { layerID, parts, allocated, service } = layer;
  return {
    node: "entry",
    id: links.layerId(layer),
    title: [{ strong: { own: layerID } }, place],
    tags: [{ pill: fill, tone: allocated > 100 ? "bad" : "quiet" }],
    body: [
      {
        node: "bar",
        parts: parts.map(({ experiment, allocation = 0 }, colour) => ({
          percent: allocation,
          label: experiment,
          colour,
        })),
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
  const kinds = resources.filter(({ role }) => role === "other").map(({ kind }) => `${labelOf(kind)}s`);
  return {
    node: "table",
    label: capitalised(inWords(kinds)),
    heads: ["id", "name", "kind"],
    rows: others.map((view) => [[{ own: view.name }, view.placeAmong], { own: view.title }, view.label]),
  };
}
