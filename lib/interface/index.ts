import { assignmentSource } from "./assignment-source";
import { experiment } from "./experiment";
import { ingestionSource } from "./ingestion-source";
import { metricSource } from "./metric-source";
import { promptVersion } from "./prompt-version";
import type { Action, CallRequest } from "./request";
import type { Endpoint, Resource } from "./resource";
import { segment } from "./segment";

/** Every kind of entity that the service keeps, each with its own name as its type. */
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

/** The endpoint that an action's call is for, or undefined where the kind has none such. */
export function endpointOf(
  kind: string,
  action: Action,
  { method, path }: Pick<CallRequest, "method" | "path">,
): Endpoint | undefined {
  const { create, update, put = [] } = resourceOf(kind) ?? {};
  const candidates = action === "update" ? [update] : [create, ...put];
  return candidates.find((endpoint) => endpoint?.method === method && endpoint.path === path);
}
