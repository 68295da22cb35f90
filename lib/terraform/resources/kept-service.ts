import type { TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import { serviceDefaults } from "../../api/service-settings";
import { Deferred } from "../../entity/fields";
import { Shell } from "../../protocol/shell";
import { terraformProgram } from "../../protocol/terraform-program";
import type { ServiceName } from "../props/service-names";
import type { ServiceScope } from "../service-scope";
import { escapeMarkers } from "./escape";
import { Local } from "./hcl-output";
import { lazyText } from "./lazy";
import { jsonOf, type Template, toValue } from "./trigger-text";

/** The trigger in which an entity keeps what its service was called when it was created. */
export const SERVICE_TRIGGER = "service";

/** Terraform's name of the local that says what to do about an entity of another service. */
const ADVICE = "experimentation_other_service";

/** Terraform's name of the local with the command that has an entity made anew, without its last option. */
const REMAKE = "experimentation_remake";

/** Declares what messages about entities have in common. Call it once for a stack. */
export function declareAdvice(scope: Construct): void {
  const program = new Shell().program(terraformProgram(process.env));
  // Terraform says where the stack is: synth writes the same wherever it runs
  const command = `${escapeMarkers(program)} "-chdir=\${abspath(path.root)}" apply`;
  new Local(scope, "remake", command).overrideLogicalId(REMAKE);
  new Local(
    scope,
    "other-service",
    "Nothing was sent. If both are names of one service, list the former in movedFrom of the service. If it belongs to " +
      "another service, declare it in another stack. If nothing was ever made there, because of a mistyped address or key, " +
      "this has it made here:",
  ).overrideLogicalId(ADVICE);
}

/**
 * The command that has an entity made anew, as the last line of a message. Terraform wraps lines that do not begin with a
 * space, so that they could not be pasted.
 *
 * @param address Terraform's address of the resource
 */
export function remakeLine(address: string): string {
  return `\n  \${local.${REMAKE}} "-replace=${address}"`;
}

/** The service of a construct without an `ExperimentationService`. */
const unnamed: readonly ServiceName[] = [{ baseUrl: undefined, apiKeyVariable: serviceDefaults.apiKeyVariable }];

/**
 * What an entity keeps of the service at which it was created, and the condition that refuses another one while Terraform
 * plans. Entities of earlier versions keep nothing, and pass.
 */
export class KeptService {
  /**
   * @param service finds it, perhaps only at synth: a service may be declared after its constructs
   * @param isKnown whether it is found already
   * @param namesOf Terraform's name of the local with what a service is and was called
   */
  constructor(
    private readonly service: () => ServiceScope | undefined,
    private readonly isKnown: boolean,
    private readonly namesOf: (service: ServiceScope) => string,
  ) {}

  /** What the entity keeps, in Terraform's JSON syntax. */
  get trigger(): string {
    return this.text(() => toValue(textOf(this.present)));
  }

  /**
   * The postcondition that the entity was created at its service.
   *
   * @param attribute that holds the triggers
   * @param subject the entity in messages
   * @param address Terraform's address of the resource that holds them
   */
  postcondition(attribute: string, subject: string, address: string): TerraformResourceLifecycle["postcondition"] & {} {
    const kept = `self.${attribute}["${SERVICE_TRIGGER}"]`;
    return [
      {
        condition: this.text(() => `\${try(${this.isName(kept)}, true)}`),
        errorMessage: this.text(
          () => `${escapeMarkers(subject)}: ${this.difference(kept)} \${local.${ADVICE}}${remakeLine(address)}`,
        ),
      },
    ];
  }

  private isName(kept: string): string {
    const service = this.service();
    if (service !== undefined && this.present.baseUrl !== undefined) {
      return `contains(local.${this.namesOf(service)}, ${kept})`;
    }
    // an address that only the deploy's environment says cannot be compared
    return `contains(${JSON.stringify(variablesOf(this.names))}, jsondecode(${kept}).apiKeyVariable)`;
  }

  /** What differs. Terraform hides a message that depends on a sensitive value, and an address of Terraform's may be one. */
  private difference(kept: string): string {
    if (this.present.baseUrl instanceof Deferred) return "it was created at another service than the declared one.";
    return `it was created at \${try(${kept}, "")}, not at ${toValue(textOf(this.present))}.`;
  }

  private get names(): readonly ServiceName[] {
    return this.service()?.names ?? unnamed;
  }

  private get present(): ServiceName {
    const [present = unnamed[0]] = this.names;
    return present as ServiceName;
  }

  private text(produce: () => string): string {
    return this.isKnown ? produce() : lazyText(produce);
  }
}

/** All that an entity of a service may have kept, in Terraform's JSON syntax. */
export function keptNames(names: readonly ServiceName[]): string[] {
  // what was created while only the environment said the address cannot be compared
  const withoutAddress = variablesOf(names).map((apiKeyVariable) => ({ baseUrl: undefined, apiKeyVariable }));
  return [...new Set([...names, ...withoutAddress].map((name) => toValue(textOf(name))))];
}

/** A name as JSON, which can be pasted into `movedFrom`. */
function textOf({ apiKeyVariable, baseUrl }: ServiceName): Template {
  return jsonOf(baseUrl === undefined ? { apiKeyVariable } : { apiKeyVariable, baseUrl });
}

function variablesOf(names: readonly ServiceName[]): string[] {
  return [...new Set(names.map(({ apiKeyVariable }) => apiKeyVariable))];
}
