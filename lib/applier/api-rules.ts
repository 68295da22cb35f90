import { problemsOf, problemText, valueAt } from "../api/problems";
import { fitsNoPath, missingFields, PATH_TEXT } from "../api/resource";
import { resourceOf } from "../api/resources";
import { fromWire } from "../api/service-settings";
import { endpointOf } from "../protocol/endpoint-of";
import type { Action, CallRequest, RequestFile } from "../protocol/request-file";

export { apiWords } from "../api/api-words";

/**
 * Checks a call after its deferred values were filled in, by the rules that synth could not apply yet.
 *
 * @returns one line for each problem. Values are not shown: any of them may be a secret.
 */
export function checkCall(kind: string, action: Action, call: CallRequest, vendor: string): string[] {
  const endpoint = endpointOf(kind, action, call);
  if (endpoint === undefined) return [`the applier has no endpoint ${call.method} ${call.path}`];
  const body = fromWire(call.body, vendor);
  return [
    ...problemsOf(endpoint.body, body).map((problem) => problemText(problem, valueAt(body, problem.path), true)),
    ...Object.entries(call.parameters)
      .filter(([, value]) => typeof value !== "string" || fitsNoPath(value))
      .map(([name]) => `${endpoint.parameters[name] ?? name}: allowed: ${PATH_TEXT}`),
  ];
}

/** The fields that an update requires and the request does not have; none where the kind has no update. */
export function missingForUpdate({ kind, calls }: RequestFile): string[] {
  const update = resourceOf(kind)?.update;
  return update === undefined ? [] : missingFields(update.body, calls.create?.body ?? {});
}

/** The fields that identify an entity of a kind. */
export function identityOf(kind: string): readonly string[] {
  return resourceOf(kind)?.identity ?? [];
}

/** Whether a second create of an entity may make a duplicate. */
export function mayDuplicate(kind: string): boolean {
  return resourceOf(kind)?.mayDuplicate === true;
}

/** Every field of a kind. */
export function fieldsOf(kind: string): readonly string[] {
  return Object.keys(resourceOf(kind)?.fields.shape ?? {});
}

/** The fields that an update of the kind accepts. */
export function updatableFields(kind: string): readonly string[] {
  return Object.keys(resourceOf(kind)?.update?.body.shape ?? {});
}
