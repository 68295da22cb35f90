import { Token } from "cdktf";
import type { Construct } from "constructs";
import * as z from "zod";
import { onePerPlace, problemsOf } from "../interface/problems";
import { serviceSettings } from "../interface/service";
import { InvalidPropsError } from "./errors";
import { type Fields, holesOf } from "./hole";
import type { ServiceScope } from "./service-scope";
import { settle } from "./settle";

/** What a service takes: how a deploy reaches it, and how its things stand in Terraform. */
export const serviceProps = serviceSettings.extend({
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
 * Checks the settings of a service. Only `baseUrl`, `respectReviewSettings` and `reapply` may be tokens.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkService(
  construct: Construct,
  props: ServiceProps,
): Pick<ServiceScope, "reapply" | "resourceType"> & { readonly fields: Fields } {
  const { reapply, resourceType = "null_resource", ...given } = props;
  const { tree, problems: unusable } = settle(given, serviceSettings);
  const fields = (tree ?? {}) as Fields;
  const isToken = (path: readonly PropertyKey[]) => Token.isUnresolved(props[path[0] as keyof ServiceProps]);
  const unknown = holesOf(fields)
    .filter(
      ({ path: [name], hole }) => !(name === "respectReviewSettings" || (name === "baseUrl" && !hole.fromEnvironment)),
    )
    .map(({ path }) => ({ path, allowed: "a value that is known at synth" }));
  const problems = onePerPlace(problemsOf(serviceProps, props, isToken), [...unusable, ...unknown]);
  if (problems.length > 0) throw new InvalidPropsError(construct.node.path, "service", props, problems);
  return { fields, reapply, resourceType };
}
