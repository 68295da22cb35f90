import { AnnotationMetadataEntryType, type ITerraformDependable, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { allDecided, isAcknowledged, isError } from "../declare/acknowledged";
import { warningsOf } from "../declare/declaration";
import { relationWarnings } from "../declare/relation-warnings";
import { type Warning, warningText } from "../declare/warnings";
import type { Entity } from "../entity/entity";
import { fileNameOf } from "../entity/resource-name";
import { REQUESTS_FOLDER } from "../protocol/applier-command";
import { type RequestText, requestFileOf } from "../protocol/request-file";
import { pageLink } from "../text/errors";
import { visible } from "../text/visible";
import { defaultResourceType, type ResourceTypeName } from "./framework";
import { madeFor } from "./language/own-tokens";
import { jsonExpression } from "./language/terraform-value";
import type { Declaration } from "./props/declare";
import type { PlannedService, Services } from "./resources/services";
import type { ServiceScope } from "./service-scope";
import { ServiceChoiceError, serviceChoice } from "./synth-errors";

/** An entity that a construct declares in a stack. */
export class StackEntity {
  readonly entity: Entity;
  /** The service that the construct names, if any. */
  readonly chosenService: ServiceScope | undefined;
  /** The type of Terraform resource that represents the entity. */
  readonly resourceType: ResourceTypeName;
  /** The warnings that it has whatever else is declared. */
  readonly ownWarnings: readonly Warning[];
  private readonly app: AppEntities;
  private readonly shown = new Set<string>();

  constructor(
    readonly construct: Construct & ITerraformDependable,
    private readonly declaration: Declaration,
    private readonly services: Services,
  ) {
    const { entity, service } = declaration;
    this.entity = entity;
    this.chosenService = service;
    // a service of another stack gets its local of names in this stack, too
    if (service !== undefined) services.plannedService(service);
    this.resourceType = (service ?? services.first)?.resourceType ?? defaultResourceType;
    this.ownWarnings = warningsOf(declaration);
    this.app = AppEntities.of(construct);
  }

  /** The service of the entity, which may be declared later than the construct. */
  get service(): ServiceScope | undefined {
    return this.chosenService ?? this.services.only;
  }

  /** The service as plans know it. */
  get plannedService(): PlannedService {
    return this.services.plannedService(this.service);
  }

  /** What tells its service from others of the app: that of another stack is the same only where both are literal. */
  get serviceKey(): string {
    const [present] = this.service?.names ?? [];
    if (typeof present?.baseUrl === "string") return JSON.stringify(present);
    return JSON.stringify([TerraformStack.of(this.construct).node.path, this.service?.node.path]);
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
    if (this.isUnclear) throw new ServiceChoiceError(this.construct.node.path, this.services.paths);
    return this.request.text;
  }

  /** The request file: each resource asks for it. */
  get request(): RequestText {
    return this.requestNow();
  }

  private readonly requestNow = madeFor(
    () => this.service,
    (service): RequestText => {
      const { acknowledged } = this.entity;
      const warnings = acknowledged.length === 0 ? [] : this.app.warningsOf(this);
      return requestFileOf(this.entity, this.terraformAddress, service?.settings ?? {}, jsonExpression, {
        acknowledged: allDecided(this.entity, [...acknowledged, ...(service?.acknowledged ?? [])]),
        withoutWarning: acknowledged.filter((name) => !warnings.some((warning) => isAcknowledged(warning, [name]))),
      });
    },
  );

  /** The warnings that neither the construct nor its service acknowledges. */
  get openWarnings(): readonly Warning[] {
    const acknowledged = [...this.entity.acknowledged, ...(this.service?.acknowledged ?? [])];
    return this.app.warningsOf(this).filter((warning) => !isAcknowledged(warning, acknowledged));
  }

  /** Has synth show a warning, once. */
  show({ name, text, path }: Warning): void {
    this.annotate(warningText(name, this.located(text, path)));
  }

  /** Has synth show a text, once. */
  annotate(text: string): void {
    if (this.shown.has(text)) return;
    this.shown.add(text);
    this.construct.node.addMetadata(AnnotationMetadataEntryType.WARN, text);
  }

  /** What synth refuses: that it is not clear which service is its, and the open warnings that are errors. */
  get refusals(): string[] {
    const choice = this.isUnclear ? [`${serviceChoice(this.services.paths)} (${pageLink("service")})`] : [];
    return [...choice, ...this.strictWarnings];
  }

  /** Whether it names no service in a stack that has several. */
  private get isUnclear(): boolean {
    return this.chosenService === undefined && this.services.paths.length > 1;
  }

  private get strictWarnings(): string[] {
    const asked = [this.declaration.settings.strict, this.service?.strict];
    if (!asked.some(Boolean)) return [];
    return this.openWarnings
      .filter((warning) => asked.some((strict) => isError(warning, strict)))
      .map(
        ({ name, text, path }) =>
          `${this.located(text, path)} [an error because of strict; to accept it: acknowledge: ["${name}"]]`,
      );
  }

  /** A text behind the place in a file that it is about: the path of the construct says little to those who wrote the file. */
  private located(text: string, path: Warning["path"]): string {
    const place = this.declaration.placeAt?.(path);
    return place === undefined ? text : `${visible(place)}: ${text}`;
  }
}

const apps = new WeakMap<IConstruct, AppEntities>();

/** The entities of all stacks of an app, and their warnings: some come of how entities relate, whichever is declared first. */
export class AppEntities {
  /** Those of the app that contains a construct. */
  static of({ node: { root } }: IConstruct): AppEntities {
    const known = apps.get(root) ?? new AppEntities();
    apps.set(root, known);
    return known;
  }

  private readonly all: StackEntity[] = [];
  private related: ReadonlyMap<Entity, readonly Warning[]> | undefined;

  add(entity: StackEntity): void {
    this.all.push(entity);
    this.related = undefined;
  }

  /** Has the entities compared again: another service may be theirs. */
  compareAgain(): void {
    this.related = undefined;
  }

  /** All warnings of an entity, also those that are acknowledged. */
  warningsOf({ entity, ownWarnings }: StackEntity): readonly Warning[] {
    this.related ??= relationWarnings(this.all.map((each) => ({ entity: each.entity, service: each.serviceKey })));
    return [...ownWarnings, ...(this.related.get(entity) ?? [])];
  }
}
