import { TerraformElement } from "cdktf";
import type { Construct } from "constructs";
import { shellWord, terraformProgram } from "../../text/command";
import { pageLink } from "../../text/errors";
import { hcl, reference, text, toValue } from "../language/hcl";
import { Local } from "./hcl-output";

const APPLY_LOCAL = "experimentation_apply";
const ADVICE_LOCAL = "experimentation_other_service";

/**
 * Text that is constant within an apply and different in each. `plantimestamp()` would not do:
 * it has whole seconds, and several deploys fit into one.
 */
export const THIS_APPLY = reference("local", APPLY_LOCAL);

/** What to do about an entity of another service, up to the options of a command. */
export const OTHER_SERVICE_ADVICE = reference("local", ADVICE_LOCAL);

/** Declares what the resources of a stack have in common. Call it once for a stack. */
export function declareStackWide(scope: Construct): void {
  // Terraform evaluates a local once in an apply, and leaves it unknown while planning
  new Local(scope, "apply", toValue(hcl`uuid()`)).overrideLogicalId(APPLY_LOCAL);
  // Terraform says where the stack is: synth writes the same wherever it runs
  const apply = text`${shellWord(terraformProgram(process.env))} "-chdir=${hcl`abspath(path.root)`}" apply`;
  const advice =
    `Nothing was sent (${pageLink("moved")}). If both are names of one service, list the former in movedFrom of the service. If it belongs to ` +
    "another service, declare it in another stack. If terraform state mv put it here, move it back. If nothing was ever " +
    "made there, because of a mistyped base URL or API key, run this, which makes it here, and then deploy again:";
  new Local(scope, "other-service", toValue(text`${advice}\n  ${apply}`)).overrideLogicalId(ADVICE_LOCAL);
  new RequiredVersion(scope, "required-version");
}

/**
 * Makes a Terraform without postconditions and `terraform_data` say that it is too old. A user's own constraint
 * replaces it.
 */
class RequiredVersion extends TerraformElement {
  override toTerraform(): object {
    return { terraform: { required_version: ">= 1.5.0" } };
  }

  /** Nothing: the framework's HCL has no place for it. */
  override toHclTerraform(): object {
    return {};
  }
}
