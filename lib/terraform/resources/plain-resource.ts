import { TerraformResource, type TerraformResourceConfig, type TerraformResourceLifecycle } from "cdktf";
import type { Construct } from "constructs";
import { inWords } from "../../api/describe";
import { UsageError } from "../synth-errors";
import { resourceToHcl } from "./hcl-output";

/**
 * A resource without bindings: those of the null provider are for one framework only, and the class that the framework has
 * for `terraform_data` runs `terraform version` for every instance.
 */
export class PlainResource extends TerraformResource {
  private readonly ownLifecycle: TerraformResourceLifecycle | undefined;

  constructor(
    scope: Construct,
    id: string,
    config: TerraformResourceConfig,
    private readonly attributes: { readonly [name: string]: unknown },
  ) {
    super(scope, id, config);
    this.ownLifecycle = config.lifecycle;
  }

  /** @throws UsageError when an aspect has taken away what refuses changes */
  override toTerraform(): object {
    this.requireGuards();
    return super.toTerraform();
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return this.attributes;
  }

  override toHclTerraform(): object {
    return resourceToHcl(this, this.toTerraform());
  }

  private requireGuards(): void {
    const { lifecycle, ownLifecycle } = this;
    if (lifecycle === ownLifecycle) return;
    const lost = Object.entries(ownLifecycle ?? {}).filter(([name, own]) => {
      const present: unknown = lifecycle?.[name as keyof TerraformResourceLifecycle];
      return present !== "all" && [own].flat().some((each) => !(Array.isArray(present) && present.includes(each)));
    });
    if (lost.length === 0) return;
    const names = inWords(lost.map(([name]) => name));
    throw new UsageError(
      `${this.node.path}: its lifecycle has lost ${names}, which refuse changes that no call can make; add to it and keep the rest: resource.lifecycle = { ...resource.lifecycle, preventDestroy: true }`,
    );
  }
}
