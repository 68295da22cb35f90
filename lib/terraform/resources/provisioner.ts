import { type LocalExecProvisioner, Token } from "cdktf";
import { type Action, commandText, VALUES_VARIABLE, valuesLimits } from "../../protocol/request-file";
import { Lazy, lazyMap, lazyText } from "./lazy";

/** What a provisioner hands to the applier. */
export interface RequestSupply {
  readonly requestPath: string;
  readonly requestDigest: string;
  readonly requestValues: string | undefined;
}

/** Makes the provisioners of one construct. */
export class Provisioning {
  constructor(
    private readonly supply: RequestSupply,
    private readonly applierPath: string,
  ) {}

  /** Runs the applier. */
  run(action: Action): LocalExecProvisioner {
    return this.provisioner(
      lazyText(() => this.command(action)),
      ["node", this.applier],
    );
  }

  /**
   * Runs the applier unless a condition holds: then the platform's shell only says so, since starting Node would cost
   * the most of a call.
   *
   * @param condition Terraform expression
   * @param note what is said then; letters and spaces
   */
  runUnless(condition: string, note: string, action: Action): LocalExecProvisioner {
    return this.provisioner(
      lazyText(() => `\${${condition} ? "echo ${note}" : "${this.command(action)}"}`),
      Token.asList(new Lazy(() => `\${${condition} ? null : ["node", "${this.applier}"]}`)),
    );
  }

  private provisioner(command: string, interpreter: string[]): LocalExecProvisioner {
    return {
      type: "local-exec",
      interpreter,
      command,
      environment: lazyMap(() => environmentFor(this.supply.requestValues)),
    };
  }

  /** The digest keeps an apply from sending another request than the one that was planned. */
  private command(action: Action): string {
    return commandText(action, this.supply.requestDigest, `\${path.module}/${this.supply.requestPath}`);
  }

  private get applier(): string {
    return `\${path.module}/${this.applierPath}`;
  }
}

/** The variables that hand over values; see `VALUES_VARIABLE`. */
function environmentFor(values: string | undefined): string | undefined {
  if (values === undefined) return undefined;
  const { unzipped, part, parts } = valuesLimits;
  const name = VALUES_VARIABLE;
  const whole = `tomap(zipmap(["${name}"], [values]))`;
  const cut = `chunklist(regexall(".{1,1000}", base64gzip(values)), ${part / 1_000})`;
  // beyond the limit only the number is handed over, which says that it is too much
  const few = `slice(pieces, 0, length(pieces) > ${parts} ? 0 : length(pieces))`;
  const names = `concat(["${name}"], formatlist("${name}_%d", range(length(${few}))))`;
  const numbered = `tomap(zipmap(${names}, concat([tostring(length(pieces))], ${few})))`;
  const packed = `[for pieces in [[for lines in ${cut} : join("", lines)]] : ${numbered}][0]`;
  const isShort = `length(base64encode(values)) <= ${unzipped}`;
  return `\${[for values in [${values}] : ${isShort} ? ${whole} : ${packed}][0]}`;
}
