import { assignmentSource } from "./assignment-source-schema";
import { experiment } from "./experiment-schema";
import { ingestionSource } from "./ingestion-source-schema";
import { metricSource } from "./metric-source-schema";
import { promptVersion } from "./prompt-version-schema";
import type { Resource } from "./resource";
import { segment } from "./segment-schema";

/** Every kind of entity that the service keeps, each with its own type. */
export const everyResource = [
  experiment,
  metricSource,
  assignmentSource,
  segment,
  ingestionSource,
  promptVersion,
] as const;

/** Every kind of entity that the service keeps. */
export const resources: readonly Resource[] = everyResource;

/** The kind of that name, or undefined. */
export function resourceOf(kind: string): Resource | undefined {
  return resources.find((resource) => resource.kind === kind);
}
