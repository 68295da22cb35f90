import type { Kind } from "../api/kind";
import { type Doc, factsDoc, parted, type Report, sectionOf, type Words } from "../report/document";
import { dayText } from "../text/days";
import { labelOf, nameText } from "../text/names";
import { capitalised, counted, inWords } from "../text/words";
import {
  byEnd,
  byTeam,
  type EntityView,
  entityViews,
  groupParts,
  groupsText,
  type Links,
  launchedName,
  linksAmong,
  listTable,
  metricsText,
  shareText,
  stateNames,
  states,
  statusText,
  textIn,
} from "./entity-view";
import type { Inventory, ListedLayer, ListedStack } from "./inventory";
import { endsDocs, gridDocs, layersDocs, teamsDocs } from "./list-pictures";

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
  const experiments = ofRole(views, "experiment").sort(byTeam);
  const links = linksAmong(views);
  return [
    headDoc(inventory, experiments),
    ...overdueDocs(experiments),
    ...stackTable(stacks, views),
    ...teamsDocs(experiments),
    ...layersDocs(layers, links),
    ...endsDocs(experiments, asOf),
    ...stateNames.flatMap((state) => stateDocs(state, experiments, links)),
    ...othersDocs(views, links),
  ];
}

function ofRole(views: readonly EntityView[], role: Kind["role"]): EntityView[] {
  return views.filter((view) => view.role === role);
}

function headDoc({ asOf, stacks, onlyOverdue }: Inventory, experiments: readonly EntityView[]): Doc {
  const urls = stacks.length === 1 ? stacks.map(baseUrlsOf) : [];
  const names = stacks.map(({ name }) => name);
  const nothing = onlyOverdue && experiments.length === 0;
  return {
    node: "part",
    look: "head",
    title: nothing ? `Nothing is overdue in ${counted(stacks.length, "stack")}` : countsText(experiments),
    tone: "quiet",
    icon: "list",
    body: [],
    meta: [
      [stacks.length === 1 ? "stack " : "stacks ", parted(names, ", "), urls.map((url) => [" (", url, ")"])],
      ...(experiments.some(({ endsOn }) => endsOn !== "") ? [`as of ${dayText(asOf)}`] : []),
      "as the code declares it: drift says where the service differs",
    ],
  };
}

/** "7 experiments run, 4 are in set-up, 2 have ended". */
function countsText(experiments: readonly EntityView[]): string {
  const texts = stateNames
    .map((state) => ({ state, count: experiments.filter((view) => view.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }, index) => {
      const verb = states[state][count === 1 ? "one" : "several"];
      return `${index === 0 ? counted(count, "experiment") : count} ${verb}`;
    });
  return texts.join(", ") || "No experiment is declared";
}

/** What should have ended: the first comes first. */
function overdueDocs(experiments: readonly EntityView[]): Doc[] {
  const items = byEnd(experiments.filter(({ entity }) => entity.overdue)).map(({ link, endsOn, state }): Words => {
    const now = state === "running" ? "still runs" : `is ${state}`;
    return [link, ` should have ended on ${dayText(endsOn)}, and ${now}`];
  });
  const strip = { node: "part", look: "box", icon: "clock", tone: "decide" } as const;
  if (items.length <= 1) return items.map((title) => ({ ...strip, title, body: [] }));
  const title = `${counted(items.length, "experiment")} should have ended`;
  return [{ ...strip, title, body: [{ node: "list", items }] }];
}

/** The stacks, which may be environments: where each deploys to, and what is in it. */
function stackTable(stacks: readonly ListedStack[], views: readonly EntityView[]): Doc[] {
  if (stacks.length < 2) return [];
  const rows = stacks.map((stack): Words[] => {
    const own = views.filter((view) => view.stack === stack.name);
    const experiments = ofRole(own, "experiment");
    const counts = stateNames.map((state) => experiments.filter((view) => view.state === state).length);
    const numbers = [...counts, own.length - experiments.length].map((count) => `${count || ""}`);
    return [stack.name, baseUrlsOf(stack), ...numbers];
  });
  return gridDocs("Stacks", ["stack", "base URL", ...stateNames, "other entities"], rows);
}

/** Where a stack deploys to; a stack may have several services. */
function baseUrlsOf({ service, entities }: ListedStack): string {
  const services = service === undefined ? entities.map((entity) => entity.service) : [service];
  const urls = services.map((each) => each?.baseUrl ?? "base URL known at deploy time");
  return [...new Set(urls)].join(", ");
}

/** The experiments in one state: those that are overdue come first. */
function stateDocs(state: EntityView["state"], experiments: readonly EntityView[], links: Links): Doc[] {
  const own = experiments.filter((view) => view.state === state);
  const rows = [...own.filter(({ entity }) => entity.overdue), ...own.filter(({ entity }) => !entity.overdue)];
  return sectionOf(
    capitalised(state),
    rows.map((view) => experimentDoc(view, links)),
    { count: rows.length },
  );
}

function experimentDoc(view: EntityView, links: Links): Doc {
  const { entity, id, team, stackTag, state, service, endsOn } = view;
  const { overdue, uses } = entity;
  const bar = groupParts(entity);
  const isOver = overdue || state === "ended";
  const [happens, share] = [happensText(view), shareText(entity)];
  return {
    node: "part",
    look: "row",
    id,
    icon: entity.fields.status === "decision_made" ? "decided" : states[state].icon,
    tone: overdue ? "decide" : "quiet",
    title: [{ strong: view.name }, `: ${happens}`],
    meta: [team ?? "", stackTag].filter((text) => text !== ""),
    tags: [
      ...(overdue ? [{ tag: "overdue", tone: "decide" } as const] : []),
      ...(endsOn === "" || isOver ? [] : [{ quiet: `until ${dayText(endsOn)}` }]),
      ...(bar.length === 0 ? [] : [{ mini: [bar] }]),
    ],
    body: [
      ...(bar.length === 0 ? [] : [{ node: "bars", rows: [{ caption: "", parts: bar }] } as const]),
      ...factsDoc({
        hypothesis: textIn(entity, "hypothesis"),
        description: textIn(entity, "description"),
        "who takes part": happens.endsWith(share) ? "" : share,
        groups: groupsText(entity),
        launched: textIn(entity, "launchedGroupID"),
        "primary metrics": metricsText(entity),
        end: endsOn && isOver ? `${overdue ? "should have ended" : "was to end"} on ${dayText(endsOn)}` : "",
        deploys: entity.ignoreChanges ? "changes ignored" : "",
        sources: uses.length === 0 ? "" : links(uses, service),
        status: { code: statusText(view) },
        id: { code: nameText(entity.name) },
        "declared in": view.place,
      }),
    ],
  };
}

/** What an experiment does: "runs for 60 % of layer checkout". */
function happensText({ entity, state }: EntityView): string {
  if (state === "running") return `runs for ${shareText(entity)}`;
  if (state === "in set-up") return `is in set-up, for ${shareText(entity)}`;
  if (state !== "ended") return "whether it runs is known at deploy time";
  const [status, launched] = [textIn(entity, "status"), launchedName(entity)];
  if (status === "decision_made") return launched === "" ? "is decided" : `${launched} won`;
  if (status === "assignment_stopped") return "takes in no more users";
  return status.replace(/^experiment_/, "").replaceAll("_", " ") || "ended";
}

/** What is no experiment, sources first. */
function othersDocs(views: readonly EntityView[], links: Links): Doc[] {
  const rows = [...ofRole(views, "source"), ...ofRole(views, "other")].map((view): Words[] => {
    const { entity, id, name, stackTag, service } = view;
    const own = nameText(entity.name);
    const unused = entity.name === null ? "known at deploy time" : "no declared experiment";
    return [
      [{ id, words: name }, name === own ? "" : [" ", { quiet: own }]],
      labelOf(entity.kind),
      entity.usedBy.length > 0 ? links(entity.usedBy, service) : view.role === "source" ? { quiet: unused } : "",
      stackTag,
      view.place,
    ];
  });
  return gridDocs("Sources and others", ["name", "kind", "used by", "stack", "declared in"], rows);
}

function listJson({ asOf, stacks, layers }: Inventory): unknown {
  const namesIn = (parts: ListedLayer["parts"]) => parts.map(({ experiment }) => experiment);
  return { asOf, stacks, layers: layers.map(({ parts, ...layer }) => ({ ...layer, experiments: namesIn(parts) })) };
}
