import type { LocalExecProvisioner } from "cdktf";
import type { Action } from "../../entity/step";
import { commandText, LONGEST_VALUES, VALUES_VARIABLE } from "../../protocol/command";
import type { RequestText } from "../../protocol/request-file";
import { Hcl, hcl, list, toValue } from "../language/hcl";
import { lazy } from "./lazy";

/** What a provisioner passes to the applier. */
export interface RequestSupply {
  readonly requestPath: string;
  readonly request: Pick<RequestText, "digest" | "values">;
}

/**
 * The provisioners of one construct. Their paths are relative to the stack's folder, where Terraform runs them. With
 * `path.module`, which is "." there, every plan would evaluate one more expression for each resource.
 */
export class Provisioning {
  constructor(
    private readonly supply: RequestSupply,
    private readonly applierPath: string,
  ) {}

  /**
   * Runs the applier unless a condition holds: that the record of the same apply created the entity. Then the platform's
   * shell prints a message instead: starting Node is the most expensive part of a call. The provisioner of a revision,
   * abridged:
   *
   *     command     = <created> ? "echo created with this revision" : "update 4965… requests/experiment_….json"
   *     interpreter = <created> ? null : ["node", "assets/…/applier.js"]
   *
   *     <created> is null_resource.experiment_….triggers["created"] == local.experimentation_apply
   */
  run(action: Action, created?: Hcl): LocalExecProvisioner {
    const program = ["node", this.applierPath];
    return {
      type: "local-exec",
      // in the place of the list, an expression for it
      interpreter:
        created === undefined ? program : (toValue(hcl`${created} ? null : ${list(program)}`) as unknown as string[]),
      command: lazy(() => {
        const command = this.command(action);
        return created === undefined
          ? command
          : toValue(hcl`${created} ? "echo created with this revision" : ${command}`);
      }),
      environment: lazy(() => environmentFor(this.supply.request.values)),
    };
  }

  /** The applier's argument. Its digest keeps an apply from sending a request that was not planned. */
  private command(action: Action): string {
    return commandText(action, this.supply.request.digest, this.supply.requestPath);
  }
}

/**
 * The environment variable that passes values to the applier, as an expression; see `VALUES_VARIABLE`. A `for` over a list of
 * one gives a value a name. For the one value `jsonencode(var.a)`, abridged:
 *
 *     [for values in [join("", ["[", join(",", [jsonencode(var.a)]), "]"])] :
 *       {EXPERIMENTATION_VALUES = <length of values> <= 30000 ? values : tostring(<length of values>)}][0]
 *
 * @param values tokens for JSON texts
 */
function environmentFor(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  const array = hcl`join("", ["[", join(",", ${list(values.map((value) => Hcl.ofToken(value)))}), "]"])`;
  // Terraform counts characters, and base64 has four of them for three bytes
  const bytes = hcl`floor(length(base64encode(values)) / 4) * 3`;
  // the applier refuses what is too long: an error of Terraform's would be hidden where a value is sensitive
  const passed = hcl`${bytes} <= ${LONGEST_VALUES} ? values : tostring(${bytes})`;
  return toValue(hcl`[for values in [${array}] : tomap(zipmap([${VALUES_VARIABLE}], [${passed}]))][0]`);
}
