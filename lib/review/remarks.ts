import { few, inWords } from "../api/describe";
import { labelOf } from "../api/resource";
import { suffixes } from "../entity/resource-name";
import { stepFor } from "../entity/step";
import { nameOf } from "../protocol/request-file";
import { leftAloneRemarks } from "./left-alone";
import { configuredResources, type Plan } from "./plan";
import type { PlannedChange } from "./planned-change";
import { isOurs, type PlannedEntity, resourceKey, type SynthesisedRequest } from "./planned-entity";
import { isActive } from "./transition";

/** What the remarks of a stack are made of. */
export interface RemarkSource {
  readonly plan: Plan;
  readonly requests: readonly SynthesisedRequest[];
  readonly entities: readonly PlannedEntity[];
  readonly changes: readonly PlannedChange[];
  /** The risks of the changes. */
  readonly risks: readonly { readonly construct: string | undefined; readonly name: string }[];
}

/** What is worth knowing about a stack's plan, and no risk of one change. */
export function remarksOf(source: RemarkSource): string[] {
  return [
    ...failedCalls(source),
    ...duplicates(source),
    ...lookedFor(source),
    ...createsOrChanges(source),
    ...statusAgain(source),
    ...leftAloneRemarks(source.entities),
    ...idleAcknowledgements(source),
    ...leftOut(source),
    ...others(source),
  ];
}

function failedCalls({ changes }: RemarkSource): string[] {
  const failed = changes.filter(({ action }) => action === "retry").map(changeSubject);
  if (failed.length === 0) return [];
  return [
    `${few(failed)}: the last call failed or was cut off, so that it is not known what the service has; all that is sent is listed`,
  ];
}

/** Creates that the service does not refuse when it has the entity already. */
function duplicates({ changes }: RemarkSource): string[] {
  const created = changes.filter((change) => mayDuplicate(change) && change.action !== "retry").map(changeSubject);
  if (created.length === 0) return [];
  return [
    `if the service already has ${few(created)}, the create makes a second one, because the service may have no unique key for it; adopt: true takes over what is there`,
  ];
}

/** Such creates that may have happened already: the deploy decides by its journal, of which a plan knows nothing. */
function lookedFor({ changes }: RemarkSource): string[] {
  const retried = changes.filter((change) => mayDuplicate(change) && change.action === "retry");
  return retried.map((change) => {
    const canLook = change.entity.request !== undefined && stepFor(change.entity.request, "update") !== undefined;
    const how = canLook
      ? "the deploy looks first, by an update that carries the identity alone, and creates it only if the service has none"
      : "the deploy stops, as no update can look for it";
    return `${changeSubject(change)}: the create that failed may have happened. Where the deploy's journal leaves that open, ${how}; without that journal, as on a fresh runner, the create may make a second one: look in the service, and set adopt: true if it is there`;
  });
}

function mayDuplicate({ entity, calls }: PlannedChange): boolean {
  return calls.includes("create") && entity.resource.mayDuplicate === true;
}

/** The first calls of entities with one call for both: nothing keeps it from one that somebody else has made. */
function createsOrChanges({ changes }: RemarkSource): string[] {
  const first = changes
    .filter(({ action, calls }) => action === "create" && calls.includes("upsert"))
    .map(changeSubject);
  if (first.length === 0) return [];
  const each = first.length === 1 ? "" : "each of ";
  return [
    `the first call of ${each}${few(first)} creates it, or changes the one of that name, if the service has one already`,
  ];
}

function statusAgain({ changes }: RemarkSource): string[] {
  const again = changes.filter(
    ({ entity, calls, after, action, recorded }) =>
      entity.resource.kind === "experiment" &&
      calls.includes("update") &&
      isActive(after) &&
      // it is the same there, or a risk tells what it was
      !recorded?.has("status") &&
      // every update sends it: worth a word where nothing else is sent
      (action === "reapply" || action === "retry"),
  );
  if (again.length === 0) return [];
  return [
    `the update of ${few(again.map(changeSubject))} sends the status active again, as every full update sends the status: what was stopped by hand starts again`,
  ];
}

/** What constructs acknowledge, though neither synth nor this plan has anything of it: it would let a later change pass. */
function idleAcknowledgements({ entities, risks }: RemarkSource): string[] {
  return entities.flatMap(({ request }) => {
    const names = request?.withoutWarning ?? [];
    const idle = names.filter(
      (name) => !risks.some((risk) => risk.construct === request?.construct && risk.name === name),
    );
    const [it, them] = idle.length === 1 ? ["is nothing of it", "it"] : ["is nothing of them", "them"];
    return idle.length === 0
      ? []
      : [`${request?.construct} acknowledges ${inWords(idle)}, and there ${it} in this plan: remove ${them}`];
  });
}

function leftOut({ plan, requests, entities }: RemarkSource): string[] {
  const planned = new Set((plan.resource_changes ?? []).map(resourceKey));
  // Terraform before 1.8, and OpenTofu before 1.7, do not say that a plan is partial
  const lacking = new Set(
    configuredResources(plan)
      .filter((each) => !planned.has(resourceKey(each)))
      .map(({ name }) => name),
  );
  const isLacking = ({ name }: PlannedEntity) => lacking.has(name) || lacking.has(`${name}${suffixes.revision}`);
  const complete = new Set(entities.filter((entity) => !isLacking(entity)).map(({ request }) => request));
  const missing = requests.filter(({ request }) => !complete.has(request));
  if (missing.length > 0) {
    const names = missing.map(
      ({ request }) => `${labelOf(request.kind)} ${nameOf(request) ?? `(${request.construct})`}`,
    );
    return [`this plan leaves out what Terraform was not asked for (-target): ${few(names)}`];
  }
  return plan.complete === false ? ["this plan is partial: Terraform was told to leave out resources"] : [];
}

function others({ plan, entities }: RemarkSource): string[] {
  const ours = new Set(entities.map(resourceKey));
  const changed = (plan.resource_changes ?? []).filter(
    (change) =>
      change.mode === "managed" &&
      change.change.actions.some((action) => action !== "no-op" && action !== "read") &&
      !isOurs(change, ours),
  );
  if (changed.length === 0) return [];
  const it = changed.length === 1 ? "1 other resource" : `${changed.length} other resources`;
  return [`the plan also changes ${it}, which this review does not show: see terraform show`];
}

/** "experiment one_page_checkout": a change as a sentence has it. */
export function changeSubject({ entity, name }: Pick<PlannedChange, "entity" | "name">): string {
  const { request, resource } = entity;
  return `${labelOf(resource.kind)} ${name ?? `(${request?.construct ?? "known to Terraform only"})`}`;
}
