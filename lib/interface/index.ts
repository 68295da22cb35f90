import { assignmentSource } from "./assignment-source";
import { experiment } from "./experiment";
import { ingestionSource } from "./ingestion-source";
import { metricSource } from "./metric-source";
import { promptVersion } from "./prompt-version";
import type { Resource } from "./resource";
import { segment } from "./segment";

/** Every kind of thing that the service keeps. */
export const resources: readonly Resource[] = [
  experiment,
  metricSource,
  assignmentSource,
  segment,
  ingestionSource,
  promptVersion,
];

/** The kind of that name, or undefined. */
export function resourceOf(kind: string): Resource | undefined {
  return resources.find((resource) => resource.kind === kind);
}
