import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { labelOf } from "../interface/resource";
import { suffixes } from "./address";
import { type Common, type Made, triggersOf } from "./common";
import { guard } from "./guard";
import { Hole, type Tree } from "./hole";
import type { RecordLife } from "./life";
import { escapeMarkers } from "./template";
import { THIS_APPLY } from "./this-apply";
import { triggerResource } from "./trigger-resource";

interface Record extends Common {
  readonly life: RecordLife;
  readonly kind: string;
  readonly name: Tree;
  /** Whether the thing exists already: no create call. */
  readonly adopt: boolean;
}

/**
 * The record ("it exists") and, where the kind can be updated, its revision ("it looks like this now").
 *
 */
export function recordResources(scope: Construct, record: Record): Made {
  const { life, address, provisioning, type } = record;
  const identity = identityResource(scope, record);
  const made = triggerResource(type, scope, "record", {
    address,
    triggers: {
      created: record.adopt ? "adopted" : `\${${THIS_APPLY}}`,
      ...triggersOf(record, [...life.identity, ...life.fixed]),
    },
    dependsOn: record.dependsOn,
    lifecycle: {
      ...guard(scope, "fixed", {
        ...record,
        guarded: life.fixed,
        refusal: (changed) => refusal(scope, record, changed),
      }),
      ...(identity === undefined ? {} : { replaceTriggeredBy: [addressIn(identity)] }),
    },
    provisioner: record.adopt ? undefined : provisioning.run("create"),
  });
  if (life.changeable.length === 0) return { last: made };

  const revision = {
    address: `${address}${suffixes.revision}`,
    triggers: { of: `\${${made.fqn}.id}`, ...triggersOf(record, [...life.identity, ...life.changeable]) },
    dependsOn: record.dependsOn,
  };
  if (life.update === undefined) {
    // what was sent last is kept, so that it can be told from what is declared when an update becomes possible
    const { postcondition = [], ...sealed } = guard(scope, "sealed", {
      ...record,
      address: revision.address,
      guarded: life.changeable.filter((field) => !life.identity.includes(field)),
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
    provisioner: life.updatesAtOnce
      ? provisioning.run("update")
      : provisioning.runUnless(isFresh, "created with this revision", "update"),
  });
  return { last };
}

/** Replaces the record when an identity changes that only Terraform knows: the address does not tell it. */
function identityResource(scope: Construct, record: Record): TerraformResource | undefined {
  const { life, fields, address, type } = record;
  if (!life.identity.some((field) => fields[field] instanceof Hole)) return undefined;
  return triggerResource(type, scope, "identity", {
    address: `${address}${suffixes.identity}`,
    triggers: triggersOf(record, life.identity),
    dependsOn: record.dependsOn,
  });
}

/** Where Terraform wants an address and no expression, which is what cdktf makes of a resource there. */
function addressIn({ terraformResourceType, friendlyUniqueId }: TerraformResource): string {
  return `${terraformResourceType}.${friendlyUniqueId}`;
}

/** Why a change is refused that no call of the kind can make. */
function refusal(scope: Construct, record: Record, changed: string): string {
  const reason =
    record.life.changeable.length === 0
      ? `changed, but the service has no update for a ${labelOf(record.kind)}. Put the former values back`
      : "cannot change after creation. Put the former value back";
  return `${subject(scope, record)}: ${changed} ${reason}; ${another(record)}.`;
}

/** Why a change is refused that an update could make if it had all its fields. */
function sealedRefusal(scope: Construct, record: Record, changed: string): string {
  const missing = record.life.missing.join(", ");
  return `${subject(scope, record)}: ${changed} changed, but an update also needs ${missing}. Add what is missing, or put the former values back; ${another(record)}.`;
}

/**
 * The condition that a sealed revision was made together with its record. One that is made later, because the former was
 * lost or its update failed, holds what is declared, though nobody has sent it. A revision of version 0.1.0 does not tell.
 */
function madeWithRecord(scope: Construct, record: Record, ofRecord: string) {
  const madeWith = `self.${record.type.attribute}["madeWith"]`;
  const missing = record.life.missing.join(", ");
  return {
    condition: `\${!can(${madeWith}) || try(${madeWith} == ${ofRecord}["created"], false)}`,
    errorMessage: escapeMarkers(
      `${subject(scope, record)}: the record of what was sent last is lost, so that a change could go unnoticed, and an update also needs ${missing}. Add what is missing, so that the update sends what is declared.`,
    ),
  };
}

function subject(scope: Construct, { kind, name }: Record): string {
  return `${labelOf(kind)} ${typeof name === "string" ? `"${name}" ` : ""}(${scope.node.path})`;
}

function another({ kind }: Record): string {
  return `to make another ${labelOf(kind)}, give it another identity`;
}
