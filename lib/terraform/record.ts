import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { acceptedFields, bodyOf, labelOf } from "../interface/resource";
import { suffixes } from "./address";
import { guard } from "./guard";
import type { Tree } from "./hole";
import type { RecordLife } from "./life";
import { type Common, triggersOf } from "./put";
import { digestOf, toExpression, toValue } from "./template";
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
 * The record ("it exists") and, where the thing can be updated, its revision ("it looks like this now").
 *
 * @returns the last of the two
 */
export function recordResources(scope: Construct, record: Record): TerraformResource {
  const { life, fields, address, provisioning, type } = record;
  const { update } = life;
  const content = digestOf(bodyOf(life.create.endpoint.body, fields) as Tree);
  const made = triggerResource(type, scope, "record", {
    address,
    triggers: {
      created: record.adopt ? "adopted" : `\${${THIS_APPLY}}`,
      content: toValue(content),
      ...triggersOf(record, [...life.identity, ...life.fixed]),
    },
    dependsOn: record.dependsOn,
    lifecycle: guard(scope, {
      address,
      type,
      fields,
      guarded: life.fixed,
      refusal: (changed) => refusal(scope, record, changed),
    }),
    provisioner: record.adopt ? undefined : provisioning.run("create"),
  });
  if (update === undefined) return made;

  const held = `${made.fqn}.${type.attribute}`;
  const isFresh = `${held}["created"] == ${THIS_APPLY} && ${held}["content"] == ${toExpression(content)}`;
  return triggerResource(type, scope, "revision", {
    address: `${address}${suffixes.revision}`,
    triggers: {
      of: `\${${made.fqn}.id}`,
      ...triggersOf(record, [...life.identity, ...acceptedFields(update.endpoint.body)]),
      reapply: record.reapply,
    },
    dependsOn: record.dependsOn,
    provisioner: life.updatesAtOnce
      ? provisioning.run("update")
      : provisioning.runUnless(isFresh, "created with this revision", "update"),
  });
}

/** Why a change is refused, and what to do instead. */
function refusal(scope: Construct, { kind, name, life }: Record, changed: string): string {
  const label = labelOf(kind);
  const what = `${label} ${typeof name === "string" ? `"${name}" ` : ""}(${scope.node.path})`;
  const another = `to make another ${label}, give it another identity`;
  if (life.missing.length > 0) {
    return `${what}: ${changed} changed, but an update also needs ${life.missing.join(", ")}. Add what is missing, or put the former values back; ${another}.`;
  }
  if (life.update === undefined) {
    return `${what}: ${changed} changed, but the service has no update for a ${label}. Put the former values back; ${another}.`;
  }
  return `${what}: ${changed} cannot change after creation. Put the former value back; ${another}.`;
}
