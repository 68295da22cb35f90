import { TerraformResource, type TerraformResourceConfig } from "cdktf";
import type { Construct } from "constructs";
import { resourceToHcl } from "./hcl-output";

/**
 * A resource without bindings: those of the null provider are for one framework only, and the class that the framework has
 * for `terraform_data` runs `terraform version` for every instance.
 */
export class PlainResource extends TerraformResource {
  constructor(
    scope: Construct,
    id: string,
    config: TerraformResourceConfig,
    private readonly attributes: { readonly [name: string]: unknown },
  ) {
    super(scope, id, config);
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return this.attributes;
  }

  override toHclTerraform(): object {
    return resourceToHcl(this, this.toTerraform());
  }
}
