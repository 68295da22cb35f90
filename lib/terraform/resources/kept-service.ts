import { serviceDefaults } from "../../api/service-settings";
import { SERVICE_TRIGGER } from "../../entity/resource-name";
import { Opaque } from "../../value/value";
import { escapeMarkers } from "../language/escape";
import { jsonTemplate, type Template, toValue } from "../language/trigger-text";
import type { ServiceName } from "../service-names";
import type { ServiceScope } from "../service-scope";
import type { HeldIdentity } from "./held-identity";
import { lazy } from "./lazy";
import { OTHER_SERVICE_ADVICE } from "./stack-wide";
import type { Postconditions } from "./trigger-resource";

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

/** The service of a construct without an `ExperimentationService`. */
const unnamed: ServiceName = { baseUrl: undefined, apiKeyVariable: serviceDefaults.apiKeyVariable };

/**
 * What an entity keeps of the service at which it was created, and the condition that refuses another one while Terraform
 * plans. A resource that keeps none passes: a companion keeps that of an entity with one call.
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

  /**
   * The postcondition that an entity was created at its service, and is the one that is declared. Abridged:
   *
   *     condition     = try(contains(local.experimentation_service_…, self.triggers["service"]), true)
   *                     && try(self.triggers["id"] == "checkout_button", true)
   *     error_message = "experiment \"checkout_button\" (stack/button): it was created as ${try(self.triggers["id"], "")}
   *                     at ${try(self.triggers["service"], "an unknown service")}, not as checkout_button at {…}.
   *                     ${local.experimentation_other_service} \"-replace=…\" \"-target=…\""
   */
  postcondition(by: KeptBy): Postconditions {
    const kept = `self.${by.attribute}["${SERVICE_TRIGGER}"]`;
    const isDeclared = by.identity === undefined ? "" : ` && ${by.identity.isDeclared}`;
    return [
      {
        condition: this.text(() => `\${try(${this.isName(kept)}, true)${isDeclared}}`),
        errorMessage: this.text(
          () =>
            `${escapeMarkers(by.subject)}: ${this.difference(kept, by.identity)} \${${OTHER_SERVICE_ADVICE}} ${remakeOptions(by)}`,
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
    if (this.present.baseUrl instanceof Opaque) {
      const other = identity === undefined ? "" : ` as another ${identity.kind}, or`;
      return `it was created${other} at another service than the declared one.`;
    }
    const [held, declared] =
      identity === undefined ? ["", ""] : [` as \${${identity.held}}`, ` as ${escapeMarkers(identity.declared)}`];
    return `it was created${held} at \${try(${kept}, "an unknown service")}, not${declared} at ${toValue(nameTemplate(this.present))}.`;
  }

  private get names(): readonly ServiceName[] {
    return this.service()?.names ?? [unnamed];
  }

  private get present(): ServiceName {
    const [present = unnamed] = this.names;
    return present;
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
