import { type TerraformStack, Testing } from "cdktf";
import { callJson, pathOf, plannedCalls } from "../entity/call-body";
import { suffixes } from "../entity/resource-name";
import type { StackEntity } from "../terraform/stack-entity";
import { StackRegistry } from "../terraform/stack-registry";
import { markedText } from "../value/value";

/** A call that deploys of a stack would make, as far as synth knows it. */
export interface DeployCall {
  /** Path of the construct that makes it. */
  readonly construct: string;
  /** Address of its Terraform resource, for example `null_resource.experiment_checkout_button`. */
  readonly address: string;
  /** Kind of entity, for example `metric_source`. */
  readonly kind: string;
  /** What the call does: `create`, `update`, `upsert` (creates or changes, whichever is needed), or `dry-run`. */
  readonly action: "create" | "update" | "upsert" | "dry-run";
  /** Whether the first deploy makes it. */
  readonly atFirstDeploy: boolean;
  /** Whether a deploy that changes the entity makes it. If neither, only one with `-replace` does. */
  readonly atLaterChange: boolean;
  /** Method of the request. */
  readonly method: "POST" | "PATCH";
  /** Path of the request with its parameters filled in, percent-encoded. */
  readonly path: string;
  /**
   * Body of the request, as it is sent. A value known at deploy time is shown as text: `(known to Terraform)`,
   * or `(environment variable TOKEN)` for `fromEnvironment("TOKEN")`.
   */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * The calls that deploys of a stack would make, in the order in which its constructs were declared. Needs neither
 * Terraform nor network, and writes no file.
 *
 * Runs the aspects and validations of the stack, as synth does.
 *
 * @throws Error when the stack could not be synthesised
 */
export function callsOf(stack: TerraformStack): DeployCall[] {
  // writes nothing, and is the framework's own word for all that happens before synth writes
  Testing.synth(stack, true);
  return (StackRegistry.find(stack)?.declared ?? []).flatMap(callsFor);
}

function callsFor({ entity, service, terraformAddress }: StackEntity): DeployCall[] {
  const { construct, kind, fields } = entity;
  return plannedCalls(entity, service?.settings.vendor).map((call) => ({
    construct,
    address: `${terraformAddress}${call.action === "update" ? suffixes.revision : ""}`,
    kind: kind.name,
    ...callJson(call, markedText),
    path: pathOf(call.step, fields, markedText),
  }));
}
