import { counted } from "../api/describe";
import { labelOf } from "../api/resource";
import { nameText, type Titled } from "../entity/title";
import { htmlPage } from "../page/html-page";
import { type Html, html } from "../page/html-text";
import {
  barColour,
  capitalised,
  htmlCallout,
  htmlCard,
  htmlList,
  htmlTable,
  ownText,
  type PagePart,
  pill,
  shareBar,
  type Tone,
} from "../page/page-parts";
import type { DeclaredService } from "../protocol/declared-service";
import type { Inventory, ListedEntity, ListedLayer } from "./inventory";
import {
  elementsOf,
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
  type TeamList,
  teamTitle,
  titleText,
  usersText,
} from "./list-words";

/** An inventory as one page of HTML. */
export function listHtml(inventory: Inventory): string {
  return new ListPage(inventory).text;
}

class ListPage {
  readonly text: string;
  private readonly ids = new Map<ListedEntity, string>();
  /** Where links to an entity or a layer lead, by its name. */
  private readonly anchors = new Map<string, string>();

  constructor(private readonly inventory: Inventory) {
    const { overdue, teams, sources, others } = sectionsOf(inventory);
    for (const placed of [...teams.flatMap(({ experiments }) => experiments), ...sources]) {
      const id = `entity-${this.ids.size + 1}`;
      this.ids.set(placed.entity, id);
      const key = keyOfTitled(placed.entity, serviceAt(placed));
      // two stacks may declare one entity: links lead to the first
      if (placed.entity.name !== null && !this.anchors.has(key)) this.anchors.set(key, id);
    }
    const { layers, asOf, stacks } = inventory;
    for (const [index, { layerID, service }] of layers.entries()) {
      this.anchors.set(keyOfTitled({ kind: "layer", name: layerID }, service), `layer-${index + 1}`);
    }
    const late = overdue.map(
      (placed) =>
        html`<a href="#${this.ids.get(placed.entity)}">${ownText(nameText(placed.entity.name))}</a>${this.place(placed)}: ${endText(placed.entity)}, and is ${statusText(placed.entity)}`,
    );
    const parts: readonly (readonly [id: string, title: string, body: PagePart])[] = [
      ...teams.map((team, index) => [`team-${index + 1}`, capitalised(teamTitle(team.team)), this.team(team)] as const),
      ...(layers.length === 0 ? [] : [["layers", "Layers", layers.map((layer) => this.layer(layer))] as const]),
      ...(sources.length === 0 ? [] : [["sources", "Sources", this.sources(sources)] as const]),
      ...(others.length === 0 ? [] : [["others", "Others", this.others(others)] as const]),
    ];
    this.text = htmlPage({
      title: `Experiments in ${stacks.map(({ name }) => name).join(", ")}`,
      style: listStyle,
      body: html`<h1>Experiments in ${stacks.map(({ name }, index) => html`${index === 0 ? "" : ", "}${ownText(name)}`)}</h1>
<p class="quiet">${inventoryVerdict(inventory)}. <span class="day">As of ${asOf}.</span></p>
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

  /** An entity that leads to its place in the page, where it has one. */
  private link(
    titled: Titled,
    service: DeclaredService | undefined,
    text: PagePart = ownText(nameText(titled.name)),
  ): Html {
    const anchor = this.anchors.get(keyOfTitled(titled, service));
    return anchor === undefined ? html`${text}` : html`<a href="#${anchor}">${text}</a>`;
  }

  private team({ experiments }: TeamList): Html[] {
    return experiments.map((placed) => {
      const { entity } = placed;
      const { name, ignoreChanges, overdue } = entity;
      const title = titleText(entity);
      return htmlCard({
        id: this.ids.get(entity) ?? "",
        title:
          title === undefined
            ? ownText(nameText(name))
            : html`${ownText(title)} <small>${ownText(nameText(name))}</small>`,
        pills: [
          pill(toneOf(entity), statusText(entity)),
          ...(overdue ? [pill("bad", "overdue")] : []),
          ...(ignoreChanges ? [pill("quiet", "left alone")] : []),
        ],
        place: placeText(placed),
        body: html`${groupsBar(entity)}<dl class="facts">${experimentFacts(entity).map(
          (fact) => html`<dt>${capitalised(fact.label)}</dt><dd>${this.fact(fact, placed)}</dd>`,
        )}</dl>`,
      });
    });
  }

  /** What tells an entity from those of its name in other stacks. */
  private place(placed: PlacedEntity): Html {
    const text = placeAmong(this.inventory, placed);
    return text === "" ? html`` : html` <small class="quiet">${ownText(text.trimStart())}</small>`;
  }

  /** What is known of an experiment, with links to what it uses. */
  private fact({ label, text }: ReturnType<typeof experimentFacts>[number], placed: PlacedEntity): PagePart {
    const { uses, fields } = placed.entity;
    if (label === "sources") return this.links(uses, serviceAt(placed));
    if (label !== "allocation" || typeof fields.layerID !== "string") return ownText(text);
    return this.link({ kind: "layer", name: fields.layerID }, serviceAt(placed), ownText(text));
  }

  private links(those: readonly Titled[], service: DeclaredService | undefined): Html[] {
    return those.map((titled, index) => html`${index === 0 ? "" : ", "}${this.link(titled, service)}`);
  }

  private layer(layer: ListedLayer): Html {
    const { layerID, parts, allocated, service } = layer;
    // what is more than there is has to fit in, too
    const scale = Math.max(100, allocated) / 100;
    const isOver = allocated > 100;
    const id = this.anchors.get(keyOfTitled({ kind: "layer", name: layerID }, service));
    return html`<figure id="${id}"><figcaption><strong>${ownText(layerID)}</strong>${ownText(layerPlace(this.inventory, layer))} ${pill(isOver ? "bad" : "quiet", layerText(layer))}</figcaption>
${shareBar(parts.map(({ experiment, allocation }, index) => ({ percent: (allocation ?? 0) / scale, label: experiment, colour: index })))}
${htmlList(
  parts.map(
    (part, index) =>
      html`<span class="legend"><i class="${barColour(index)}"></i></span>${this.link({ kind: "experiment", name: part.experiment }, service)} ${layerPartText(part)}`,
  ),
  "row",
)}</figure>
`;
  }

  private sources(sources: readonly PlacedEntity[]): Html {
    return htmlTable({
      label: "Sources and what uses them",
      heads: ["Source", "Kind", "Used by"],
      rows: sources.map((placed) => {
        const { entity } = placed;
        const id = this.ids.get(entity);
        const users =
          entity.usedBy.length === 0
            ? html`<span class="quiet">${usersText(entity)}</span>`
            : this.links(entity.usedBy, serviceAt(placed));
        return [
          html`<span id="${id}">${ownText(nameText(entity.name))}</span>${this.place(placed)}`,
          labelOf(entity.kind),
          users,
        ];
      }),
    });
  }

  private others(others: readonly PlacedEntity[]): Html {
    return htmlTable({
      label: "Segments and prompt versions",
      heads: ["Id", "Name", "Kind"],
      rows: others.map((placed) => [
        html`${ownText(nameText(placed.entity.name))}${this.place(placed)}`,
        ownText(titleText(placed.entity) ?? ""),
        labelOf(placed.entity.kind),
      ]),
    });
  }
}

function serviceAt({ entity, stack }: PlacedEntity): DeclaredService | undefined {
  return entity.service ?? stack.service;
}

function keyOfTitled({ kind, name }: Titled, service: DeclaredService | undefined): string {
  return JSON.stringify([service?.baseUrl, service?.apiKeyVariable, kind, name]);
}

function toneOf(entity: ListedEntity): Tone {
  const status = statusText(entity);
  return status === "active" ? "good" : status === "setup" ? "change" : "quiet";
}

/** The groups by their sizes; the words beside it say the same. */
function groupsBar({ fields }: ListedEntity): Html | undefined {
  const groups = elementsOf(fields.groups).flatMap(({ id, name, size }, index) =>
    typeof size === "number" && size > 0 ? [{ percent: size, label: String(id ?? name ?? ""), colour: index }] : [],
  );
  const whole =
    Math.max(
      100,
      groups.reduce((sum, { percent }) => sum + percent, 0),
    ) / 100;
  return groups.length < 2
    ? undefined
    : shareBar(groups.map((group) => ({ ...group, percent: group.percent / whole })));
}

const listStyle = `
article .bar { margin: .5rem 0; }
.day { white-space: nowrap; }
.facts { display: grid; grid-template-columns: 8.5rem 1fr; gap: .1rem .9rem; margin: .4rem 0 0; font-size: .92rem; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; }
figcaption { display: flex; flex-wrap: wrap; gap: .25rem .5rem; align-items: baseline; margin-bottom: .25rem; font-size: 1rem; }
:target { scroll-margin-top: .5rem; }
td :target, th :target { outline: 3px solid var(--change); outline-offset: 2px; }
@media (max-width: 40rem) { .facts { grid-template-columns: 1fr; } .facts dd { margin-bottom: .3rem; } }
`;
