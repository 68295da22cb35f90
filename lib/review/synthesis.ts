import { fileNameOf } from "../entity/resource-name";
import { requestNamedIn } from "../protocol/command";
import { type ConfiguredResource, configuredResources, type Plan, UnusablePlanError } from "./plan";
import type { SynthesisedRequest } from "./planned-entity";

/** Most constructs, and most files, that a refusal names. */
const MOST_NAMED = 10;

/**
 * Refuses a plan that was made of other requests than these.
 *
 * @throws UnusablePlanError that names the constructs
 */
export function requireSameSynthesis(stack: string, plan: Plan, requests: readonly SynthesisedRequest[]): void {
  const resources = configuredResources(plan);
  const planned = plannedRequests(resources);
  const names = new Set(resources.map(({ name }) => `${fileNameOf(name)}.json`));
  const known = new Map(requests.map((each) => [each.file, each]));
  const changed = requests
    .filter(({ file, digest, request }) =>
      request.steps.length === 0 ? !names.has(file) : planned.get(file) !== digest,
    )
    .map(({ request }) => request.construct);
  const gone = [...planned.keys()].filter((file) => !known.has(file)).map((file) => `requests/${file}`);
  if (changed.length + gone.length === 0) return;
  throw new UnusablePlanError(stack, "the plan was made from another synthesis than the present one", [
    ...changed.slice(0, MOST_NAMED).map((construct) => `${construct} is not as it was planned`),
    ...gone.slice(0, MOST_NAMED).map((file) => `${file} was planned, and is not there`),
  ]);
}

/** The digests of the requests that the commands of a plan name, by their files. */
function plannedRequests(resources: readonly ConfiguredResource[]): ReadonlyMap<string, string> {
  const commands = resources
    .flatMap(({ provisioners = [] }) => provisioners)
    .map(({ expressions }) => expressions?.command?.constant_value);
  const named = commands.flatMap((command) => (typeof command === "string" ? (requestNamedIn(command) ?? []) : []));
  return new Map(named.map(({ file, digest }) => [file, digest]));
}
