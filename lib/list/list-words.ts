import { nameText } from "../text/title";
import type { ListedEntity } from "./inventory";
import { type LayerPart, type ListedLayer, takesPart, withoutNoise } from "./layers";

/** What a row of a table tells of an experiment, in this order. */
export const factNames = ["allocation", "groups", "launched", "primary metrics", "sources", "end", "deploys"] as const;

/** What is told where there is room for whole sentences. */
export type FactName = "hypothesis" | "description" | (typeof factNames)[number];

/** The team of an entity; undefined where it has none. */
export function teamOf({ fields: { team, teamID } }: ListedEntity): string | undefined {
  return [team, teamID].find((each): each is string => typeof each === "string" && each !== "");
}

export function statusText(entity: ListedEntity): string {
  const { status } = entity.fields;
  if (typeof status === "string") return status;
  return isStatusDeferred(entity) ? "status known at deploy time" : "setup";
}

function isStatusDeferred(entity: ListedEntity): boolean {
  return isKnownAtDeploy(entity, "status");
}

function isKnownAtDeploy({ deferred }: ListedEntity, field: string): boolean {
  return deferred.some(({ at }) => at === `/${field}`);
}

/** What is worth knowing of an experiment; only what there is. */
export type Facts = Readonly<Partial<Record<FactName, string>>>;

export function factsOf(entity: ListedEntity): Facts {
  const { fields, uses, ignoreChanges } = entity;
  const facts: Record<FactName, string> = {
    hypothesis: textIn(fields.hypothesis),
    description: textIn(fields.description),
    allocation: allocationText(entity),
    groups: elementsOf(fields.groups).map(groupText).join(", "),
    launched: textIn(fields.launchedGroupID),
    "primary metrics": elementsOf(fields.primaryMetrics).map(metricText).join(", "),
    sources: uses.map(({ name }) => nameText(name)).join(", "),
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
  const layer = typeof layerID === "string" ? `layer ${layerID}` : undefined;
  if (typeof allocation === "number") return `${allocation} % of ${layer ?? "users"}`;
  const unknown = isKnownAtDeploy(entity, "allocation") ? "known at deploy time" : "unknown";
  return layer === undefined ? unknown : `${unknown}, in ${layer}`;
}

/** The day on which it should end, or should have ended. */
function endText(entity: ListedEntity): string {
  const { endsOn, overdue, fields } = entity;
  if (endsOn === undefined) return "";
  if (overdue) return `should have ended on ${endsOn}`;
  if (isStatusDeferred(entity)) return `set to ${endsOn}; whether it runs is known at deploy time`;
  return `${takesPart(fields) ? "ends" : "was to end"} on ${endsOn}`;
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

/** Why an experiment is among those that are overdue. */
export function lateText({ facts, status }: { readonly facts: Facts; readonly status: string }): string {
  return `${facts.end}, and is ${status}`;
}

/** What uses a source. */
export function usersText({ name, usedBy }: ListedEntity): string {
  if (name === null) return "known at deploy time";
  return usedBy.length === 0 ? "no declared experiment" : usedBy.map((user) => nameText(user.name)).join(", ");
}

/** How full a layer is: "60 % taken, 40 % free". */
export function fillText({ allocated, parts }: ListedLayer): string {
  if (parts.some(({ allocation }) => allocation === undefined)) return `at least ${allocated} % taken`;
  const rest = withoutNoise(100 - allocated);
  return `${allocated} % taken, ${rest < 0 ? `${-rest} % more than there is` : `${rest} % free`}`;
}

/** What tells a layer from one of the same name at another service. */
export function layerPlace({ layerID, service }: ListedLayer, layers: readonly ListedLayer[]): string {
  if (layers.filter((other) => other.layerID === layerID).length < 2) return "";
  return ` at ${service.baseUrl ?? "the service of the deploy"} with the API key in ${service.apiKeyVariable}`;
}

/** The part of a layer: "25 %", "25 % in set-up". */
export function layerPartText({ allocation, isUndeclared, isSetUp }: LayerPart): string {
  const part = allocation !== undefined ? `${allocation} %` : isUndeclared ? "unknown" : "known at deploy time";
  return isSetUp ? `${part} in set-up` : part;
}
