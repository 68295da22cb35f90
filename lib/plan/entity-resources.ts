import type { Kind } from "../api/kind";
import type { Request } from "../protocol/request-file";
import type { PlannedResource } from "./plan";
import type { TriggerType } from "./triggers";

/** The resources of an entity, and its request where it is declared. */
export interface EntityResources {
  /** The Terraform name of its record. */
  readonly name: string;
  readonly type: TriggerType;
  readonly kind: Kind;
  /** Whether it is only tried out: there is no such entity in the service. */
  readonly isDryRun: boolean;
  /** What the plan does with "it exists", or with the one resource of a kind that needs no more. */
  readonly record?: PlannedResource;
  /** What the plan does with "it looks like this now". */
  readonly revision?: PlannedResource;
  /** What keeps the service of an entity whose record is replaced with every change. */
  readonly keeper?: PlannedResource;
  readonly request?: Request;
}
