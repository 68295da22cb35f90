import type { Endpoint } from "../api/resource";
import { resourceOf } from "../api/resources";
import type { Action, CallRequest } from "./request-file";

/** The endpoint that an action's call is for, or undefined where the kind has none such. */
export function endpointOf(
  kind: string,
  action: Action,
  { method, path }: Pick<CallRequest, "method" | "path">,
): Endpoint | undefined {
  const { create, update, upsert = [] } = resourceOf(kind) ?? {};
  const candidates = action === "update" ? [update] : [create, ...upsert];
  return candidates.find((endpoint) => endpoint?.method === method && endpoint.path === path);
}
