import type { Endpoint } from "../api/resource";
import { resourceOf } from "../api/resources";
import type { Action, CallRequest } from "./request-file";

/** The endpoint of an action's call, or undefined if the kind has no such endpoint. */
export function endpointOf(
  kind: string,
  action: Action,
  { method, path }: Pick<CallRequest, "method" | "path">,
): Endpoint | undefined {
  const { create, update, upsert = [] } = resourceOf(kind) ?? {};
  const candidates = action === "update" ? [update] : [create, ...upsert];
  return candidates.find((endpoint) => endpoint?.method === method && endpoint.path === path);
}
