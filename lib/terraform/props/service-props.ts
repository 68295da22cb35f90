import { Token } from "cdktf";
import type { Construct } from "constructs";
import * as z from "zod";
import { baseAddress, normalBaseUrl } from "../../api/base-url";
import { isObject } from "../../api/describe";
import { isSecretAt } from "../../api/field-markers";
import { onePerPlace, type Problem, problemsOf } from "../../api/problems";
import { serviceSettings } from "../../api/service-settings";
import { defaultResourceType } from "../framework";
import type { ServiceScope } from "../service-scope";
import { InvalidPropsError } from "../synth-errors";
import { strictSetting } from "../warnings/strict";
import { notProps, STRICT_KNOWN } from "./check-props";
import { type DeferredFields, deferredValuesOf } from "./deferred-value";
import { resolveProps, unusableText } from "./resolve-props";

/** The props of a service: how a deploy reaches it, and which resources represent its entities. */
export const serviceProps = serviceSettings.extend({
  /**
   * Former `baseUrl` of the same service, which has moved to the one given. Without it, a plan refuses a `baseUrl`
   * other than the one that the stack was deployed to. Remove it after the deploy.
   */
  movedFrom: baseAddress().optional(),
  /** Any text. Changing it sends every update of the service's constructs again. */
  reapply: z.string().optional(),
  /**
   * The type of Terraform resource that represents an entity: `null_resource` of the null provider, or
   * `terraform_data`, which is part of Terraform. When left out: `null_resource`, and `terraform_data` with
   * `cdktf-experimentation/cdktn`.
   */
  resourceType: z.enum(["null_resource", "terraform_data"]).optional(),
  /**
   * Warnings that are errors at synth, on every construct of the service: `true` for all, or a list of names. A warning
   * that a construct acknowledges is not an error.
   */
  strict: strictSetting.optional(),
});

export type ServiceProps = z.input<typeof serviceProps>;

/**
 * Checks and resolves the settings of a service. Only `baseUrl`, `respectReviewSettings` and `reapply` may be tokens.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkService(
  construct: Construct,
  props: ServiceProps,
): Pick<ServiceScope, "address" | "movedFrom" | "reapply" | "resourceType" | "strict"> & {
  readonly fields: DeferredFields;
} {
  const refuse = (problems: readonly Problem[]) =>
    new InvalidPropsError(construct.node.path, "service", props, problems, (path) => isSecretAt(serviceProps, path));
  if (!isObject(props)) throw refuse([notProps]);
  const { movedFrom, reapply, resourceType = defaultResourceType, strict, ...given } = props;
  const { json, problems: unusable } = resolveProps(given, serviceSettings);
  const fields = (json ?? {}) as DeferredFields;
  const isToken = (path: readonly PropertyKey[]) => Token.isUnresolved(props[path[0] as keyof ServiceProps]);
  const unknown = deferredValuesOf(fields)
    .filter(
      ({ path: [name], deferredValue }) =>
        !(name === "respectReviewSettings" || (name === "baseUrl" && !deferredValue.fromEnvironment)),
    )
    .map(({ path }) => ({ path, allowed: "a value that is known at synth" }));
  if (Token.isUnresolved(strict)) unknown.push({ path: ["strict"], allowed: STRICT_KNOWN });
  const ofRules = problemsOf(serviceProps, props, isToken).map(withoutKey);
  const problems = onePerPlace(ofRules, [...unusable, ...unusableText("reapply", reapply), ...unknown]);
  if (problems.length > 0) throw refuse(problems);
  const normal = (url: unknown) => (typeof url === "string" ? normalBaseUrl(url) : undefined);
  const address = normal(fields.baseUrl);
  const former = normal(movedFrom);
  if (former !== undefined && (address === undefined || address === former)) {
    throw refuse([
      { path: ["movedFrom"], allowed: "the former address, together with a different baseUrl that is known at synth" },
    ]);
  }
  return { fields, address, movedFrom: former, reapply, resourceType, strict };
}

/** The problem, with advice where the key itself was given as an unknown field. */
function withoutKey(problem: Problem): Problem {
  if (!problem.unknown || !/(key|token|secret|password)$/i.test(String(problem.path[0]))) return problem;
  const advice = "the key is never in code; apiKeyVariable names the environment variable that holds it";
  return { ...problem, allowed: `unknown field; ${advice}` };
}
