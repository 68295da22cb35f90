import type { Construct } from "constructs";
import * as z from "zod";
import { isSecretAt, mayHoldSecret } from "../../api/field-types";
import { notProps, onePerPlace, type Problem, problemsOf } from "../../api/problems";
import { serviceDefaults, serviceSettings } from "../../api/service-settings";
import { isOpaqueAt } from "../../declare/declaration";
import { acknowledgeSetting, strictSetting } from "../../declare/warnings";
import { isFields, opaqueIn, type Value } from "../../value/value";
import { defaultResourceType } from "../framework";
import { type ServiceScope, serviceNames } from "../service-scope";
import { InvalidPropsError } from "../synth-errors";
import { resolveProps } from "./resolve-props";

const formerName = serviceSettings
  .pick({ baseUrl: true, apiKeyVariable: true })
  .refine((name) => Object.values(name).some((part) => part !== undefined), "a baseUrl, an apiKeyVariable, or both");

/** The props of a service: how a deploy reaches it, and which resources represent its entities. */
export const serviceProps = serviceSettings.extend({
  /**
   * What the same service was called before: a former `baseUrl`, `apiKeyVariable` or both, or a list of such objects. What an
   * object leaves out was as it is now.
   */
  // what is not the name of a variable is most likely the key itself
  movedFrom: mayHoldSecret(z.union([formerName, z.array(formerName).readonly()])).optional(),
  /** Any text. Changing it sends every update of the service's constructs again. */
  reapply: z.string().optional(),
  /**
   * The type of Terraform resource that represents an entity. When left out: `null_resource`, and with
   * `cdktf-experimentation/cdktn` `terraform_data`, which is all that it has.
   */
  resourceType: z.enum(["null_resource", "terraform_data"]).optional(),
  /** Warnings that are errors at synth, on every construct of the service: `true` for all, or a list of names. */
  strict: strictSetting.optional(),
  /** Warnings and risks that you accept for all constructs of the service. */
  acknowledge: acknowledgeSetting.optional(),
});

export type ServiceProps = z.input<typeof serviceProps>;

/**
 * Checks and resolves the settings of a service. Only `baseUrl`, `respectReviewSettings` and `reapply` may be tokens.
 *
 * @throws InvalidPropsError with every problem
 */
export function checkService(construct: Construct, props: ServiceProps): Omit<ServiceScope, keyof Construct> {
  const refuse = (given: unknown, problems: readonly Problem[]) =>
    new InvalidPropsError(construct.node.path, "service", given, problems, (path) => isSecretAt(serviceProps, path));
  if (!isFields(props)) throw refuse(props, [notProps]);
  const { json: values, problems: unusable } = resolveProps({ ...props }, serviceProps, construct);
  const ofRules = problemsOf(serviceProps, values, (path) => isOpaqueAt(values, path)).map(withKeyAdvice);
  const problems = onePerPlace(ofRules, [...unusable, ...problemsOfUnknown(values)]);
  if (problems.length > 0) throw refuse(values, problems);
  const {
    resourceType = defaultResourceType,
    strict,
    acknowledge = [],
    reapply,
    movedFrom,
    ...settings
  } = values as Readonly<Record<keyof ServiceProps, never>>;
  const names = serviceNames(settings, movedFrom);
  return { settings, names, reapplied: reapply, resourceType, strict, acknowledged: acknowledge };
}

/** Problems of what only the deploy knows, where it has to be known at synth. */
function problemsOfUnknown(values: Value): Problem[] {
  return opaqueIn(values).flatMap(({ path, opaque }): Problem[] => {
    const [name] = path;
    if (name === "reapply" || name === "respectReviewSettings") return [];
    if (name !== "baseUrl") return [{ path, allowed: "a value that is known at synth" }];
    return opaque.fromEnvironment ? [{ path, allowed: NO_SECRET_ADDRESS }] : [];
  });
}

const NO_SECRET_ADDRESS = `text or a value of Terraform's; for a base URL from the environment, leave it out and set ${serviceDefaults.baseUrlVariable}`;

/** The problem, with advice where the key itself was given as an unknown field. */
function withKeyAdvice(problem: Problem): Problem {
  if (!problem.unknown || !/(key|token|secret|password)$/i.test(String(problem.path[0]))) return problem;
  const advice = "the key is never in code; apiKeyVariable names the environment variable that holds it";
  return { ...problem, allowed: `unknown field; ${advice}` };
}
