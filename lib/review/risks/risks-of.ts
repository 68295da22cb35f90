import { suffixes } from "../../entity/resource-name";
import { nameOf } from "../../protocol/request-file";
import { fieldsAfter } from "../entity-fields";
import { type ConfiguredResource, configuredResources, type Plan } from "../plan";
import type { PlannedChange } from "../planned-change";
import { isKept, type PlannedEntity, resourceKey } from "../planned-entity";
import { type Finding, isActive } from "./finding";
import { runningRisks } from "./running";
import { type RunningExperiment, sourceRisks } from "./source-in-use";
import { statusRisks } from "./status";

/** What is risky about a change. */
export function risksOf(change: PlannedChange, running: readonly RunningExperiment[]): Finding[] {
  const { action, entity, name, before, after } = change;
  const { kind } = entity.resource;
  if (action === "dry-run") return [];
  // a source that leaves the code stays as it is
  if (action === "release") return kind === "experiment" && isActive(before) ? [RELEASE] : [];
  if (kind !== "experiment") return sourceRisks({ kind, name, entity: entity.name, before, after }, running);
  return [...runningRisks(change), ...statusRisks(change)];
}

const RELEASE: Finding = {
  name: "running-release",
  text: "it leaves the code while it runs: it keeps running in the service, and nothing here manages it any more",
};

/** The experiments that run after the deploy, with what their code refers to. */
export function runningExperiments(plan: Plan, entities: readonly PlannedEntity[]): RunningExperiment[] {
  const configured = new Map(configuredResources(plan).map((each) => [resourceKey(each), each]));
  return entities.filter(isKept).flatMap((entity): RunningExperiment[] => {
    if (entity.resource.kind !== "experiment") return [];
    const fields = fieldsAfter(entity);
    if (!isActive(fields)) return [];
    const references = new Set(referencesOf(configured.get(resourceKey(entity))));
    const { request } = entity;
    const name = request === undefined ? "" : (nameOf(request) ?? request.construct);
    return [{ name, fields, references }];
  });
}

function referencesOf(resource: ConfiguredResource | undefined): string[] {
  return (resource?.depends_on ?? []).map((address) => {
    const name = address.replace(/^.*\./, "");
    return name.endsWith(suffixes.revision) ? name.slice(0, -suffixes.revision.length) : name;
  });
}
