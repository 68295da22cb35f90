import type { LocalExecProvisioner } from "cdktf";
import type { Action } from "../../entity/step";
import { commandText, VALUES_VARIABLE, valuesLimits } from "../../protocol/command";
import type { RequestText } from "../../protocol/request-file";
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

  /** Runs the applier. */
  run(action: Action): LocalExecProvisioner {
    return this.provisioner(
      lazy(() => this.command(action)),
      ["node", this.applierPath],
    );
  }

  /**
   * Runs the applier unless a condition holds. Then the platform's shell prints a message instead: starting Node is the
   * most expensive part of a call. The provisioner of a revision, abridged:
   *
   *     command     = <created> ? "echo created with this revision" : "update 4965… requests/experiment_….json"
   *     interpreter = <created> ? null : ["node", "assets/…/applier.js"]
   *
   *     <created> is null_resource.experiment_….triggers["created"] == local.experimentation_apply
   *
   * @param condition Terraform expression
   * @param message what is printed then; letters and spaces
   */
  runUnless(condition: string, message: string, action: Action): LocalExecProvisioner {
    return this.provisioner(
      lazy(() => `\${${condition} ? "echo ${message}" : "${this.command(action)}"}`),
      // in the place of the list, an expression for it
      `\${${condition} ? null : ["node", "${this.applierPath}"]}` as unknown as string[],
    );
  }

  private provisioner(command: string, interpreter: string[]): LocalExecProvisioner {
    return {
      type: "local-exec",
      interpreter,
      command,
      environment: lazy(() => environmentFor(this.supply.request.values)),
    };
  }

  /** The applier's argument. Its digest keeps an apply from sending a request that was not planned. */
  private command(action: Action): string {
    return commandText(action, this.supply.request.digest, this.supply.requestPath);
  }
}

/**
 * Terraform expression for the environment variables that pass values to the applier; see `VALUES_VARIABLE`. A `for` over
 * a list of one gives a value a name. For the one value `jsonencode(var.a)`, abridged:
 *
 *     [for values in [join("", ["[", join(",", [jsonencode(var.a)]), "]"])] :
 *       length(base64encode(values)) <= 30000
 *         ? tomap(zipmap(["EXPERIMENTATION_VALUES"], [values]))
 *         : [for pieces in [<base64gzip(values) in pieces>] :
 *             tomap(zipmap(<EXPERIMENTATION_VALUES, EXPERIMENTATION_VALUES_0, …>, <number of pieces, pieces…>))][0]
 *     ][0]
 */
function environmentFor(values: readonly string[]): string | undefined {
  if (values.length === 0) return undefined;
  const array = `join("", ["[", join(",", [${values.join(", ")}]), "]"])`;
  const { unzipped, part, parts } = valuesLimits;
  const name = VALUES_VARIABLE;
  const whole = `tomap(zipmap(["${name}"], [values]))`;
  const cut = `chunklist(regexall(".{1,1000}", base64gzip(values)), ${part / 1_000})`;
  // beyond the limit only the number of parts is passed, so that the applier can report that there are too many
  const few = `slice(pieces, 0, length(pieces) > ${parts} ? 0 : length(pieces))`;
  const names = `concat(["${name}"], formatlist("${name}_%d", range(length(${few}))))`;
  const numbered = `tomap(zipmap(${names}, concat([tostring(length(pieces))], ${few})))`;
  const packed = `[for pieces in [[for lines in ${cut} : join("", lines)]] : ${numbered}][0]`;
  const isShort = `length(base64encode(values)) <= ${unzipped}`;
  return `\${[for values in [${array}] : ${isShort} ? ${whole} : ${packed}][0]}`;
}
