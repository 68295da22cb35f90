import type { Construct } from "constructs";
import type { Strict } from "../declare/warning-names";
import type { triggerAttributes } from "../entity/resource-name";
import type { Fields, Value } from "../value/value";
import type { ServiceName } from "./service-names";

/** What a construct needs to know of its service. */
export interface ServiceScope extends Construct {
  /** The settings as they go into request files. */
  readonly settings: Fields;
  /**
   * What the service is called: its present name first, then those that it had before.
   *
   * @internal
   */
  readonly names: readonly ServiceName[];
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

const SERVICE_BRAND = Symbol.for("cdktf-experimentation.service");

/** Marks a construct as a service, across copies of this package. */
export function markAsService(service: ServiceScope): void {
  Object.defineProperty(service, SERVICE_BRAND, { value: true });
}

/** Whether a value is an `ExperimentationService`. */
export function isService(value: unknown): value is ServiceScope {
  return typeof value === "object" && value !== null && SERVICE_BRAND in value;
}
