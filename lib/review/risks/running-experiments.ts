import type { Kind } from "../../api/kind";
import { suffixes } from "../../entity/resource-name";
import { fieldsAfter, fieldsBefore } from "../../plan/entity-fields";
import { serviceKey, serviceOfEntity } from "../../plan/entity-service";
import { type ConfiguredResource, configuredResources, type Plan } from "../../plan/plan";
import { isGone, isNew, type PlannedChange } from "../../plan/planned-change";
import { type PlannedEntity, resourceKey } from "../../plan/planned-entity";
import { nameOf } from "../../protocol/request-file";
import { at, type Fields } from "../../value/value";
import { statusOf } from "../transition";

/** An experiment that runs before the deploy, or whose analysis does, as far as sources have to do with it. */
export interface RunningExperiment {
  readonly name: string;
  /** What tells its service from others. */
  readonly service: string;
  readonly kind: Kind;
  readonly fields: Fields;
  /** Terraform names of the entities that its code refers to. */
  readonly references: ReadonlySet<string>;
}

/** The experiments that run before the deploy, or whose analysis goes on, with what their code refers to. */
export function runningExperiments(
  plan: Plan,
  entities: readonly PlannedEntity[],
  changes: readonly PlannedChange[],
): RunningExperiment[] {
  const configured = new Map(configuredResources(plan).map((each) => [resourceKey(each), each]));
  const changed = new Map(changes.map((change) => [resourceKey(change.entity), change]));
  return entities.flatMap((entity): RunningExperiment[] => {
    if (entity.kind.role !== "experiment" || entity.isDryRun) return [];
    const change = changed.get(resourceKey(entity));
    // one that moves is told where it arrives
    if (change === undefined ? isGone(entity) : isNew(change)) return [];
    const isUnknown = change?.former === "unknown";
    const fields = isUnknown ? fieldsAfter(entity) : (change?.before ?? fieldsBefore(entity));
    if (!["active", "assignment_stopped"].includes(statusOf(fields) ?? "")) return [];
    const { request } = entity;
    const id = at(fields, "id");
    const name = request === undefined ? undefined : (nameOf(request) ?? request.construct);
    return [
      {
        name: name ?? (typeof id === "string" ? id : entity.name),
        service: serviceKey(serviceOfEntity(entity)),
        kind: entity.kind,
        fields,
        references: new Set(referencesOf(configured.get(resourceKey(entity)))),
      },
    ];
  });
}

function referencesOf(resource: ConfiguredResource | undefined): string[] {
  return (resource?.depends_on ?? []).map((address) => {
    const name = address.replace(/^.*\./, "");
    return name.endsWith(suffixes.revision) ? name.slice(0, -suffixes.revision.length) : name;
  });
}
