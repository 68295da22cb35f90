import { counted, inWords } from "../api/describe";
import { labelOf } from "../api/resource";
import { resources } from "../api/resources";
import { nameText, type Titled } from "../entity/title";
import type { DeclaredService } from "../protocol/declared-service";
import { htmlPage } from "../report/html-page";
import { type Html, html, type PagePart } from "../report/html-text";
import {
  barColour,
  capitalised,
  htmlCallout,
  htmlCard,
  htmlList,
  htmlTable,
  ownText,
  pill,
  shareBar,
} from "../report/page-parts";
import type { Inventory, ListedEntity } from "./inventory";
import { type EntityView, type LayerView, type ListView, listViewOf } from "./list-view";
import { elementsOf, lateText, layerPartText, NO_TEAM } from "./list-words";

/** What is declared as one page of HTML. */
export function listHtml(inventory: Inventory): string {
  return new ListPage(listViewOf(inventory)).text;
}

class ListPage {
  private readonly ids = new Map<ListedEntity, string>();
  /** The fragments to which links to entities and layers lead, by `linkKey`. */
  private readonly anchors = new Map<string, string>();

  constructor(private readonly view: ListView) {
    const { teams, sources, layers } = view;
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

  get text(): string {
    const { verdict, asOf, stacks, overdue, teams, layers, sources, others } = this.view;
    const parts: readonly (readonly [id: string, title: string, body: PagePart])[] = [
      ...teams.map(
        ({ team = NO_TEAM, experiments }, index) =>
          [`team-${index + 1}`, capitalised(team), experiments.map((each) => this.experiment(each))] as const,
      ),
      ...(layers.length === 0 ? [] : [["layers", "Layers", layers.map((each) => this.layer(each))] as const]),
      ...(sources.length === 0 ? [] : [["sources", "Sources", this.sources(sources)] as const]),
      ...(others.length === 0 ? [] : [["others", "Others", tableOfOthers(others)] as const]),
    ];
    const late = overdue.map(
      (each) =>
        html`<a href="#${this.ids.get(each.entity)}">${ownText(each.name)}</a>${placeAmong(each)}: ${lateText(each)}`,
    );
    return htmlPage({
      title: `Experiments in ${stacks.join(", ")}`,
      style: listStyle,
      body: html`<h1>Experiments in ${stacks.map((name, index) => html`${index === 0 ? "" : ", "}${ownText(name)}`)}</h1>
<p class="quiet">${verdict}. <span class="whole">As of ${asOf}.</span></p>
${late.length === 0 ? undefined : htmlCallout("bad", `${counted(late.length, "experiment")} overdue`, htmlList(late))}
${
  parts.length < 2
    ? undefined
    : html`<nav aria-label="Parts of this page">${htmlList(
        parts.map(([id, title]) => html`<a href="#${id}">${ownText(title)}</a>`),
        "row",
      )}</nav>`
}
${parts.map(([id, title, body]) => html`<section id="${id}"><h2>${ownText(title)}</h2>\n${body}</section>\n`)}`,
      footer: html`What the code declares. Whether the service has it so, <code>cdktf-experimentation drift</code> says.`,
    });
  }

  /** An entity or a layer that leads to its place in the page, where it has one. */
  private link(titled: Titled, service: DeclaredService | undefined, text = nameText(titled.name)): Html {
    const anchor = this.anchors.get(linkKey(titled, service));
    return anchor === undefined ? ownText(text) : html`<a href="#${anchor}">${ownText(text)}</a>`;
  }

  private links(those: readonly Titled[], service: DeclaredService | undefined): Html[] {
    return those.map((titled, index) => html`${index === 0 ? "" : ", "}${this.link(titled, service)}`);
  }

  private experiment(view: EntityView): Html {
    const { entity, name, title, place, status, facts, service } = view;
    const { layerID } = entity.fields;
    const linked: Readonly<Record<string, PagePart>> = {
      sources: this.links(entity.uses, service),
      ...(typeof layerID === "string" && {
        allocation: this.link({ kind: LAYER, name: layerID }, service, facts.allocation),
      }),
    };
    return htmlCard({
      id: this.ids.get(entity) ?? "",
      title: title === "" ? ownText(name) : html`${ownText(title)} <small>${ownText(name)}</small>`,
      pills: [
        pill(status === "active" ? "good" : status === "setup" ? "change" : "quiet", status),
        ...(entity.overdue ? [pill("bad", "overdue")] : []),
        ...(entity.ignoreChanges ? [pill("quiet", "left alone")] : []),
      ],
      place,
      body: html`${groupsBar(entity)}<dl class="facts">${Object.entries(facts).map(
        ([label, text]) => html`<dt>${capitalised(label)}</dt><dd>${linked[label] ?? ownText(text)}</dd>`,
      )}</dl>`,
    });
  }

  private layer({ layer, place, fill }: LayerView): Html {
    const { layerID, parts, allocated, service } = layer;
    const id = this.anchors.get(linkKey({ kind: LAYER, name: layerID }, service));
    return html`<figure id="${id}"><figcaption><strong>${ownText(layerID)}</strong>${ownText(place)} ${pill(allocated > 100 ? "bad" : "quiet", fill)}</figcaption>
${shareBar(parts.map(({ experiment, allocation = 0 }, index) => ({ percent: allocation, label: experiment, colour: index })))}
${htmlList(
  parts.map(
    (part, index) =>
      html`<span class="legend"><i class="${barColour(index)}"></i></span>${this.link({ kind: "experiment", name: part.experiment }, service)} ${layerPartText(part)}`,
  ),
  "row",
)}</figure>
`;
  }

  private sources(sources: readonly EntityView[]): Html {
    return htmlTable({
      label: "Sources and what uses them",
      heads: ["Source", "Kind", "Used by"],
      rows: sources.map((view) => [
        html`<span id="${this.ids.get(view.entity)}">${ownText(view.name)}</span>${placeAmong(view)}`,
        html`<span class="whole">${view.label}</span>`,
        view.entity.usedBy.length === 0
          ? html`<span class="quiet">${view.users}</span>`
          : this.links(view.entity.usedBy, view.service),
      ]),
    });
  }
}

/** What stands where an entity has its kind, in links to layers. */
const LAYER = "layer";

function linkKey({ kind, name }: Titled, service: DeclaredService | undefined): string {
  return JSON.stringify([service?.baseUrl, service?.apiKeyVariable, kind, name]);
}

function tableOfOthers(others: readonly EntityView[]): Html {
  return htmlTable({
    label: capitalised(
      inWords(resources.filter(({ role }) => role === "other").map(({ kind }) => `${labelOf(kind)}s`)),
    ),
    heads: ["Id", "Name", "Kind"],
    rows: others.map((view) => [
      html`${ownText(view.name)}${placeAmong(view)}`,
      ownText(view.title),
      html`<span class="whole">${view.label}</span>`,
    ]),
  });
}

/** What tells an entity from those of its name in other stacks. */
function placeAmong({ placeAmong: text }: EntityView): Html | undefined {
  return text === "" ? undefined : html` <small class="quiet">${ownText(text.trimStart())}</small>`;
}

/** The groups by their sizes; the words beside it say the same. */
function groupsBar({ fields }: ListedEntity): Html | undefined {
  const groups = elementsOf(fields.groups).flatMap(({ id, name, size }, index) =>
    typeof size === "number" && size > 0 ? [{ percent: size, label: String(id ?? name ?? ""), colour: index }] : [],
  );
  return groups.length < 2 ? undefined : shareBar(groups);
}

const listStyle = `
article .bar { margin: .5rem 0; }
.facts { display: grid; grid-template-columns: 8.5rem 1fr; gap: .1rem .9rem; margin: .4rem 0 0; font-size: .92rem; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; }
figcaption { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; margin-bottom: .25rem; font-size: 1rem; }
:target { scroll-margin-top: .5rem; }
td :target, th :target { outline: 3px solid var(--change); outline-offset: 2px; }
@media (max-width: 40rem) { .facts { grid-template-columns: 1fr; } .facts dd { margin-bottom: .3rem; } }
`;
