import { TerraformElement, TerraformLocal } from "cdktf";
import type { Construct } from "constructs";
import { pageLink } from "../../text/errors";
import { shellWord, terraformProgram } from "../../text/shell";
import { type Hcl, hcl, reference, text, toValue } from "../language/hcl";
import { localToHcl } from "./hcl-output";

const APPLY_LOCAL = "experimentation_apply";
const ADVICE_LOCAL = "experimentation_other_service";
const IMPORTED_LOCAL = "experimentation_imported";

/**
 * Text that is constant within an apply and different in each. `plantimestamp()` would not do:
 * it has whole seconds, and several deploys fit into one.
 */
export const THIS_APPLY = reference("local", APPLY_LOCAL);

/** What to do about an entity of another service, up to the options of a command. */
export const OTHER_SERVICE_ADVICE = reference("local", ADVICE_LOCAL);

/** What to do about a resource that was imported, up to its address. */
export const IMPORTED_ADVICE = reference("local", IMPORTED_LOCAL);

/** Declares what the resources of a stack have in common. Call it once for a stack. */
export function declareStackWide(scope: Construct): void {
  // Terraform evaluates a local once in an apply, and leaves it unknown while planning
  declareLocal(scope, APPLY_LOCAL, toValue(hcl`uuid()`));
  // Terraform says where the stack is: synth writes the same wherever it runs
  const terraform = text`${shellWord(terraformProgram(process.env))} "-chdir=${hcl`abspath(path.root)`}"`;
  const advice =
    `Nothing was sent.\n  ${pageLink("moved")}\nIf both are names of one service, list the former in movedFrom of the service. If it belongs to ` +
    "another service, declare it in another stack. If terraform state mv put it here, move it back. If nothing was ever " +
    "made there, because of a mistyped base URL or API key, run this, which makes it here, and then deploy again:";
  declareLocal(scope, ADVICE_LOCAL, toValue(text`${advice}\n  ${terraform} apply`));
  const imported =
    `it was imported, which brings Terraform nothing of what the service holds. Nothing was sent.\n  ${pageLink("exists")}\nAn entity ` +
    "that exists is adopted by adopt: true, and one that does not exist is created, by the next deploy, after you remove " +
    "import blocks from the code, and run this, where Terraform has imported it already:";
  declareLocal(scope, IMPORTED_LOCAL, toValue(text`${imported}\n  ${terraform} state rm`));
  new RequiredVersion(scope, "required-version");
  new RootModule(scope, "root-module");
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

/**
 * Refuses, while Terraform plans, a stack that is used as a module: paths of the applier and the request files count from where
 * Terraform runs. An output without a value is in no plan and no state, and is checked once for a stack.
 */
class RootModule extends TerraformElement {
  override toTerraform(): object {
    const condition = toValue(hcl`path.module == path.root`);
    const message =
      "A stack with experiments is a root module: run Terraform in its directory, and not as a module of another. Nothing was sent.";
    return {
      output: {
        experimentation_root_module: {
          value: toValue(hcl`null`),
          precondition: [{ condition, error_message: message }],
        },
      },
    };
  }

  /** Nothing: the framework's HCL has no place for it. */
  override toHclTerraform(): object {
    return {};
  }
}

/** Has the stack name a value, once for a scope, and refers to it. */
export function declareLocal(scope: Construct, name: string, value: unknown): Hcl {
  if (scope.node.tryFindChild(name) === undefined) new Local(scope, name, value).overrideLogicalId(name);
  return reference("local", name);
}

class Local extends TerraformLocal {
  override toHclTerraform(): object {
    return localToHcl(this, this.toTerraform());
  }
}
