import type { Kind } from "../api/kind";
import { kindOf } from "../api/kinds";
import { type DeclaredService, serviceKey } from "../protocol/declared-service";
import { type BarPart, parted, type Words } from "../report/document";
import { placeWords } from "../report/links";
import { nameText, naturalOrder, type Titled, titleOf } from "../text/names";
import { groupedBy } from "../value/grouped";
import { type Inventory, isOpenStatus, type ListedEntity } from "./inventory";

/** An entity as people look for it. */
export interface EntityView {
  readonly entity: ListedEntity;
  /** For links to it. */
  readonly id: string;
  /** Its name, which leads to it, with its stack where there are several. */
  readonly link: Words;
  /** Where the code has it. */
  readonly place: Words;
  readonly stack: string;
  /** The stack, where there are several: two environments have the same names. */
  readonly stackTag: string;
  readonly service: DeclaredService | undefined;
  readonly role: Kind["role"];
  /** What people call it. */
  readonly name: string;
  readonly team: string | undefined;
  readonly state: EntityState;
  /** Empty where no day is declared. */
  readonly endsOn: string;
}

/** Whether experiments run, as far as the code says: what stands before one, its colour, what it does, and what several do. */
export const states = {
  running: { icon: "start", tone: "good", one: "runs", several: "run" },
  "status known at deploy time": { icon: "info", tone: "quiet", one: "may run", several: "may run" },
  "in set-up": { icon: "clock", tone: "act", one: "is in set-up", several: "are in set-up" },
  ended: { icon: "stop", tone: "quiet", one: "has ended", several: "have ended" },
} as const;

type EntityState = keyof typeof states;

export const stateNames = Object.keys(states) as EntityState[];

/** All entities, in the order of the code. */
export function entityViews({ stacks, code }: Inventory): EntityView[] {
  const all = stacks.flatMap((stack) => stack.entities.map((entity) => ({ entity, stack })));
  return all.map(({ entity, stack }, index) => {
    const id = `entity-${index + 1}`;
    const name = textIn(entity, "name") || nameText(entity.name);
    const stackTag = stacks.length > 1 ? stack.name : "";
    return {
      ...{ entity, id, name, stackTag, stack: stack.name },
      link: [{ to: id, words: name }, stackTag === "" ? "" : { quiet: ` (${stackTag})` }],
      place: placeWords(entity, code),
      service: entity.service ?? stack.service,
      role: kindOf(entity.kind)?.role ?? "other",
      team: textIn(entity, "team") || textIn(entity, "teamID") || undefined,
      state: stateOf(entity),
      endsOn: entity.endsOn ?? "",
    };
  });
}

function stateOf(entity: ListedEntity): EntityState {
  if (isKnownAtDeploy(entity, "status")) return "status known at deploy time";
  if (!isOpenStatus(entity.fields)) return "ended";
  return entity.fields.status === "active" ? "running" : "in set-up";
}

function isKnownAtDeploy({ deferred }: ListedEntity, field: string): boolean {
  return deferred.some(({ at }) => at === `/${field}`);
}

/** A field that is a text; empty where it is none. */
export function textIn({ fields }: ListedEntity, field: string): string {
  const value = fields[field];
  return typeof value === "string" ? value : "";
}

/** The status of the API. */
export function statusText({ entity, state }: EntityView): string {
  return textIn(entity, "status") || (state === "status known at deploy time" ? state : "setup");
}

/** Who takes part: "10 % of layer checkout". What the code does not say, the service decides. */
export function shareText(entity: ListedEntity): string {
  const { allocation, layerID } = entity.fields;
  const unread = isKnownAtDeploy(entity, "allocation") ? "a share known at deploy time" : "an unknown share";
  const share = typeof allocation === "number" ? `${allocation} %` : unread;
  return `${share} of ${typeof layerID === "string" ? `layer ${layerID}` : "users"}`;
}

export function groupsText({ fields }: ListedEntity): string {
  const groups = elementsOf(fields.groups).map(({ id, name, size, disabled }) => {
    const share = typeof size === "number" ? ` ${size} %` : "";
    return `${String(id ?? name ?? "?")}${share}${disabled === true ? " (off)" : ""}`;
  });
  return groups.join(", ");
}

/** What people call the launched group: its id where no group has it; empty where none is named. */
export function launchedName(entity: ListedEntity): string {
  const launched = textIn(entity, "launchedGroupID");
  const group = elementsOf(entity.fields.groups).find(({ id }) => id === launched);
  return typeof group?.name === "string" && group.name !== "" ? group.name : launched;
}

export function metricsText({ fields }: ListedEntity): string {
  const metrics = elementsOf(fields.primaryMetrics).map(
    ({ name, direction }) => `${String(name ?? "?")}${typeof direction === "string" ? ` (${direction})` : ""}`,
  );
  return metrics.join(", ");
}

/** The groups as shares of all who could take part; nothing where that is not declared. */
export function groupParts({ fields }: ListedEntity): BarPart[] {
  const { allocation, controlGroupID } = fields;
  if (typeof allocation !== "number") return [];
  let others = 0;
  const parts = elementsOf(fields.groups).flatMap(({ id, name, size, disabled }): BarPart[] => {
    const colour = id !== undefined && id === controlGroupID ? 0 : ++others;
    if (typeof size !== "number" || disabled === true) return [];
    return [{ percent: (allocation * size) / 100, label: String(name ?? id ?? ""), colour }];
  });
  const taken = parts.reduce((sum, { percent }) => sum + percent, 0);
  if (parts.length === 0 || taken > 100) return [];
  return [...parts, { percent: 100 - taken, look: "rest", label: "do not take part" }];
}

function elementsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "object" && each !== null) : [];
}

/** Columns of the table, and what stands in each. */
const tableColumns: Readonly<Record<string, (view: EntityView) => unknown>> = {
  stack: ({ stack }) => stack,
  kind: ({ entity }) => entity.kind,
  id: ({ entity }) => nameText(entity.name),
  name: ({ entity }) => entity.fields.name,
  construct: ({ entity }) => entity.construct,
  file: ({ entity }) => entity.file,
  status: (view) => (view.role === "experiment" ? statusText(view) : ""),
  team: ({ team }) => team,
  allocation: ({ entity }) => entity.fields.allocation,
  layerID: ({ entity }) => entity.fields.layerID,
  groups: ({ entity }) => groupsText(entity),
  primaryMetrics: ({ entity }) => metricsText(entity),
  uses: ({ entity }) => entity.uses.map(titleOf).join("; "),
  usedBy: ({ entity }) => entity.usedBy.map(titleOf).join("; "),
  endsOn: ({ entity }) => entity.endsOn,
  overdue: ({ entity }) => entity.endsOn && (entity.overdue ? "yes" : "no"),
  baseUrl: ({ service }) => service?.baseUrl,
};

/** A row an entity. */
export function listTable(inventory: Inventory): unknown[][] {
  const columns = Object.values(tableColumns);
  return [Object.keys(tableColumns), ...entityViews(inventory).map((view) => columns.map((cell) => cell(view)))];
}

/** The names of entities of a service, each of which leads to where it stands in the document. */
export type Links = (those: readonly Titled[], service: DeclaredService | undefined) => Words;

export function linksAmong(views: readonly EntityView[]): Links {
  const named = views.filter(({ entity }) => entity.name !== null);
  // two stacks may declare one entity: links lead to the first
  const known = groupedBy(named, ({ entity, service }) => linkKey(entity, service));
  return (those, service) => {
    const links = those.map((titled): Words => {
      const [view] = known.get(linkKey(titled, service)) ?? [];
      return view === undefined ? nameText(titled.name) : { to: view.id, words: view.name };
    });
    return parted(links, ", ");
  };
}

/** The teams as people sort them; what nobody says whose it is comes last. */
export function byTeam({ team: a }: EntityView, { team: b }: EntityView): number {
  return Number(a === undefined) - Number(b === undefined) || naturalOrder.compare(a ?? "", b ?? "");
}

/** Those of which the code says when they end: the first comes first. */
export function byEnd(views: readonly EntityView[]): EntityView[] {
  return views.filter(({ endsOn }) => endsOn !== "").sort((a, b) => naturalOrder.compare(a.endsOn, b.endsOn));
}

function linkKey({ kind, name }: Titled, service: DeclaredService | undefined): string {
  return JSON.stringify([serviceKey(service), kind, name]);
}
