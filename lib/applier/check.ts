import { resourceOf } from "../interface";
import { describeKind } from "../interface/describe";
import { pathText } from "../interface/field-path";
import { problemsOf, valueAt } from "../interface/problems";
import type { Action, CallRequest } from "../interface/request";
import type { Endpoint } from "../interface/resource";
import { fromWire } from "../interface/service";

/**
 * Checks a call whose holes have been filled, by the rules that synth could not apply yet.
 *
 * @returns one line for each problem. Values are not shown: any of them may be a secret.
 */
export function checkCall(kind: string, action: Action, call: CallRequest, vendor: string): string[] {
  const endpoint = endpointOf(kind, action, call);
  if (endpoint === undefined) return [`this applier knows no ${call.method} ${call.path}`];
  const body = fromWire(call.body, vendor);
  return [
    ...problemsOf(endpoint.body, body).map((problem) => {
      const path = pathText(problem.path);
      if (problem.unknown || problem.allowed === "required") return `${path}: ${problem.allowed}`;
      return `${path}: given ${describeKind(valueAt(body, problem.path))}; allowed: ${problem.allowed}`;
    }),
    ...Object.entries(call.parameters)
      .filter(([, value]) => typeof value !== "string" || ["", ".", ".."].includes(value))
      .map(([name]) => `${endpoint.parameters[name] ?? name}: allowed: text other than "", "." and ".."`),
  ];
}

function endpointOf(kind: string, action: Action, call: CallRequest): Endpoint | undefined {
  const resource = resourceOf(kind);
  if (resource === undefined) return undefined;
  const candidates = action === "update" ? [resource.update] : [resource.create, ...(resource.put ?? [])];
  return candidates.find((endpoint) => endpoint?.method === call.method && endpoint.path === call.path);
}
