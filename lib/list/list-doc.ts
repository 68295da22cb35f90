import type { Kind } from "../api/kind";
import { kinds } from "../api/kinds";
import { type Doc, factsDoc, parted, type Report, sectionOf, type Words } from "../report/document";
import { dayText } from "../text/days";
import { labelOf, naturalOrder } from "../text/names";
import { capitalised, counted, inWords } from "../text/words";
import {
  type EntityState,
  type EntityView,
  entityViews,
  groupParts,
  Links,
  listTable,
  stateOf,
  viewName,
} from "./entity-views";
import type { Inventory, ListedStack } from "./inventory";
import type { ListedLayer } from "./layers";
import { endsDocs, layersDocs, teamsDocs } from "./list-pictures";

/** What is declared, in every form. */
export const listReport: Report<Inventory> = {
  title: ({ stacks }) => `Experiments in ${inWords(stacks.map(({ name }) => name))}`,
  doc: listDoc,
  json: listJson,
  table: listTable,
};

/** The states, in the order in which readers look for them. */
const states: readonly EntityState[] = ["running", "known at deploy time", "in set-up", "ended"];

function listDoc(inventory: Inventory): readonly Doc[] {
  const { asOf, stacks, layers } = inventory;
  const views = entityViews(inventory);
  const experiments = ofRole(views, "experiment");
  const links = new Links(views);
  return [
    headDoc(inventory, experiments),
    ...overdueDocs(experiments),
    ...stackTable(stacks, views),
    ...teamsDocs(experiments),
    ...layersDocs(layers, links),
    ...endsDocs(experiments, asOf),
    ...states.flatMap((state) => stateDocs(state, experiments, links, stacks.length > 1)),
    ...sectionOf("Sources", sourcesDocs(views, links)),
    ...sectionOf("Others", othersDocs(views)),
  ];
}

function headDoc({ asOf, stacks, onlyOverdue }: Inventory, experiments: readonly EntityView[]): Doc {
  const urls = stacks.length === 1 ? stacks.map(baseUrlsOf) : [];
  const names = stacks.map(({ name }): Words => ({ own: name }));
  return {
    node: "head",
    words:
      onlyOverdue && experiments.length === 0
        ? `Nothing is overdue in ${counted(stacks.length, "stack")}`
        : countsText(experiments),
    tone: "quiet",
    icon: "list",
    about: [
      [stacks.length === 1 ? "stack " : "stacks ", parted(names, ", "), urls.map((url) => [" (", { own: url }, ")"])],
      ...(experiments.some(({ entity }) => entity.endsOn !== undefined) ? [`as of ${dayText(asOf)}`] : []),
      "as the code declares it: drift says where the service differs",
    ],
  };
}

/** "7 experiments run, 4 are in set-up, 2 have ended". */
function countsText(experiments: readonly EntityView[]): string {
  const verbs: Readonly<Record<EntityState, (count: number) => string>> = {
    running: (count) => (count === 1 ? "runs" : "run"),
    "known at deploy time": (count) => `${count === 1 ? "has" : "have"} a status known at deploy time`,
    "in set-up": (count) => `${count === 1 ? "is" : "are"} in set-up`,
    ended: (count) => `${count === 1 ? "has" : "have"} ended`,
  };
  const counts = states.flatMap((state) => {
    const count = experiments.filter((view) => stateOf(view) === state).length;
    return count === 0 ? [] : [{ count, verb: verbs[state](count) }];
  });
  const texts = counts.map(({ count, verb }, index) => `${index === 0 ? counted(count, "experiment") : count} ${verb}`);
  return texts.join(", ") || "No experiment is declared";
}

/** What should have ended: the first comes first. */
function overdueDocs(experiments: readonly EntityView[]): Doc[] {
  const overdue = experiments
    .flatMap((view) => (view.entity.overdue ? [{ view, endsOn: view.entity.endsOn ?? "" }] : []))
    .sort((a, b) => naturalOrder.compare(a.endsOn, b.endsOn));
  if (overdue.length === 0) return [];
  const lines = overdue.map(
    ({ view, endsOn }): Words => [
      { to: view.id, words: { own: viewName(view) } },
      ` should have ended on ${dayText(endsOn)}, and ${stateOf(view) === "running" ? "still runs" : `is ${stateOf(view)}`}`,
      view.placeAmong,
    ],
  );
  const [only] = lines;
  return [
    {
      node: "part",
      look: "box",
      icon: "clock",
      tone: "decide",
      title:
        lines.length === 1 && only !== undefined ? only : `${counted(lines.length, "experiment")} should have ended`,
      body: lines.length === 1 ? [] : [{ node: "list", items: lines }],
    },
  ];
}

/** The stacks, which may be environments: where each deploys to, and what is in it. */
function stackTable(stacks: readonly ListedStack[], views: readonly EntityView[]): Doc[] {
  if (stacks.length < 2) return [];
  const rows = stacks.map((stack): Words[] => {
    const own = views.filter((view) => view.stack === stack.name);
    const experiments = ofRole(own, "experiment");
    const count = (state: EntityState) => `${experiments.filter((view) => stateOf(view) === state).length || ""}`;
    const others = `${own.length - experiments.length || ""}`;
    return [{ own: stack.name }, { own: baseUrlsOf(stack) }, ...states.map(count), others];
  });
  const heads = ["stack", "base URL", "running", "status known at deploy time", "in set-up", "ended", "other entities"];
  return sectionOf("Stacks", [{ node: "table", look: "grid", label: "Stacks", heads, rows }]);
}

/** Where a stack deploys to; a stack may have several services. */
function baseUrlsOf({ service, entities }: ListedStack): string {
  const services = service === undefined ? entities.map((entity) => entity.service) : [service];
  const urls = services.map((each) => each?.baseUrl ?? "base URL known at deploy time");
  return [...new Set(urls)].join(", ");
}

/** The experiments in one state: those that are overdue come first, then the teams in their order. */
function stateDocs(
  state: EntityState,
  experiments: readonly EntityView[],
  links: Links,
  isAmongStacks: boolean,
): Doc[] {
  const own = experiments.filter((view) => stateOf(view) === state);
  const rank = ({ entity }: EntityView) => Number(!entity.overdue);
  own.sort((a, b) => rank(a) - rank(b) || byTeam(a, b));
  const rows = own.map((view) => experimentDoc(view, links, isAmongStacks));
  return sectionOf(state === "known at deploy time" ? "Status known at deploy time" : capitalised(state), rows, {
    count: rows.length,
  });
}

/** Those without a team come last. */
function byTeam(a: EntityView, b: EntityView): number {
  if (a.team === undefined || b.team === undefined) return Number(a.team === undefined) - Number(b.team === undefined);
  return naturalOrder.compare(a.team, b.team);
}

const stateIcons = {
  running: "start",
  "known at deploy time": "info",
  "in set-up": "clock",
  ended: "stop",
} as const satisfies Readonly<Record<EntityState, string>>;

function experimentDoc(view: EntityView, links: Links, isAmongStacks: boolean): Doc {
  const { entity, id, name, place, facts, service, team, status } = view;
  const { endsOn, overdue, uses } = entity;
  const bar = groupParts(entity);
  // the title has who takes part in what runs, or will
  const isSaid = stateOf(view) === "running" || stateOf(view) === "in set-up";
  const known = Object.entries(facts).filter(([label]) => !(isSaid && label === "who takes part"));
  const until = endsOn !== undefined && !overdue && stateOf(view) !== "ended" ? `until ${dayText(endsOn)}` : "";
  return {
    node: "part",
    look: "row",
    id,
    icon: status === "decision_made" ? "decided" : stateIcons[stateOf(view)],
    tone: overdue ? "decide" : "quiet",
    title: [{ strong: { own: viewName(view) } }, `: ${happensText(view)}`],
    meta: [...(team === undefined ? [] : [{ own: team }]), ...(isAmongStacks ? [{ own: view.stack }] : [])],
    tags: [
      ...(overdue ? [{ tag: "overdue", tone: "decide" } as const] : []),
      ...(until === "" ? [] : [{ quiet: until }]),
      ...(bar.length === 0 ? [] : [{ mini: [bar] }]),
    ],
    body: [
      ...(bar.length === 0 ? [] : [{ node: "bars", rows: [{ caption: "", parts: bar }] } as const]),
      ...factsDoc("Facts", {
        ...Object.fromEntries(known.map(([label, text]) => [label, { own: text }])),
        ...(uses.length > 0 && { sources: links.toAll(uses, service) }),
        status: { code: status },
        id: { code: name },
        "declared in": { code: place },
      }),
    ],
  };
}

/** What an experiment does: "runs for 60 % of layer checkout". */
function happensText(view: EntityView): string {
  const { facts, status, entity } = view;
  const share = facts["who takes part"];
  switch (stateOf(view)) {
    case "running":
      return share === undefined ? "runs" : `runs for ${share}`;
    case "in set-up":
      return share === undefined ? "is in set-up" : `is in set-up, for ${share}`;
    case "known at deploy time":
      return "whether it runs is known at deploy time";
    case "ended": {
      const words: Readonly<Record<string, string>> = {
        decision_made: facts.launched === undefined ? "is decided" : `${facts.launched} won`,
        assignment_stopped: "takes in no more users",
        experiment_stopped: "stopped",
      };
      return words[status] ?? (typeof entity.fields.status === "string" ? status.replaceAll("_", " ") : "ended");
    }
  }
}

function sourcesDocs(views: readonly EntityView[], links: Links): Doc[] {
  const rows = ofRole(views, "source").map(({ entity, id, name, placeAmong, service, place }): Words[] => {
    const unused = entity.name === null ? "known at deploy time" : "no declared experiment";
    const users = entity.usedBy.length === 0 ? { quiet: unused } : links.toAll(entity.usedBy, service);
    return [[{ id, words: { own: name } }, placeAmong], labelOf(entity.kind), users, { code: place }];
  });
  return table("Sources and what uses them", ["source", "kind", "used by", "declared in"], rows);
}

function othersDocs(views: readonly EntityView[]): Doc[] {
  const labels = kinds.filter(({ role }) => role === "other").map(({ name }) => `${labelOf(name)}s`);
  const rows = ofRole(views, "other").map(({ entity, name, title, placeAmong, place }): Words[] => [
    [{ own: name }, placeAmong],
    { own: title },
    labelOf(entity.kind),
    { code: place },
  ]);
  return table(capitalised(inWords(labels)), ["id", "name", "kind", "declared in"], rows);
}

function ofRole(views: readonly EntityView[], role: Kind["role"]): readonly EntityView[] {
  return views.filter((view) => view.role === role);
}

/** A table, unless it has no rows. */
function table(label: string, heads: readonly string[], rows: readonly (readonly Words[])[]): Doc[] {
  return rows.length === 0 ? [] : [{ node: "table", look: "grid", label, heads, rows }];
}

function listJson({ asOf, stacks, layers }: Inventory): unknown {
  const experimentsIn = ({ parts, ...layer }: ListedLayer) => ({
    ...layer,
    experiments: parts.map(({ experiment }) => experiment),
  });
  return { asOf, stacks, layers: layers.map(experimentsIn) };
}
