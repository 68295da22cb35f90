import { TerraformElement, TerraformProvider, TerraformResource, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";

/** The provider's name, for Terraform and for the framework's check that every resource has its provider. */
const NULL = "null";

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

/**
 * The null provider of a stack that needs one and declares none. That is decided when the stack is rendered: users may
 * declare theirs after the first construct of ours, and an aspect may add constructs at any time.
 */
export class FallbackProvider extends TerraformProvider {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      terraformResourceType: NULL,
      terraformProviderSource: NULL,
      terraformGeneratorMetadata: { providerName: NULL, providerVersionConstraint: "~> 3.2" },
    });
  }

  override toTerraform(): object {
    return this.isNeeded ? super.toTerraform() : {};
  }

  override toHclTerraform(): object {
    return this.isNeeded ? super.toHclTerraform() : {};
  }

  private get isNeeded(): boolean {
    const constructs = TerraformStack.of(this).node.findAll();
    return constructs.some(isNullResource) && !constructs.some((other) => other !== this && isDefaultProvider(other));
  }
}

function isNullResource(construct: IConstruct): boolean {
  return TerraformResource.isTerraformResource(construct) && construct.terraformResourceType === "null_resource";
}

function isDefaultProvider(construct: IConstruct): boolean {
  return (
    TerraformProvider.isTerraformProvider(construct) &&
    construct.terraformResourceType === NULL &&
    construct.alias === undefined
  );
}
