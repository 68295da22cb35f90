import { type TerraformMetaArguments, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { triggerAttributes } from "../../entity/resource-name";
import { resourceToHcl } from "./hcl-output";
import { type OwnLifecycle, ownLifecycle, requireOwnLifecycle } from "./own-lifecycle";

/** The `terraform_data` of an entity. The framework's own class runs `terraform version` for every instance. */
export class DataResource extends TerraformResource {
  private readonly own: OwnLifecycle;

  constructor(
    scope: Construct,
    id: string,
    config: TerraformMetaArguments,
    private readonly triggers: Readonly<Record<string, unknown>>,
  ) {
    super(scope, id, { ...config, terraformResourceType: "terraform_data" });
    this.own = ownLifecycle(config.lifecycle);
  }

  /** @throws UsageError when an aspect has taken away what refuses changes */
  override toTerraform(): object {
    return requireOwnLifecycle(this, this.own, super.toTerraform());
  }

  override toHclTerraform(): object {
    return resourceToHcl(this, this.toTerraform());
  }

  /** None: cdktf's tools write the construct's path behind each address that they print, also in commands to paste. */
  protected override get constructNodeMetadata(): Readonly<Record<string, never>> {
    return {};
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return { [triggerAttributes.terraform_data]: this.triggers };
  }
}
