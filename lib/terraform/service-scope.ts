import type { Construct } from "constructs";
import { normalBaseUrl } from "../api/base-url";
import { serviceDefaults } from "../api/service-settings";
import type { Strict } from "../declare/warnings";
import type { triggerAttributes } from "../entity/resource-name";
import { type Fields, Opaque, type Value } from "../value/value";

/** What a construct needs to know of its service. */
export interface ServiceScope extends Construct {
  /** The settings as they go into request files. */
  readonly settings: Fields;
  /**
   * What the service is called: its present name first, then those that it had before.
   *
   * @internal
   */
  readonly names: ServiceNames;
  /**
   * The text whose change sends every update again.
   *
   * @internal
   */
  readonly reapplied: Value | undefined;
  /** The type of Terraform resource that represents an entity. */
  readonly resourceType: ResourceTypeName;
  /**
   * Which warnings of its constructs are errors.
   *
   * @internal
   */
  readonly strict: Strict | undefined;
  /**
   * Names of warnings and risks that are acknowledged for all of its constructs.
   *
   * @internal
   */
  readonly acknowledged: readonly string[];
}

export type ResourceTypeName = keyof typeof triggerAttributes;

/** What a service is called: where it is, and with which key a deploy finds its project there. */
export interface ServiceName {
  /** In its normal form, or a value of Terraform's; undefined where only the deploy's environment says it. */
  readonly baseUrl: string | Opaque | undefined;
  readonly apiKeyVariable: string;
}

/** The present name, then the former ones. */
export type ServiceNames = readonly [present: ServiceName, ...former: readonly ServiceName[]];

/** The name of the service of constructs in a stack that declares none. */
export const undeclaredService: ServiceNames = [{ baseUrl: undefined, apiKeyVariable: serviceDefaults.apiKeyVariable }];

/** A name that a service had before. What it leaves out was as it is now. */
interface FormerName {
  readonly baseUrl?: string;
  readonly apiKeyVariable?: string;
}

/** The present name of a service, and those that it had. */
export function serviceNames(
  { baseUrl, apiKeyVariable }: Fields,
  movedFrom: FormerName | readonly FormerName[] = [],
): ServiceNames {
  const present: ServiceName = {
    baseUrl: baseUrl instanceof Opaque ? baseUrl : normal(baseUrl),
    apiKeyVariable: typeof apiKeyVariable === "string" ? apiKeyVariable : serviceDefaults.apiKeyVariable,
  };
  const former = [movedFrom].flat().map((name) => ({
    baseUrl: normal(name.baseUrl) ?? present.baseUrl,
    apiKeyVariable: name.apiKeyVariable ?? present.apiKeyVariable,
  }));
  return [present, ...former];
}

function normal(baseUrl: unknown): string | undefined {
  return typeof baseUrl === "string" ? normalBaseUrl(baseUrl) : undefined;
}

const SERVICE_BRAND = Symbol.for("cdktf-experimentation.service");

/** Marks a construct as a service, across copies of this package. */
export function markAsService(service: ServiceScope): void {
  Object.defineProperty(service, SERVICE_BRAND, { value: true });
}

/** Whether a value is an `ExperimentationService`. */
export function isService(value: unknown): value is ServiceScope {
  return typeof value === "object" && value !== null && SERVICE_BRAND in value;
}
