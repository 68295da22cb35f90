import { fileNameOf } from "../protocol/resource-name";
import type { SynthesisedRequest } from "./entity";
import type { ConfiguredResource, Plan } from "./plan";
import { UnusablePlanError } from "./review-errors";

/** What a provisioner's command says of its request: digest and file. */
const REQUEST = /\b([0-9a-f]{64}) \$\{path\.module\}\/requests\/([^"/]+\.json)/;

/**
 * Refuses a plan that was made of other requests than these.
 *
 * @throws UnusablePlanError that names the constructs
 */
export function requireSameSynthesis(plan: Plan, requests: readonly SynthesisedRequest[]): void {
  const resources = plan.configuration?.root_module?.resources ?? [];
  const planned = new Map(resources.flatMap(requestsIn));
  const names = new Set(resources.map(({ name }) => `${fileNameOf(name)}.json`));
  const known = new Map(requests.map((each) => [each.file, each]));
  const changed = requests
    .filter(({ file, digest }) => !names.has(file) || (planned.get(file) ?? digest) !== digest)
    .map(({ request }) => request.construct);
  const gone = [...planned.keys()].filter((file) => !known.has(file)).map((file) => `requests/${file}`);
  if (changed.length + gone.length === 0) return;
  throw new UnusablePlanError("the plan was made of another synthesis than the one that is there now", [
    ...few(changed).map((construct) => `${construct} is not as it was planned`),
    ...few(gone).map((file) => `${file} was planned, and is not there`),
  ]);
}

/** Whether the plan tells which requests it was made of: that of a stack in Terraform's own language does not. */
export function tellsRequests(plan: Plan, requests: readonly SynthesisedRequest[]): boolean {
  const called = requests.some(({ request }) => Object.keys(request.calls).length > 0);
  return !called || (plan.configuration?.root_module?.resources ?? []).some((each) => requestsIn(each).length > 0);
}

function requestsIn({ provisioners = [] }: ConfiguredResource): [string, string][] {
  return provisioners.flatMap(({ expressions }): [string, string][] => {
    const command = expressions?.command?.constant_value;
    const [, digest, file] = (typeof command === "string" && REQUEST.exec(command)) || [];
    return digest === undefined || file === undefined ? [] : [[file, digest]];
  });
}

function few(lines: readonly string[]): readonly string[] {
  return lines.length <= 10 ? lines : lines.slice(0, 10);
}
