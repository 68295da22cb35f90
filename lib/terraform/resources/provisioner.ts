import type { LocalExecProvisioner } from "cdktf";
import { commandText, LONGEST_VALUES, VALUES_VARIABLE } from "../../protocol/command";
import type { RequestText } from "../../protocol/request-file";
import { Hcl, hcl, list, toValue, withName } from "../language/hcl";
import { lazy } from "../language/own-token";
import type { Run } from "./resource-rows";

/** What a provisioner passes to the applier. */
interface RequestSupply {
  readonly requestPath: string;
  readonly request: Pick<RequestText, "digest" | "values">;
}

/**
 * Runs the applier for an action. The digest in its command keeps an apply from sending a request that was not planned. Paths
 * are relative to the stack's folder, where Terraform runs them: with `path.module`, which is "." there, every plan would
 * evaluate one more expression for each resource.
 *
 * Where a condition says that the same apply created the entity, the platform's shell prints a message instead: to start
 * Node is the most expensive part of a call. The provisioner of a revision, abridged:
 *
 *     command     = <created> ? "echo created with this revision" : "update 4965… requests/experiment_….json"
 *     interpreter = <created> ? null : ["node", "assets/…/applier.js"]
 *
 *     <created> is null_resource.experiment_….triggers["created"] == local.experimentation_apply
 */
export function provisionerOf(
  { action, unless: created }: Run,
  supply: RequestSupply,
  applierPath: string,
): LocalExecProvisioner {
  const program = ["node", applierPath];
  const command = () => commandText(action, supply.request.digest, supply.requestPath);
  const environment = lazy<Record<string, string>>(() => environmentFor(supply.request.values));
  if (created === undefined) return { type: "local-exec", interpreter: program, command: lazy(command), environment };
  return {
    type: "local-exec",
    // in the place of the list, an expression for it
    interpreter: toValue(hcl`${created} ? null : ${list(program)}`) as unknown as string[],
    command: lazy(() => toValue(hcl`${created} ? "echo created with this revision" : ${command()}`)),
    environment,
  };
}

/**
 * The environment variable that passes values to the applier, as an expression; see `VALUES_VARIABLE`. For the one value
 * `jsonencode(var.a)`, abridged:
 *
 *     {EXPERIMENTATION_VALUES = <length of values> <= 30000 ? values : tostring(<length of values>)}
 *
 *     values is join("", ["[", join(",", [jsonencode(var.a)]), "]"])
 *
 * @param values tokens for JSON texts
 */
function environmentFor(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  const array = hcl`join("", ["[", join(",", ${list(values.map((value) => Hcl.ofToken(value)))}), "]"])`;
  const environment = withName("values", array, (text) => {
    // Terraform counts characters, and base64 has four of them for three bytes
    const bytes = hcl`floor(length(base64encode(${text})) / 4) * 3`;
    // the applier refuses what is too long: an error of Terraform's would be hidden where a value is sensitive
    const passed = hcl`${bytes} <= ${LONGEST_VALUES} ? ${text} : tostring(${bytes})`;
    return hcl`tomap(zipmap([${VALUES_VARIABLE}], [${passed}]))`;
  });
  return toValue(environment);
}
