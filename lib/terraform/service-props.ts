import { Token } from "cdktf";
import type { Construct } from "constructs";
import * as z from "zod";
import { isSecretAt } from "../interface/markers";
import { onePerPlace, type Problem, problemsOf } from "../interface/problems";
import { baseAddress, normalBaseUrl, serviceSettings } from "../interface/service";
import { InvalidPropsError } from "./errors";
import { type Fields, holesOf } from "./hole";
import { isProps, notProps } from "./props";
import type { ServiceScope } from "./service-scope";
import { settle, unusableText } from "./settle";

/** What a service takes: how a deploy reaches it, and how its things stand in Terraform. */
export const serviceProps = serviceSettings.extend({
  /**
   * Former `baseUrl` of the same service, which has moved to the one given. Without it, a plan refuses another `baseUrl`
   * than the one that the stack was deployed to. May go after the deploy.
   */
  movedFrom: baseAddress().optional(),
  /** Any text: changing it sends every update of the service's constructs again. */
  reapply: z.string().optional(),
  /**
   * The kind of Terraform resource that stands for a thing: `null_resource` of the null provider, or `terraform_data`,
   * which Terraform brings along. `null_resource` when left out.
   */
  resourceType: z.enum(["null_resource", "terraform_data"]).optional(),
});

export type ServiceProps = z.input<typeof serviceProps>;

/**
 * Checks the settings of a service, and takes them apart. Only `baseUrl`, `respectReviewSettings` and `reapply` may be tokens.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkService(
  construct: Construct,
  props: ServiceProps,
): Pick<ServiceScope, "address" | "movedFrom" | "reapply" | "resourceType"> & { readonly fields: Fields } {
  const refuse = (problems: readonly Problem[]) =>
    new InvalidPropsError(construct.node.path, "service", props, problems, (path) => isSecretAt(serviceProps, path));
  if (!isProps(props)) throw refuse([notProps]);
  const { movedFrom, reapply, resourceType = "null_resource", ...given } = props;
  const { tree, problems: unusable } = settle(given, serviceSettings);
  const fields = (tree ?? {}) as Fields;
  const isToken = (path: readonly PropertyKey[]) => Token.isUnresolved(props[path[0] as keyof ServiceProps]);
  const unknown = holesOf(fields)
    .filter(
      ({ path: [name], hole }) => !(name === "respectReviewSettings" || (name === "baseUrl" && !hole.fromEnvironment)),
    )
    .map(({ path }) => ({ path, allowed: "a value that is known at synth" }));
  const ofRules = problemsOf(serviceProps, props, isToken).map(withoutKey);
  const problems = onePerPlace(ofRules, [...unusable, ...unusableText("reapply", reapply), ...unknown]);
  if (problems.length > 0) throw refuse(problems);
  const normal = (url: unknown) => (typeof url === "string" ? normalBaseUrl(url) : undefined);
  const address = normal(fields.baseUrl);
  const former = normal(movedFrom);
  if (former !== undefined && (address === undefined || address === former)) {
    throw refuse([
      { path: ["movedFrom"], allowed: "the former address, beside a baseUrl that is another and known at synth" },
    ]);
  }
  return { fields, address, movedFrom: former, reapply, resourceType };
}

/** Where the key itself was given, what to give instead. */
function withoutKey(problem: Problem): Problem {
  if (!problem.unknown || !/(key|token|secret|password)$/i.test(String(problem.path[0]))) return problem;
  const advice = "the key is never in code; apiKeyVariable names the environment variable that holds it";
  return { ...problem, allowed: `unknown field; ${advice}` };
}
