import { counted } from "../api/describe";
import { nameText } from "../entity/title";
import {
  type Inventory,
  type LayerPart,
  type ListedEntity,
  type ListedLayer,
  type ListedStack,
  takesPart,
  withoutNoise,
} from "./inventory";

/** An entity and the stack that declares it. */
export interface PlacedEntity {
  readonly stack: ListedStack;
  readonly entity: ListedEntity;
}

/** The experiments of one team. */
export interface TeamList {
  /** Undefined for those without one. */
  readonly team: string | undefined;
  readonly experiments: readonly PlacedEntity[];
}

/** An inventory in the order in which people read it. */
export interface Sections {
  readonly overdue: readonly PlacedEntity[];
  /** Those that are overdue come first in each. */
  readonly teams: readonly TeamList[];
  readonly sources: readonly PlacedEntity[];
  readonly others: readonly PlacedEntity[];
}

export function sectionsOf({ stacks }: Inventory): Sections {
  const all = stacks.flatMap((stack) => stack.entities.map((entity): PlacedEntity => ({ stack, entity })));
  const experiments = all.filter(({ entity }) => entity.kind === "experiment");
  const rank = ({ entity }: PlacedEntity) =>
    entity.overdue ? 0 : entity.fields.status === "active" ? 1 : takesPart(entity.fields) ? 2 : 3;
  const sorted = [...experiments].sort((a, b) => rank(a) - rank(b));
  const teams = new Map<string | undefined, PlacedEntity[]>();
  for (const placed of sorted) {
    const team = teamOf(placed.entity);
    teams.set(team, [...(teams.get(team) ?? []), placed]);
  }
  const isSource = ({ entity }: PlacedEntity) => entity.kind.endsWith("_source");
  return {
    overdue: experiments
      .filter(({ entity }) => entity.overdue)
      .sort((a, b) => ((a.entity.endsOn ?? "") < (b.entity.endsOn ?? "") ? -1 : 1)),
    teams: [...teams]
      .map(([team, those]): TeamList => ({ team, experiments: those }))
      // those without a team come last
      .sort((a, b) => (a.team === undefined ? 1 : b.team === undefined ? -1 : a.team < b.team ? -1 : 1)),
    sources: all.filter(isSource),
    others: all.filter((placed) => !isSource(placed) && placed.entity.kind !== "experiment"),
  };
}

/** One line about all of it: "3 experiments in 2 stacks: 1 active, 1 setup; 1 is overdue". */
export function inventoryVerdict(inventory: Inventory): string {
  const { overdue, teams } = sectionsOf(inventory);
  const experiments = teams.flatMap((team) => team.experiments);
  const all = `${counted(experiments.length, "experiment")} in ${counted(inventory.stacks.length, "stack")}`;
  const statuses = new Map<string, number>();
  for (const { entity } of experiments) statuses.set(statusText(entity), (statuses.get(statusText(entity)) ?? 0) + 1);
  const each = [...statuses].map(([status, count]) => `${count} ${status}`);
  const late = overdue.length === 0 ? "" : `; ${overdue.length} ${overdue.length === 1 ? "is" : "are"} overdue`;
  return `${all}${each.length === 0 ? "" : `: ${each.join(", ")}`}${late}`;
}

export function teamTitle(team: string | undefined): string {
  return team ?? "without a team";
}

export function teamOf({ fields: { team, teamID } }: ListedEntity): string | undefined {
  return [team, teamID].find((each): each is string => typeof each === "string" && each !== "");
}

export function statusText({ fields: { status }, deferred }: ListedEntity): string {
  if (typeof status === "string") return status;
  return deferred.some(({ at }) => at === "/status") ? "status given by the deploy" : "setup";
}

/** What people call an entity, beside what identifies it. */
export function titleText({ kind, name, fields }: ListedEntity): string | undefined {
  return kind !== "assignment_source" && typeof fields.name === "string" && fields.name !== name
    ? fields.name
    : undefined;
}

/** The day on which it should end, or should have ended. */
export function endText({ endsOn, overdue, fields }: ListedEntity): string | undefined {
  if (endsOn === undefined) return undefined;
  if (overdue) return `should have ended on ${endsOn}`;
  return `${takesPart(fields) ? "ends" : "was to end"} on ${endsOn}`;
}

/** What is worth knowing of an experiment, with what each is called; only what there is. */
export function experimentFacts(entity: ListedEntity): { readonly label: string; readonly text: string }[] {
  const { fields, uses, ignoreChanges } = entity;
  const { allocation, layerID } = fields;
  const layer = typeof layerID === "string" ? ` of layer ${layerID}` : "";
  const facts = {
    allocation: typeof allocation === "number" ? `${allocation} %${layer}` : layer.slice(" of ".length),
    groups: elementsOf(fields.groups).map(groupText).join(", "),
    "primary metrics": elementsOf(fields.primaryMetrics).map(metricText).join(", "),
    sources: uses.map(({ name }) => nameText(name)).join(", "),
    end: endText(entity) ?? "",
    deploys: ignoreChanges ? "leave it alone" : "",
  };
  return Object.entries(facts).flatMap(([label, text]) => (text === "" ? [] : [{ label, text }]));
}

/** The objects in a list. */
export function elementsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}

function groupText({ id, name, size, disabled }: Readonly<Record<string, unknown>>): string {
  return `${String(id ?? name ?? "?")}${typeof size === "number" ? ` ${size} %` : ""}${disabled === true ? " (off)" : ""}`;
}

function metricText({ name, direction }: Readonly<Record<string, unknown>>): string {
  return `${String(name ?? "?")}${typeof direction === "string" ? ` (${direction})` : ""}`;
}

/** How full a layer is: "60 % taken, 40 % free". */
export function layerText({ allocated, parts }: ListedLayer): string {
  if (parts.some(({ allocation }) => allocation === undefined)) return `at least ${allocated} % taken`;
  const rest = withoutNoise(100 - allocated);
  return `${allocated} % taken, ${rest < 0 ? `${-rest} % more than there is` : `${rest} % free`}`;
}

/** The part of a layer: "25 %". */
export function layerPartText({ allocation }: LayerPart): string {
  return allocation === undefined ? "given by the deploy" : `${allocation} %`;
}

/** The construct of an entity, and its stack where that is not a part of it. */
export function placeText({ entity: { construct }, stack }: PlacedEntity): string {
  return construct.startsWith(stack.name) ? construct : `${stack.name}: ${construct}`;
}

/** What tells an entity from one of the same name in another stack, where there are several: two environments have them. */
export function placeAmong({ stacks }: Inventory, placed: PlacedEntity): string {
  return stacks.length > 1 ? ` (${placeText(placed)})` : "";
}

/** What tells a layer from one of the same name at another service. */
export function layerPlace({ layers }: Inventory, { layerID, service }: ListedLayer): string {
  if (layers.filter((other) => other.layerID === layerID).length < 2) return "";
  return ` at ${service.baseUrl ?? "the service of the deploy"} with the key in ${service.apiKeyVariable}`;
}

/** What uses a source, in words. */
export function usersText({ name, usedBy }: ListedEntity): string {
  if (name === null) return "what the deploy gives its name to";
  return usedBy.length === 0 ? "no declared experiment" : usedBy.map(({ name }) => nameText(name)).join(", ");
}
