import type { ITerraformDependable } from "cdktf";
import type { Construct } from "constructs";
import type { Entity } from "../entity/entity";
import { fileNameOf } from "../entity/resource-name";
import { REQUESTS_FOLDER } from "../protocol/command";
import { type RequestText, requestFileOf } from "../protocol/request-file";
import type { Declaration } from "./declare/declare";
import { defaultResourceType } from "./framework";
import { jsonExpression } from "./language/terraform-value";
import type { ResourceTypeName, ServiceScope } from "./service-scope";
import type { Services } from "./services";
import { ConstructWarnings } from "./warnings/construct-warnings";

/** A construct that has a request file in its stack. */
export class Requester {
  readonly entity: Entity;
  /** The service that the construct names, if any. */
  readonly chosenService: ServiceScope | undefined;
  /** The type of Terraform resource that represents the entity. */
  readonly resourceType: ResourceTypeName;
  readonly warnings: ConstructWarnings;
  private written: { readonly service: ServiceScope | undefined; readonly request: RequestText } | undefined;

  constructor(
    readonly construct: Construct & ITerraformDependable,
    { entity, settings, service }: Pick<Declaration, "entity" | "settings" | "service">,
    private readonly services: Services,
  ) {
    this.entity = entity;
    this.chosenService = service;
    this.resourceType = (service ?? services.first)?.resourceType ?? defaultResourceType;
    construct.node.addValidation({ validate: () => (this.chosenService ? [] : services.choiceProblems()) });
    this.warnings = new ConstructWarnings(construct, entity.acknowledged, settings.strict, () => this.service);
    services.whenAdded(() => this.warnings.withdrawAcknowledged());
  }

  /** The service of the entity, which may be declared later than the construct. */
  get service(): ServiceScope | undefined {
    return this.chosenService ?? this.services.only;
  }

  /** Terraform's address of the resource that creates the entity. */
  get terraformAddress(): string {
    return `${this.resourceType}.${this.entity.identity.resourceName}`;
  }

  /** The path of the request file, from the stack's folder. */
  get requestPath(): string {
    return `${REQUESTS_FOLDER}/${fileNameOf(this.entity.identity.resourceName)}.json`;
  }

  /**
   * The text of the request file.
   *
   * @throws ServiceChoiceError when it is not clear where the requests go
   */
  get requestText(): string {
    if (this.chosenService === undefined) this.services.requireChoice(this.construct);
    return this.request.text;
  }

  /** The request file, made once for a service: each resource asks for it, and cdktf resolves a stack more than once. */
  get request(): RequestText {
    const { service, written } = this;
    if (written !== undefined && written.service === service) return written.request;
    const { acknowledged } = this.entity;
    const request = requestFileOf(this.entity, this.terraformAddress, service?.settings ?? {}, jsonExpression, {
      acknowledged: [...acknowledged, ...(service?.acknowledged ?? [])],
      withoutWarning: acknowledged.filter((name) => !this.warnings.has(name)),
    });
    this.written = { service, request };
    return request;
  }
}
