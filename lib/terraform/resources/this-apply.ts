import type { Construct } from "constructs";
import { Local } from "./hcl";

const NAME = "experimentation_apply";

/**
 * Terraform expression for a text that is the same throughout one apply and another one in each. A clock would not do:
 * `plantimestamp()` has whole seconds, and several deploys fit into one.
 */
export const THIS_APPLY = `local.${NAME}`;

/** Declares what `THIS_APPLY` refers to; once in a stack. */
export function declareThisApply(scope: Construct): void {
  // Terraform evaluates a local once in an apply, and leaves it unknown while planning
  new Local(scope, "apply", `\${uuid()}`).overrideLogicalId(NAME);
}
