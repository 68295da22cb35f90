import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { labelOf } from "../../api/resource";
import { suffixes } from "../../protocol/resource-name";
import type { CallPlan, RecordPlan, UpsertPlan } from "../calls/call-plan";
import { type DeferredFields, type DeferredJson, DeferredValue } from "../props/deferred-value";
import { escapeMarkers } from "./escape";
import { guard } from "./guard";
import { type KeptService, remakeLine, SERVICE_TRIGGER } from "./kept-service";
import type { Provisioning } from "./provisioner";
import { THIS_APPLY } from "./this-apply";
import { type TriggerResourceType, triggerResource } from "./trigger-resource";

/** What the Terraform resources of an entity are made from. */
export interface EntityInputs<Plan extends CallPlan = CallPlan> {
  readonly type: TriggerResourceType;
  /** Terraform's name of the resource that creates the entity. */
  readonly resourceName: string;
  readonly kind: string;
  /** What messages call the entity. */
  readonly label: DeferredJson;
  readonly fields: DeferredFields;
  readonly callPlan: Plan;
  /** Whether the entity exists already: no create. */
  readonly adopt: boolean;
  /** Token for the text whose change sends again what can be sent again. */
  readonly reapply: string;
  readonly dependsOn: readonly TerraformResource[];
  readonly service: KeptService;
  readonly provisioning: Provisioning;
}

/**
 * Makes the Terraform resources of an entity.
 *
 * @returns the last of them: when it is done, so is the entity. It holds the fields that others refer to.
 */
export function entityResources(scope: Construct, inputs: EntityInputs): TerraformResource {
  const { callPlan } = inputs;
  return callPlan.form === "upsert"
    ? upsertResource(scope, { ...inputs, callPlan })
    : recordResources(scope, { ...inputs, callPlan });
}

/**
 * One resource for an entity whose call can be repeated. A change replaces it, which makes the call again, and forgets
 * what it held: a companion, made before it and never replaced, keeps the service.
 */
function upsertResource(scope: Construct, inputs: EntityInputs<UpsertPlan>): TerraformResource {
  const { action, call } = inputs.callPlan;
  const { body, parameters } = call.endpoint;
  return triggerResource(inputs.type, scope, "upsert", {
    resourceName: inputs.resourceName,
    triggers: {
      ...triggersOf(inputs, [...Object.keys(body.shape), ...Object.values(parameters)]),
      // what exists already is not created again
      ...(action === "create" ? {} : { reapply: inputs.reapply }),
    },
    dependsOn: inputs.dependsOn,
    // what is only tried out is at no service
    lifecycle: action === "dryRun" ? undefined : { replaceTriggeredBy: [addressOf(serviceResource(scope, inputs))] },
    provisioner: inputs.provisioning.run(action),
  });
}

/** Keeps the service of an entity that has no record. */
function serviceResource(scope: Construct, inputs: EntityInputs): TerraformResource {
  const { type } = inputs;
  const resourceName = `experimentation_service_of_${inputs.resourceName}`;
  return triggerResource(type, scope, "service", {
    resourceName,
    triggers: { [SERVICE_TRIGGER]: inputs.service.trigger },
    dependsOn: [],
    lifecycle: { ignoreChanges: [type.attribute], postcondition: createdHere(scope, inputs, resourceName) },
  });
}

/** The condition that the entity was created at the service that is declared. */
function createdHere(scope: Construct, inputs: EntityInputs, resourceName: string) {
  const { name, attribute } = inputs.type;
  return inputs.service.postcondition(attribute, subject(scope, inputs), `${name}.${resourceName}`);
}

/** The record ("it exists") and, where the kind has an update, its revision ("it looks like this now"). */
function recordResources(scope: Construct, inputs: EntityInputs<RecordPlan>): TerraformResource {
  const { adopt, callPlan, dependsOn, provisioning, resourceName, type } = inputs;
  const identity = identityResource(scope, inputs);
  const { ignoreChanges, postcondition = [] } = guard(scope, "immutable", {
    ...inputs,
    watches: [
      {
        names: comparedIdentity(inputs),
        refusal: () => identityRefusal(scope, inputs),
        command: remakeLine(`${type.name}.${resourceName}`),
      },
      { names: callPlan.immutable, refusal: (changed) => immutableRefusal(scope, inputs, changed) },
    ],
  });
  const record = triggerResource(type, scope, "record", {
    resourceName,
    triggers: {
      created: adopt ? "adopted" : `\${${THIS_APPLY}}`,
      [SERVICE_TRIGGER]: inputs.service.trigger,
      ...triggersOf(inputs, [...callPlan.identity, ...callPlan.immutable]),
    },
    dependsOn,
    lifecycle: {
      ignoreChanges,
      postcondition: [...createdHere(scope, inputs, resourceName), ...postcondition],
      ...(identity === undefined ? {} : { replaceTriggeredBy: [addressOf(identity)] }),
    },
    provisioner: adopt ? undefined : provisioning.run("create"),
  });
  if (callPlan.mutable.length === 0) return record;

  const revision = {
    resourceName: `${resourceName}${suffixes.revision}`,
    triggers: { of: `\${${record.fqn}.id}`, ...triggersOf(inputs, [...callPlan.identity, ...callPlan.mutable]) },
    dependsOn,
  };
  const createdByRecord = `${record.fqn}.${type.attribute}["created"]`;
  if (callPlan.update === undefined) {
    // a frozen revision keeps what was sent last, so that changes are seen when an update becomes possible
    const { postcondition = [], ...frozen } = guard(scope, "frozen", {
      ...inputs,
      resourceName: revision.resourceName,
      watches: [
        {
          names: callPlan.mutable.filter((field) => !callPlan.identity.includes(field)),
          refusal: (changed) => frozenRefusal(scope, inputs, changed),
        },
      ],
    });
    return triggerResource(type, scope, "revision", {
      ...revision,
      triggers: { ...revision.triggers, madeWith: `\${${THIS_APPLY}}` },
      lifecycle: {
        ...frozen,
        postcondition: [...postcondition, isAsOldAsRecord(scope, inputs, createdByRecord)],
        replaceTriggeredBy: [addressOf(record)],
      },
    });
  }
  return triggerResource(type, scope, "revision", {
    ...revision,
    triggers: { ...revision.triggers, reapply: inputs.reapply },
    provisioner: callPlan.updatesOnFirstDeploy
      ? provisioning.run("update")
      : provisioning.runUnless(`${createdByRecord} == ${THIS_APPLY}`, "created with this revision", "update"),
  });
}

/** Replaces the record when an identity changes that only Terraform knows: the resource name does not show it. */
function identityResource(scope: Construct, inputs: EntityInputs<RecordPlan>): TerraformResource | undefined {
  const { callPlan, fields, resourceName, type } = inputs;
  if (!callPlan.identity.some((field) => fields[field] instanceof DeferredValue)) return undefined;
  return triggerResource(type, scope, "identity", {
    resourceName: `${resourceName}${suffixes.identity}`,
    triggers: triggersOf(inputs, callPlan.identity),
    dependsOn: inputs.dependsOn,
  });
}

/** One trigger for each of these fields that is declared. */
function triggersOf({ type, fields }: EntityInputs, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => names.includes(name))
      .map(([name, field]) => [name, type.encode(field)]),
  );
}

/**
 * Terraform's address of a resource, where an expression is not allowed: cdktf would write one for the resource itself.
 */
function addressOf({ terraformResourceType, friendlyUniqueId }: TerraformResource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`;
}

/**
 * The fields that tell whether the record is of another entity, which `terraform state mv` put there. Where there is an
 * update, that finds out; and an identity that only Terraform knows replaces the record.
 */
function comparedIdentity({ callPlan, fields }: EntityInputs<RecordPlan>): readonly string[] {
  const isKnown = callPlan.identity.every((field) => !(fields[field] instanceof DeferredValue));
  return callPlan.update === undefined && isKnown ? callPlan.identity : [];
}

/** Why the record of another entity is refused. */
function identityRefusal(scope: Construct, inputs: EntityInputs<RecordPlan>): string {
  return `${subject(scope, inputs)}: the state has another ${labelOf(inputs.kind)} in its place, as after terraform state mv. Put that back where it was. If it is to be left out of the state, this creates the one that is declared:`;
}

/** Why a change is refused that no call of the kind can make. */
function immutableRefusal(scope: Construct, inputs: EntityInputs<RecordPlan>, changed: string): string {
  const reason =
    inputs.callPlan.mutable.length === 0
      ? `changed, but the service has no update for a ${labelOf(inputs.kind)}. Put the former values back`
      : "cannot change after creation. Put the former value back";
  return `${subject(scope, inputs)}: ${changed} ${reason}; ${makeAnother(inputs)}.`;
}

/** Why a change is refused that an update could make if it had all its fields. */
function frozenRefusal(scope: Construct, inputs: EntityInputs<RecordPlan>, changed: string): string {
  const missing = inputs.callPlan.missing.join(", ");
  return `${subject(scope, inputs)}: ${changed} changed, but an update also needs ${missing}. Add what is missing, or put the former values back; ${makeAnother(inputs)}.`;
}

/**
 * The condition that a frozen revision was made together with its record. One that is made later, because the former
 * was lost or its update failed, holds what is declared, though nobody has sent it. A revision of version 0.1.0 has no
 * `madeWith`, and passes.
 */
function isAsOldAsRecord(scope: Construct, inputs: EntityInputs<RecordPlan>, createdByRecord: string) {
  const madeWith = `self.${inputs.type.attribute}["madeWith"]`;
  const missing = inputs.callPlan.missing.join(", ");
  return {
    condition: `\${!can(${madeWith}) || try(${madeWith} == ${createdByRecord}, false)}`,
    errorMessage: escapeMarkers(
      `${subject(scope, inputs)}: the record of what was sent last is lost, so a change could go unnoticed, and an update also needs ${missing}. Add what is missing, so that the update sends what is declared.`,
    ),
  };
}

function subject(scope: Construct, { kind, label }: EntityInputs): string {
  return `${labelOf(kind)} ${typeof label === "string" ? `"${label}" ` : ""}(${scope.node.path})`;
}

function makeAnother({ kind }: EntityInputs): string {
  return `to make another ${labelOf(kind)}, give it another identity`;
}
