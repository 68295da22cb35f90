import { few, inWords } from "../../api/describe";
import { pathSteps } from "../../api/field-path";
import { suffixes } from "../../entity/resource-name";
import { isByContent, stepFor } from "../../entity/step";
import { nameOf } from "../../protocol/request-file";
import { fieldsAfter, fieldsBefore } from "../entity-fields";
import { fieldLabel, fieldWords } from "../formats/field-words";
import { type ConfiguredResource, configuredResources, type Plan } from "../plan";
import { isGone, isNew, type PlannedChange } from "../planned-change";
import { type PlannedEntity, resourceKey } from "../planned-entity";
import { serviceKey, serviceOfEntity } from "../reviewed-service";
import { isActive, statusOf } from "../transition";
import { get } from "../value";
import { shortValue } from "./edits";
import { experimentRisks } from "./experiment-risks";
import { type Finding, findingsIn } from "./finding";
import { hiddenText } from "./hidden";
import { type RunningExperiment, sourceRisks } from "./source-in-use";

/** What is risky about a change. */
export function findingsOf(change: PlannedChange, running: readonly RunningExperiment[], stack: string): Finding[] {
  const { action, calls, entity, former, fields, after } = change;
  const { resource } = entity;
  const isExperiment = resource.role === "experiment";
  if (action === "dry-run") return [];
  // a source that leaves the code stays as it is
  if (action === "release") {
    const isRunning = isExperiment && isActive(change.before);
    return isRunning ? findingsIn({ "running-release": releasedText(entity) }) : [];
  }
  if (former === "unknown") return calls.length > 0 ? findingsIn(UNKNOWN) : [];
  const partly = findingsIn({ "unknown-before": unshownText(change) });
  // without the status, nobody can tell what else is a risk
  if (change.unshown?.includes("status")) return partly;
  const before = isNew(change) ? {} : change.before;
  const risks = {
    experiment: () => experimentRisks({ before, after }),
    source: () =>
      sourceRisks(
        { resource, entity: entity.name, service: serviceKey(serviceOfEntity(entity)), before, after, fields },
        running,
      ),
    other: () => [],
  };
  return [
    ...partly,
    ...risks[resource.role](),
    ...findingsIn({
      "overwrites-by-hand": byHandText(change),
      "moved-without-adopt": movedText(change, stack),
      "hidden-value": isExperiment ? hiddenText({ before, after }, fields) : undefined,
    }),
  ];
}

function releasedText({ request }: PlannedEntity): string {
  const left = request === undefined ? "the code" : "Terraform's state";
  return `it leaves ${left} while it runs: it keeps running in the service, and nothing here manages it any more`;
}

const UNKNOWN = { "unknown-before": "what the service has is unknown, and all declared fields overwrite it" };

function unshownText({ unshown = [] }: PlannedChange): string | undefined {
  if (unshown.length === 0) return undefined;
  const it = unshown.length === 1 ? "it" : "them";
  return `the record does not show ${inWords(unshown.map(fieldWords))}: what the service has of ${it} is unknown, and is overwritten by what is declared`;
}

function byHandText({ byHand = [], before: former, after: declared }: PlannedChange): string | undefined {
  if (byHand.length === 0) return undefined;
  const told = byHand.map(({ path, before, after }) => {
    const again = path === "status" && after === "active" ? " (it starts again)" : "";
    const label = fieldLabel(pathSteps(path), after === undefined ? former : declared);
    return `${label} ${shortValue(before)} → ${shortValue(after)}${again}`;
  });
  return `somebody changed it by hand, and this update puts it back: ${few(told)}`;
}

/** What becomes of the create of an entity that the state of another stack, or another resource, has. */
function movedText({ calls, entity, movedFrom }: PlannedChange, stack: string): string | undefined {
  if (movedFrom === undefined || entity.request === undefined || !calls.includes("create")) return undefined;
  if (isByContent(entity.request)) return undefined;
  const from = movedFrom === stack ? "its former resource is taken out of the state" : `it leaves stack ${movedFrom}`;
  const { ifExists } = stepFor(entity.request, "create") ?? {};
  const then = ifExists === "duplicate" ? "the create may make a second one" : "the service will refuse the create";
  return `${from} and is created here, though it exists: ${then}; move it by terraform state mv, or take it over by adopt: true`;
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
    if (entity.resource.role !== "experiment" || entity.isDryRun) return [];
    const change = changed.get(resourceKey(entity));
    // one that moves is told where it arrives
    if (change === undefined ? isGone(entity) : isNew(change)) return [];
    const isUnknown = change?.former === "unknown";
    const fields = isUnknown ? fieldsAfter(entity) : (change?.before ?? fieldsBefore(entity));
    if (!["active", "assignment_stopped"].includes(statusOf(fields) ?? "")) return [];
    const { request } = entity;
    const id = get(fields, "id");
    const name = request === undefined ? undefined : (nameOf(request) ?? request.construct);
    return [
      {
        name: name ?? (typeof id === "string" ? id : entity.name),
        service: serviceKey(serviceOfEntity(entity)),
        resource: entity.resource,
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
