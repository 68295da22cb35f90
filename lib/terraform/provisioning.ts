import { Lazy, type LocalExecProvisioner, Token } from "cdktf";
import { type Action, commandText, VALUES_VARIABLE } from "../interface/request";
import { sha256 } from "./template";

/** What a provisioner hands to the applier. */
export interface RequestSupply {
  readonly requestPath: string;
  readonly requestText: string;
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
    return this.provisioner(Lazy.stringValue({ produce: () => this.command(action) }), ["node", this.applier]);
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
      Lazy.stringValue({ produce: () => `\${${condition} ? "echo ${note}" : "${this.command(action)}"}` }),
      Token.asList({
        creationStack: [],
        resolve: () => `\${${condition} ? null : ["node", "${this.applier}"]}`,
        toString: () => "interpreter",
        toJSON: () => "interpreter",
      }),
    );
  }

  private provisioner(command: string, interpreter: string[]): LocalExecProvisioner {
    return {
      type: "local-exec",
      interpreter,
      command,
      environment: { [VALUES_VARIABLE]: Lazy.stringValue({ produce: () => this.supply.requestValues }) },
    };
  }

  /** The digest keeps an apply from sending another request than the one that was planned. */
  private command(action: Action): string {
    return commandText(action, sha256(this.supply.requestText), `\${path.module}/${this.supply.requestPath}`);
  }

  private get applier(): string {
    return `\${path.module}/${this.applierPath}`;
  }
}
