import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { labelOf } from "../../api/resource";
import { suffixes } from "../../protocol/resource-name";
import type { RecordPlan } from "../calls/call-plan";
import { type DeferredJson, DeferredValue } from "../props/deferred-value";
import { guard } from "./guard";
import { type EntityResources, type ResourceInputs, triggersOf } from "./resource-inputs";
import { THIS_APPLY } from "./this-apply";
import { triggerResource } from "./trigger-resource";
import { escapeMarkers } from "./trigger-text";

interface RecordInputs extends ResourceInputs {
  readonly callPlan: RecordPlan;
  readonly kind: string;
  readonly name: DeferredJson;
  /** Whether the thing exists already: no create call. */
  readonly adopt: boolean;
}

/**
 * The record ("it exists") and, where the kind can be updated, its revision ("it looks like this now").
 *
 */
export function recordResources(scope: Construct, record: RecordInputs): EntityResources {
  const { callPlan, address, provisioning, type } = record;
  const identity = identityResource(scope, record);
  const made = triggerResource(type, scope, "record", {
    address,
    triggers: {
      created: record.adopt ? "adopted" : `\${${THIS_APPLY}}`,
      ...triggersOf(record, [...callPlan.identity, ...callPlan.fixed]),
    },
    dependsOn: record.dependsOn,
    lifecycle: {
      ...guard(scope, "fixed", {
        ...record,
        guarded: callPlan.fixed,
        refusal: (changed) => refusal(scope, record, changed),
      }),
      ...(identity === undefined ? {} : { replaceTriggeredBy: [addressIn(identity)] }),
    },
    provisioner: record.adopt ? undefined : provisioning.run("create"),
  });
  if (callPlan.changeable.length === 0) return { last: made };

  const revision = {
    address: `${address}${suffixes.revision}`,
    triggers: { of: `\${${made.fqn}.id}`, ...triggersOf(record, [...callPlan.identity, ...callPlan.changeable]) },
    dependsOn: record.dependsOn,
  };
  if (callPlan.update === undefined) {
    // what was sent last is kept, so that it can be told from what is declared when an update becomes possible
    const { postcondition = [], ...sealed } = guard(scope, "sealed", {
      ...record,
      address: revision.address,
      guarded: callPlan.changeable.filter((field) => !callPlan.identity.includes(field)),
      refusal: (changed) => sealedRefusal(scope, record, changed),
    });
    const last = triggerResource(type, scope, "revision", {
      ...revision,
      triggers: { ...revision.triggers, madeWith: `\${${THIS_APPLY}}` },
      lifecycle: {
        ...sealed,
        postcondition: [...postcondition, madeWithRecord(scope, record, `${made.fqn}.${type.attribute}`)],
        replaceTriggeredBy: [addressIn(made)],
      },
    });
    return { last };
  }
  const isFresh = `${made.fqn}.${type.attribute}["created"] == ${THIS_APPLY}`;
  const last = triggerResource(type, scope, "revision", {
    ...revision,
    triggers: { ...revision.triggers, reapply: record.reapply },
    provisioner: callPlan.updatesAtOnce
      ? provisioning.run("update")
      : provisioning.runUnless(isFresh, "created with this revision", "update"),
  });
  return { last };
}

/** Replaces the record when an identity changes that only Terraform knows: the address does not tell it. */
function identityResource(scope: Construct, record: RecordInputs): TerraformResource | undefined {
  const { callPlan, fields, address, type } = record;
  if (!callPlan.identity.some((field) => fields[field] instanceof DeferredValue)) return undefined;
  return triggerResource(type, scope, "identity", {
    address: `${address}${suffixes.identity}`,
    triggers: triggersOf(record, callPlan.identity),
    dependsOn: record.dependsOn,
  });
}

/** Where Terraform wants an address and no expression, which is what cdktf makes of a resource there. */
function addressIn({ terraformResourceType, friendlyUniqueId }: TerraformResource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`;
}

/** Why a change is refused that no call of the kind can make. */
function refusal(scope: Construct, record: RecordInputs, changed: string): string {
  const reason =
    record.callPlan.changeable.length === 0
      ? `changed, but the service has no update for a ${labelOf(record.kind)}. Put the former values back`
      : "cannot change after creation. Put the former value back";
  return `${subject(scope, record)}: ${changed} ${reason}; ${another(record)}.`;
}

/** Why a change is refused that an update could make if it had all its fields. */
function sealedRefusal(scope: Construct, record: RecordInputs, changed: string): string {
  const missing = record.callPlan.missing.join(", ");
  return `${subject(scope, record)}: ${changed} changed, but an update also needs ${missing}. Add what is missing, or put the former values back; ${another(record)}.`;
}

/**
 * The condition that a sealed revision was made together with its record. One that is made later, because the former was
 * lost or its update failed, holds what is declared, though nobody has sent it. A revision of version 0.1.0 does not tell.
 */
function madeWithRecord(scope: Construct, record: RecordInputs, ofRecord: string) {
  const madeWith = `self.${record.type.attribute}["madeWith"]`;
  const missing = record.callPlan.missing.join(", ");
  return {
    condition: `\${!can(${madeWith}) || try(${madeWith} == ${ofRecord}["created"], false)}`,
    errorMessage: escapeMarkers(
      `${subject(scope, record)}: the record of what was sent last is lost, so that a change could go unnoticed, and an update also needs ${missing}. Add what is missing, so that the update sends what is declared.`,
    ),
  };
}

function subject(scope: Construct, { kind, name }: RecordInputs): string {
  return `${labelOf(kind)} ${typeof name === "string" ? `"${name}" ` : ""}(${scope.node.path})`;
}

function another({ kind }: RecordInputs): string {
  return `to make another ${labelOf(kind)}, give it another identity`;
}
