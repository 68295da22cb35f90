import type { Construct } from "constructs";
import type { Entity } from "../../entity/entity";
import { resourceNameOf, SERVICE_TRIGGER } from "../../entity/resource-name";
import { labelOf } from "../../text/names";
import { Opaque } from "../../value/value";
import { type Hcl, hcl, list, reference, type Template, text, toValue } from "../language/hcl";
import { jsonTemplate, triggerOf } from "../language/terraform-value";
import { type ServiceName, type ServiceNames, type ServiceScope, serviceNames } from "../service-scope";
import { type Refusal, subjectOf } from "./guard";
import { declareLocal, OTHER_SERVICE_ADVICE } from "./stack-wide";

/** The service of an entity, as a plan knows it. */
export interface PlannedService {
  readonly names: ServiceNames;
  /** Terraform's name of the local that lists `keptNames`; undefined where the stack declares no service. */
  readonly local: string | undefined;
}

const UNDECLARED: PlannedService = { names: serviceNames({}), local: undefined };

/** The services of one stack, and which of them a construct belongs to. */
export class Services {
  private readonly all: ServiceScope[] = [];
  private readonly planned = new Map<ServiceScope, PlannedService>();

  /** @param scope of what the stack keeps about its services */
  constructor(private readonly scope: Construct) {}

  add(service: ServiceScope): void {
    this.all.push(service);
    this.plannedService(service);
  }

  /** The service of a construct that names none: the only one of the stack, or undefined. */
  get only(): ServiceScope | undefined {
    return this.all.length === 1 ? this.all[0] : undefined;
  }

  /** The service that was declared first; undefined as long as none is. */
  get first(): ServiceScope | undefined {
    return this.all[0];
  }

  get paths(): string[] {
    return this.all.map((service) => service.node.path);
  }

  /** A service as plans of the stack know it, which may be of another stack. The first use makes a local of its names. */
  plannedService(service: ServiceScope | undefined): PlannedService {
    if (service === undefined) return UNDECLARED;
    const known = this.planned.get(service);
    if (known !== undefined) return known;
    const { names } = service;
    const local = resourceNameOf("experimentation_service", [service.node.path]);
    declareLocal(this.scope, local, keptNames(names));
    const planned = { names, local };
    this.planned.set(service, planned);
    return planned;
  }
}

/** A resource that refuses to be of another service. */
interface OfService {
  readonly entity: Entity;
  /** The attribute that holds its triggers. */
  readonly attribute: string;
  /** Terraform's address of the resource, and of the entity's last one. */
  readonly address: string;
  readonly last: string;
  /** Whether it also refuses to be of another entity than the declared. */
  readonly isOfIdentity: boolean;
}

/** What a resource keeps of the service at which its entity is created, in Terraform's JSON syntax. */
export function originTrigger({ names: [present] }: PlannedService): string {
  return toValue(nameTemplate(present));
}

/** All that a resource of a service may have kept, in Terraform's JSON syntax. */
function keptNames(names: ServiceNames): string[] {
  // what was created while only the environment said the address cannot be compared
  const withoutAddress = variablesOf(names).map((apiKeyVariable) => ({ apiKeyVariable }));
  return [...new Set([...names, ...withoutAddress].map((name) => toValue(nameTemplate(name))))];
}

/**
 * Refuses, while Terraform plans, an entity that was created at another service. A resource that keeps none passes. With
 * `terraform state mv`, a resource may also hold another entity than the declared, over which an update would write, whoever
 * made it. Abridged:
 *
 *     condition     = <isOfService> && try(self.triggers["id"] == "checkout_button", true)
 *     error_message = "experiment \"checkout_button\" (stack/button): it was created as ${try(self.triggers["id"], "")}
 *                     at ${try(self.triggers["service"], "an unknown service")}, not as checkout_button at {…}.
 *                     ${local.experimentation_other_service} \"-replace=…\" \"-target=…\""
 *
 *     <isOfService> is try(contains(local.experimentation_service_…, self.triggers["service"]), true)
 */
export function originRefusal(service: PlannedService, resource: OfService): Refusal {
  const { entity, attribute, address, last } = resource;
  const kept = hcl`${reference("self", attribute)}[${SERVICE_TRIGGER}]`;
  const isOfService = hcl`try(${isNameOf(service, kept)}, true)`;
  const identity = heldIdentity(resource);
  // The command of the advice leaves all other entities alone: they may have to be made anew as well, and would be refused. It
  // stands in one line that begins with a space, since Terraform wraps others, so that they could not be pasted.
  const options = `"-replace=${address}" "-target=${last}"`;
  return {
    condition: identity === undefined ? isOfService : hcl`${isOfService} && ${identity.isDeclared}`,
    message: text`${subjectOf(entity)}: ${differenceFrom(service, kept, entity, identity?.held)} ${OTHER_SERVICE_ADVICE} ${options}`,
  };
}

/** Whether what a resource keeps is a name of the service. */
function isNameOf({ names, local }: PlannedService, kept: Hcl): Hcl {
  const [present] = names;
  // an address that only the deploy's environment says cannot be compared
  return local === undefined || present.baseUrl === undefined
    ? hcl`contains(${list(variablesOf(names))}, jsondecode(${kept}).apiKeyVariable)`
    : hcl`contains(${reference("local", local)}, ${kept})`;
}

/**
 * What differs. Terraform hides a message that depends on a sensitive value, and an address of Terraform's may be one.
 *
 * @param held the identity that the resource holds, if that is compared, too
 */
function differenceFrom(
  { names: [present] }: PlannedService,
  kept: Hcl,
  { kind, identity }: Entity,
  held: Hcl | undefined,
): Template {
  if (present.baseUrl instanceof Opaque) {
    const other = held === undefined ? "" : ` as another ${labelOf(kind.name)}, or`;
    return text`it was created${other} at another service than the declared one.`;
  }
  const at = hcl`try(${kept}, "an unknown service")`;
  const declaredAt = nameTemplate(present);
  return held === undefined
    ? text`it was created at ${at}, not at ${declaredAt}.`
    : text`it was created as ${held} at ${at}, not as ${String(identity.text)} at ${declaredAt}.`;
}

/**
 * The identity that a resource holds, as text, and whether it is the declared one. An identity that only Terraform knows
 * replaces the resource instead.
 */
function heldIdentity({ entity: { fields, identity }, attribute, isOfIdentity }: OfService) {
  if (!isOfIdentity || typeof identity.text !== "string") return undefined;
  const self = reference("self", attribute);
  const conditions = identity.fields.map((field) => {
    const declared = fields[field];
    return declared === undefined
      ? hcl`!can(${self}[${field}])`
      : hcl`try(${self}[${field}] == ${triggerOf(declared).template}, true)`;
  });
  const texts = identity.fields.map((field) => hcl`try(${self}[${field}], "")`);
  const [only, ...others] = texts;
  return {
    isDeclared: conditions.reduce((all, each) => hcl`${all} && ${each}`),
    held: only !== undefined && others.length === 0 ? only : hcl`join("/", compact(${list(texts)}))`,
  };
}

/** A name as JSON, which can be pasted into `movedFrom`. */
function nameTemplate({ apiKeyVariable, baseUrl }: ServiceName): Template {
  return jsonTemplate(baseUrl === undefined ? { apiKeyVariable } : { apiKeyVariable, baseUrl });
}

function variablesOf(names: ServiceNames): string[] {
  return [...new Set(names.map(({ apiKeyVariable }) => apiKeyVariable))];
}
