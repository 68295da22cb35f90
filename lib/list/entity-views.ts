import type { Kind } from "../api/kind";
import { kindOf } from "../api/kinds";
import type { DeclaredService } from "../protocol/request-file";
import { type BarPart, parted, type Words } from "../report/document";
import { dayText } from "../text/days";
import { nameText, placeText, type Titled, titleOf } from "../text/names";
import type { Inventory, ListedEntity, ListedStack } from "./inventory";
import { isOpenStatus, takesPart } from "./layers";

/** An entity in the words in which people read of it. */
export interface EntityView {
  readonly entity: ListedEntity;
  /** For links to it. */
  readonly id: string;
  readonly stack: string;
  readonly service: DeclaredService | undefined;
  readonly role: Kind["role"];
  readonly name: string;
  /** What people call it; empty where that is its name. */
  readonly title: string;
  /** Its file or its construct. */
  readonly place: string;
  /** The place and the stack, where an entity of another stack may have the same name: two environments have them. */
  readonly placeAmong: string;
  readonly team: string | undefined;
  /** Empty for what is not an experiment, as are the facts. */
  readonly status: string;
  readonly facts: Facts;
}

/** What is worth knowing of an experiment; only what there is. */
type Facts = Readonly<
  Partial<
    Record<
      "hypothesis" | "description" | "who takes part" | "groups" | "launched" | "primary metrics" | "end" | "deploys",
      string
    >
  >
>;

/** All entities, in the order of the code. */
export function entityViews({ stacks }: Inventory): EntityView[] {
  return stacks
    .flatMap((stack) => stack.entities.map((entity) => ({ entity, stack })))
    .map(({ entity, stack }, index) => entityView(entity, stack, `entity-${index + 1}`, stacks.length > 1));
}

function entityView(entity: ListedEntity, stack: ListedStack, id: string, isOneOfSeveral: boolean): EntityView {
  const { kind, name, fields, service = stack.service } = entity;
  const role = kindOf(kind)?.role ?? "other";
  const place = placeText(entity);
  const placeInApp = place.startsWith(stack.name) ? place : `${stack.name}: ${place}`;
  return {
    entity,
    id,
    stack: stack.name,
    service,
    role,
    name: nameText(name),
    title: typeof fields.name === "string" && fields.name !== name ? fields.name : "",
    place,
    placeAmong: isOneOfSeveral ? ` (${placeInApp})` : "",
    team: textIn(fields.team) || textIn(fields.teamID) || undefined,
    status: role === "experiment" ? statusText(entity) : "",
    facts: role === "experiment" ? factsOf(entity) : {},
  };
}

function statusText(entity: ListedEntity): string {
  const { status } = entity.fields;
  if (typeof status === "string") return status;
  return isKnownAtDeploy(entity, "status") ? "status known at deploy time" : "setup";
}

function isKnownAtDeploy({ deferred }: ListedEntity, field: string): boolean {
  return deferred.some(({ at }) => at === `/${field}`);
}

function factsOf(entity: ListedEntity): Facts {
  const { fields, ignoreChanges } = entity;
  const facts: Required<Facts> = {
    hypothesis: textIn(fields.hypothesis),
    description: textIn(fields.description),
    "who takes part": allocationText(entity),
    groups: elementsOf(fields.groups).map(groupText).join(", "),
    launched: textIn(fields.launchedGroupID),
    "primary metrics": elementsOf(fields.primaryMetrics).map(metricText).join(", "),
    end: endText(entity),
    deploys: ignoreChanges ? "changes ignored" : "",
  };
  return Object.fromEntries(Object.entries(facts).filter(([, text]) => text !== ""));
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Who takes part: "10 % of layer checkout". What the code does not say, the service decides. */
function allocationText(entity: ListedEntity): string {
  const { allocation, layerID } = entity.fields;
  const whole = typeof layerID === "string" ? `layer ${layerID}` : "users";
  if (typeof allocation === "number") return `${allocation} % of ${whole}`;
  return `${isKnownAtDeploy(entity, "allocation") ? "a share known at deploy time" : "an unknown share"} of ${whole}`;
}

/** The day on which it should end, or should have ended. */
function endText(entity: ListedEntity): string {
  const { endsOn, overdue, fields } = entity;
  if (endsOn === undefined) return "";
  const day = dayText(endsOn);
  if (overdue) return `should have ended on ${day}`;
  if (isKnownAtDeploy(entity, "status")) return `set to ${day}; whether it runs is known at deploy time`;
  return `${takesPart(fields) ? "ends" : "was to end"} on ${day}`;
}

/** Whether an experiment runs, as far as the code says. */
export type EntityState = "running" | "in set-up" | "ended" | "known at deploy time";

export function stateOf({ entity }: EntityView): EntityState {
  if (isKnownAtDeploy(entity, "status")) return "known at deploy time";
  if (!isOpenStatus(entity.fields)) return "ended";
  return entity.fields.status === "active" ? "running" : "in set-up";
}

/** What people call an entity. */
export function viewName({ title, name }: EntityView): string {
  return title || name;
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

/** The columns of the table, and what stands in each. */
const tableColumns: Readonly<Record<string, (view: EntityView) => unknown>> = {
  stack: ({ stack }) => stack,
  kind: ({ entity }) => entity.kind,
  id: ({ name }) => name,
  name: ({ entity }) => entity.fields.name,
  construct: ({ entity }) => entity.construct,
  file: ({ entity }) => entity.file,
  status: ({ status }) => status,
  team: ({ team }) => team,
  allocation: ({ entity }) => entity.fields.allocation,
  layerID: ({ entity }) => entity.fields.layerID,
  groups: ({ facts }) => facts.groups,
  primaryMetrics: ({ facts }) => facts["primary metrics"],
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

/** Leads from names of entities to where they stand in the document. */
export class Links {
  private readonly anchors = new Map<string, string>();

  constructor(views: readonly EntityView[]) {
    for (const { entity, id, role, service } of views) {
      const key = linkKey(entity, service);
      // two stacks may declare one entity: links lead to the first
      if (role !== "other" && entity.name !== null && !this.anchors.has(key)) this.anchors.set(key, id);
    }
  }

  /** The name of an entity, which leads to its place, where it has one. */
  to(titled: Titled, service: DeclaredService | undefined): Words {
    const anchor = this.anchors.get(linkKey(titled, service));
    const words: Words = { own: nameText(titled.name) };
    return anchor === undefined ? words : { to: anchor, words };
  }

  toAll(those: readonly Titled[], service: DeclaredService | undefined): Words {
    return parted(
      those.map((titled) => this.to(titled, service)),
      ", ",
    );
  }
}

function linkKey({ kind, name }: Titled, service: DeclaredService | undefined): string {
  return JSON.stringify([service?.baseUrl, service?.apiKeyVariable, kind, name]);
}
