import { TerraformResource, type TerraformStack } from "cdktf";

/** A resource of the user, which is replaced when its number changes. */
export class UserResource extends TerraformResource {
  constructor(
    stack: TerraformStack,
    private readonly number: number,
    name = "made_by_the_user",
  ) {
    super(stack, name, { terraformResourceType: "terraform_data" });
    this.overrideLogicalId(name);
  }

  /** Not known before the resource is made. */
  get id(): string {
    return this.getStringAttribute("id");
  }

  protected override synthesizeAttributes() {
    return { triggers_replace: { id: `${this.number}` } };
  }
}
