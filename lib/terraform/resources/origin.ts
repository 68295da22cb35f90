import { serviceDefaults } from "../../api/service-settings";
import { SERVICE_TRIGGER } from "../../entity/resource-name";
import { Opaque } from "../../value/value";
import { type Hcl, hcl, list, reference, type Template, text, toValue } from "../language/hcl";
import { jsonTemplate } from "../language/trigger-text";
import type { ServiceName } from "../service-names";
import type { ServiceScope } from "../service-scope";
import type { HeldIdentity } from "./held-identity";
import { lazy } from "./lazy";
import type { Refusal } from "./refusals";
import { OTHER_SERVICE_ADVICE } from "./stack-wide";

/** How a resource of an entity is told in a refusal. */
export interface ToldBy {
  /** The attribute that holds the triggers. */
  readonly attribute: string;
  /** The entity in messages. */
  readonly subject: string;
  /** What else of the entity the resource holds; undefined where only Terraform knows it. */
  readonly identity?: HeldIdentity;
  /** Terraform's address of the resource. */
  readonly address: string;
  /** Terraform's address of the entity's last resource. */
  readonly last: string;
}

/** The service of a construct without an `ExperimentationService`. */
const unnamed: ServiceName = { baseUrl: undefined, apiKeyVariable: serviceDefaults.apiKeyVariable };

/**
 * The service at which an entity was created: what its resource keeps of it, and the refusal of another one while Terraform
 * plans. A resource that keeps none passes: a companion keeps that of an entity with one call.
 */
export class Origin {
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
    const trigger = () => toValue(nameTemplate(presentOf(this.names)));
    return this.isKnown ? trigger() : lazy(trigger);
  }

  /**
   * Refuses an entity that was created at another service, or that is another one than the declared. Abridged:
   *
   *     condition     = try(contains(local.experimentation_service_…, self.triggers["service"]), true)
   *                     && try(self.triggers["id"] == "checkout_button", true)
   *     error_message = "experiment \"checkout_button\" (stack/button): it was created as ${try(self.triggers["id"], "")}
   *                     at ${try(self.triggers["service"], "an unknown service")}, not as checkout_button at {…}.
   *                     ${local.experimentation_other_service} \"-replace=…\" \"-target=…\""
   *
   * @returns a function where the service is known only at synth
   */
  refusal(by: ToldBy): Refusal | (() => Refusal) {
    const kept = hcl`${reference("self", by.attribute)}[${SERVICE_TRIGGER}]`;
    const refusal = (): Refusal => {
      const isSameService = hcl`try(${this.isName(kept)}, true)`;
      return {
        condition: by.identity === undefined ? isSameService : hcl`${isSameService} && ${by.identity.isDeclared}`,
        message: text`${by.subject}: ${differenceFrom(presentOf(this.names), kept, by.identity)} ${OTHER_SERVICE_ADVICE} ${remakeOptions(by)}`,
      };
    };
    return this.isKnown ? refusal() : refusal;
  }

  /** Whether what a resource keeps is a name of the service. */
  private isName(kept: Hcl): Hcl {
    const { names } = this;
    const service = this.service();
    if (service !== undefined && presentOf(names).baseUrl !== undefined) {
      return hcl`contains(${reference("local", this.namesOf(service))}, ${kept})`;
    }
    // an address that only the deploy's environment says cannot be compared
    return hcl`contains(${list(variablesOf(names))}, jsondecode(${kept}).apiKeyVariable)`;
  }

  private get names(): readonly ServiceName[] {
    return this.service()?.names ?? [unnamed];
  }
}

/** What differs. Terraform hides a message that depends on a sensitive value, and an address of Terraform's may be one. */
function differenceFrom(present: ServiceName, kept: Hcl, identity: HeldIdentity | undefined): Template {
  if (present.baseUrl instanceof Opaque) {
    const other = identity === undefined ? "" : ` as another ${identity.kind}, or`;
    return text`it was created${other} at another service than the declared one.`;
  }
  const at = hcl`try(${kept}, "an unknown service")`;
  const declaredAt = nameTemplate(present);
  return identity === undefined
    ? text`it was created at ${at}, not at ${declaredAt}.`
    : text`it was created as ${identity.held} at ${at}, not as ${identity.declared} at ${declaredAt}.`;
}

/**
 * The options by which the command of a message makes an entity anew. It leaves all others alone: they may have to be made
 * anew as well, and would be refused. It stands in one line that begins with a space, since Terraform wraps others, so
 * that they could not be pasted.
 */
function remakeOptions({ address, last }: ToldBy): string {
  return `"-replace=${address}" "-target=${last}"`;
}

/** All that an entity of a service may have kept, in Terraform's JSON syntax. */
export function keptNames(names: readonly ServiceName[]): string[] {
  // what was created while only the environment said the address cannot be compared
  const withoutAddress = variablesOf(names).map((apiKeyVariable) => ({ baseUrl: undefined, apiKeyVariable }));
  return [...new Set([...names, ...withoutAddress].map((name) => toValue(nameTemplate(name))))];
}

function presentOf([present = unnamed]: readonly ServiceName[]): ServiceName {
  return present;
}

/** A name as JSON, which can be pasted into `movedFrom`. */
function nameTemplate({ apiKeyVariable, baseUrl }: ServiceName): Template {
  return jsonTemplate(baseUrl === undefined ? { apiKeyVariable } : { apiKeyVariable, baseUrl });
}

function variablesOf(names: readonly ServiceName[]): string[] {
  return [...new Set(names.map(({ apiKeyVariable }) => apiKeyVariable))];
}
