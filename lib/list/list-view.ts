import type { Kind } from "../api/kind";
import { kindOf } from "../api/kinds";
import type { DeclaredService } from "../protocol/declared-service";
import { naturalOrder } from "../text/natural-order";
import { labelOf, nameText, placeText } from "../text/title";
import { counted } from "../text/words";
import { groupedBy } from "../value/grouped";
import type { Inventory, ListedEntity, ListedStack } from "./inventory";
import { type ListedLayer, takesPart } from "./layers";
import { type Facts, factsOf, fillText, layerPlace, statusText, teamOf, usersText } from "./list-words";

/** An inventory in the order and in the words in which people read it: every format draws this. */
export interface ListView {
  /** One line about all of it: "3 experiments in 2 stacks: 1 active, 1 setup; 1 is overdue". */
  readonly verdict: string;
  readonly asOf: string;
  /** In the order of the code. */
  readonly stacks: readonly StackRow[];
  /** All of them, in the order of the code. */
  readonly entities: readonly EntityView[];
  /** What should have ended first comes first. */
  readonly overdue: readonly EntityView[];
  readonly layers: readonly LayerView[];
  readonly sources: readonly EntityView[];
  readonly others: readonly EntityView[];
}

/** A stack, which may be an environment, and what is in it. */
export interface StackRow {
  /** The fragment by which links lead to its experiments. */
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** "2 active, 1 setup; 1 is overdue". */
  readonly experiments: string;
  /** How many entities there are besides. */
  readonly others: number;
  readonly teams: readonly TeamView[];
}

/** An entity and what is said of it. */
export interface EntityView {
  readonly entity: ListedEntity;
  readonly stack: string;
  readonly service: DeclaredService | undefined;
  readonly role: Kind["role"];
  readonly label: string;
  readonly name: string;
  /** What people call it; empty where that is its name. */
  readonly title: string;
  /** Its file or its construct. */
  readonly place: string;
  /** The place and the stack, where an entity of another stack may have the same name: two environments have them. */
  readonly placeAmong: string;
  readonly team: string | undefined;
  /** Empty for what has none. */
  readonly status: string;
  /** None for what is not an experiment. */
  readonly facts: Facts;
  /** What uses a source. */
  readonly users: string;
}

/** The experiments of one team: those that are overdue come first, then what runs. */
export interface TeamView {
  /** Undefined for those without one, which come last. */
  readonly team: string | undefined;
  readonly experiments: readonly EntityView[];
}

export interface LayerView {
  readonly layer: ListedLayer;
  /** What tells it from a layer of the same name at another service. */
  readonly place: string;
  /** "60 % taken, 40 % free". */
  readonly fill: string;
}

export function listViewOf({ asOf, stacks, layers, onlyOverdue }: Inventory): ListView {
  const entities = stacks.flatMap((stack) =>
    stack.entities.map((entity) => entityView(entity, stack, stacks.length > 1)),
  );
  const having = (role: EntityView["role"]) => entities.filter((view) => view.role === role);
  const experiments = having("experiment").sort((a, b) => urgencyOf(a) - urgencyOf(b));
  const overdue = experiments.filter(({ entity }) => entity.overdue);
  return {
    verdict:
      onlyOverdue && overdue.length === 0
        ? `nothing is overdue in ${counted(stacks.length, "stack")}`
        : inventoryVerdict(experiments, stacks.length),
    asOf,
    stacks: stacks.map((stack, index): StackRow => {
      const own = experiments.filter((view) => view.stack === stack.name);
      return {
        id: `stack-${index + 1}`,
        name: stack.name,
        baseUrl: baseUrlsOf(stack),
        experiments: statusesText(own),
        others: stack.entities.length - own.length,
        teams: teamsOf(own),
      };
    }),
    entities,
    overdue: overdue.sort((a, b) => naturalOrder.compare(a.entity.endsOn ?? "", b.entity.endsOn ?? "")),
    layers: layers.map((layer) => ({ layer, place: layerPlace(layer, layers), fill: fillText(layer) })),
    sources: having("source"),
    others: having("other"),
  };
}

/** What is overdue before what runs, that before what may, and last what has ended. */
function urgencyOf({ entity }: EntityView): number {
  return entity.overdue ? 0 : entity.fields.status === "active" ? 1 : takesPart(entity.fields) ? 2 : 3;
}

function inventoryVerdict(experiments: readonly EntityView[], stacks: number): string {
  const text = statusesText(experiments);
  return `${counted(experiments.length, "experiment")} in ${counted(stacks, "stack")}${text && ": "}${text}`;
}

/** How many there are of each status: "2 active, 1 setup; 1 is overdue". */
function statusesText(experiments: readonly EntityView[]): string {
  const statuses = new Map<string, number>();
  for (const { status } of experiments) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const each = [...statuses].map(([status, count]) => `${count} ${status}`);
  const overdue = experiments.filter(({ entity }) => entity.overdue).length;
  const late = overdue === 0 ? "" : `; ${overdue} ${overdue === 1 ? "is" : "are"} overdue`;
  return `${each.join(", ")}${late}`;
}

/** Where a stack deploys to; a stack may have several services. */
function baseUrlsOf({ service, entities }: ListedStack): string {
  const services = service === undefined ? entities.map((entity) => entity.service) : [service];
  const urls = services.map((each) => each?.baseUrl ?? "known at deploy time");
  return [...new Set(urls)].join(", ");
}

function teamsOf(experiments: readonly EntityView[]): TeamView[] {
  return [...groupedBy(experiments, ({ team }) => team)]
    .map(([team, those]) => ({ team, experiments: those }))
    .sort((a, b) => (a.team === undefined ? 1 : b.team === undefined ? -1 : naturalOrder.compare(a.team, b.team)));
}

function entityView(entity: ListedEntity, stack: ListedStack, isOneOfSeveral: boolean): EntityView {
  const { kind, name, fields, service = stack.service } = entity;
  const role = kindOf(kind)?.role ?? "other";
  const isExperiment = role === "experiment";
  const place = placeText(entity);
  const placeInApp = place.startsWith(stack.name) ? place : `${stack.name}: ${place}`;
  return {
    entity,
    stack: stack.name,
    service,
    role,
    label: labelOf(kind),
    name: nameText(name),
    title: typeof fields.name === "string" && fields.name !== name ? fields.name : "",
    place,
    placeAmong: isOneOfSeveral ? ` (${placeInApp})` : "",
    team: teamOf(entity),
    status: isExperiment ? statusText(entity) : "",
    facts: isExperiment ? factsOf(entity) : {},
    users: usersText(entity),
  };
}
