import type { TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import { serviceDefaults } from "../../api/service-settings";
import { Deferred } from "../../entity/fields";
import { SERVICE_TRIGGER } from "../../entity/resource-name";
import { Shell } from "../../protocol/shell";
import { terraformProgram } from "../../protocol/terraform-program";
import type { ServiceName } from "../declare/service-names";
import type { ServiceScope } from "../service-scope";
import { escapeMarkers } from "./escape";
import { Local } from "./hcl-output";
import { lazy } from "./lazy";
import { jsonTemplate, type Template, toValue } from "./trigger-text";

/** Terraform's name of the local that says what to do about an entity of another service, up to the options of a command. */
const ADVICE = "experimentation_other_service";

/** Declares what messages about entities have in common. Call it once for a stack. */
export function declareAdvice(scope: Construct): void {
  const program = escapeMarkers(new Shell().program(terraformProgram(process.env)));
  new Local(
    scope,
    "other-service",
    "Nothing was sent. If both are names of one service, list the former in movedFrom of the service. If it belongs to " +
      "another service, declare it in another stack. If terraform state mv put it here, move it back. If nothing was ever " +
      "made there, because of a mistyped address or key, run this, which makes it here, and then deploy again:\n" +
      // Terraform says where the stack is: synth writes the same wherever it runs
      `  ${program} "-chdir=\${abspath(path.root)}" apply`,
  ).overrideLogicalId(ADVICE);
}

/** How a resource of an entity is told in a refusal. */
export interface KeptBy {
  /** The attribute that holds the triggers. */
  readonly attribute: string;
  /** The entity in messages. */
  readonly subject: string;
  /** What else of the entity the resource holds, in Terraform's language; undefined where only Terraform knows it. */
  readonly identity?: HeldIdentity;
  /** Terraform's address of the resource. */
  readonly address: string;
  /** Terraform's address of the entity's last resource. */
  readonly last: string;
}

/** The identity that a resource holds, and the declared one. */
export interface HeldIdentity {
  /** Expression for whether the two are the same. */
  readonly isDeclared: string;
  /** Expression for the one that the resource holds, as text. */
  readonly held: string;
  /** The declared one, as text. */
  readonly declared: string;
  /** What messages call the kind. */
  readonly kind: string;
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
    return this.text(() => toValue(nameTemplate(this.present)));
  }

  /** The postcondition that an entity was created at its service, and is the one that is declared. */
  postcondition(by: KeptBy): TerraformResourceLifecycle["postcondition"] & {} {
    const kept = `self.${by.attribute}["${SERVICE_TRIGGER}"]`;
    const isDeclared = by.identity === undefined ? "" : ` && ${by.identity.isDeclared}`;
    return [
      {
        condition: this.text(() => `\${try(${this.isName(kept)}, true)${isDeclared}}`),
        errorMessage: this.text(
          () =>
            `${escapeMarkers(by.subject)}: ${this.difference(kept, by.identity)} \${local.${ADVICE}} ${remakeOptions(by)}`,
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
  private difference(kept: string, identity: HeldIdentity | undefined): string {
    if (this.present.baseUrl instanceof Deferred) {
      const other = identity === undefined ? "" : ` as another ${identity.kind}, or`;
      return `it was created${other} at another service than the declared one.`;
    }
    const [held, declared] =
      identity === undefined ? ["", ""] : [` as \${${identity.held}}`, ` as ${escapeMarkers(identity.declared)}`];
    return `it was created${held} at \${try(${kept}, "an unknown service")}, not${declared} at ${toValue(nameTemplate(this.present))}.`;
  }

  private get names(): readonly ServiceName[] {
    return this.service()?.names ?? unnamed;
  }

  private get present(): ServiceName {
    const [present = unnamed[0]] = this.names;
    return present as ServiceName;
  }

  private text(produce: () => string): string {
    return this.isKnown ? produce() : lazy(produce);
  }
}

/**
 * The options by which the command of a message makes an entity anew. It leaves all others alone: they may have to be made
 * anew as well, and would be refused. It stands in one line that begins with a space, since Terraform wraps others, so
 * that they could not be pasted.
 */
function remakeOptions({ address, last }: KeptBy): string {
  return `"-replace=${address}" "-target=${last}"`;
}

/** All that an entity of a service may have kept, in Terraform's JSON syntax. */
export function keptNames(names: readonly ServiceName[]): string[] {
  // what was created while only the environment said the address cannot be compared
  const withoutAddress = variablesOf(names).map((apiKeyVariable) => ({ baseUrl: undefined, apiKeyVariable }));
  return [...new Set([...names, ...withoutAddress].map((name) => toValue(nameTemplate(name))))];
}

/** A name as JSON, which can be pasted into `movedFrom`. */
function nameTemplate({ apiKeyVariable, baseUrl }: ServiceName): Template {
  return jsonTemplate(baseUrl === undefined ? { apiKeyVariable } : { apiKeyVariable, baseUrl });
}

function variablesOf(names: readonly ServiceName[]): string[] {
  return [...new Set(names.map(({ apiKeyVariable }) => apiKeyVariable))];
}
