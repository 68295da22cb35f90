import { TerraformElement } from "cdktf";

/**
 * Makes a Terraform without postconditions and `terraform_data` say that it is too old. A user's own constraint
 * replaces it.
 */
export class RequiredVersion extends TerraformElement {
  override toTerraform(): object {
    return { terraform: { required_version: ">= 1.5.0" } };
  }

  /** Nothing: the framework's HCL has no place for it. */
  override toHclTerraform(): object {
    return {};
  }
}
