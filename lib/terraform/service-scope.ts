import type { Construct } from "constructs";
import type { Strict } from "../declare/warnings";
import { type DeclaredService, declaredService } from "../protocol/declared-service";
import type { ServiceRequest } from "../protocol/request-file";
import { Opaque, type Value } from "../value/value";
import type { ResourceTypeName } from "./framework";

/** What a construct needs to know of its service. */
export interface ServiceScope extends Construct {
  /**
   * The settings as they go into request files.
   *
   * @internal
   */
  readonly settings: ServiceRequest;
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

/**
 * What a service is called. Terraform may know the base URL.
 *
 * @internal
 */
export type ServiceName = DeclaredService<string | Opaque>;

/**
 * The present name, then the former ones.
 *
 * @internal
 */
export type ServiceNames = readonly [present: ServiceName, ...former: readonly ServiceName[]];

/**
 * The present name of a service, and those that it had: what one leaves out was as it is now.
 *
 * @internal
 */
export function serviceNames(
  settings: ServiceRequest,
  movedFrom: Partial<DeclaredService> | readonly Partial<DeclaredService>[] = [],
): ServiceNames {
  const present = serviceName(settings);
  return [present, ...[movedFrom].flat().map((former) => serviceName({ ...present, ...former }))];
}

function serviceName(service: ServiceRequest): ServiceName {
  const { baseUrl } = service;
  return { ...declaredService({ service }), ...(baseUrl instanceof Opaque && { baseUrl }) };
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
