import { AdvisedError } from "../protocol/advised-error";

/** A plan that a review cannot be made of. */
export class UnusablePlanError extends AdvisedError {
  override readonly name = "UnusablePlanError";

  /**
   * @param stack name of the stack
   * @param what what is wrong with its plan
   * @param details further lines, each about one fact
   */
  constructor(stack: string, what: string, details: readonly string[] = []) {
    super(`${stack}: ${what}`, `run cdktf diff ${stack}, and review again`, details);
  }
}
