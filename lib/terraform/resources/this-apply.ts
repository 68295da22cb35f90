import type { Construct } from "constructs";
import { Local } from "./hcl-output";

const APPLY_LOCAL = "experimentation_apply";

/**
 * Terraform expression for text that is constant within an apply and different in each. `plantimestamp()` would not do:
 * it has whole seconds, and several deploys fit into one.
 */
export const THIS_APPLY = `local.${APPLY_LOCAL}`;

/** Declares the local that `THIS_APPLY` refers to. Call it once for a stack. */
export function declareThisApply(scope: Construct): void {
  // Terraform evaluates a local once in an apply, and leaves it unknown while planning
  new Local(scope, "apply", `\${uuid()}`).overrideLogicalId(APPLY_LOCAL);
}
