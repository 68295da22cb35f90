import { provider, resource } from "@cdktf/provider-null";
import { type TerraformMetaArguments, TerraformProvider, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { resourceToHcl } from "./hcl-output";
import { type OwnLifecycle, ownLifecycle, requireDeployable } from "./lifecycle";

/** The `null_resource` of an entity. */
export class NullResource extends resource.Resource {
  private readonly own: OwnLifecycle;

  constructor(
    scope: Construct,
    id: string,
    config: TerraformMetaArguments,
    triggers: Readonly<Record<string, unknown>>,
  ) {
    // text, each of them: the bindings would check that once more in every synth
    super(scope, id, { ...config, triggers: triggers as Record<string, string> });
    this.own = ownLifecycle(config.lifecycle);
  }

  /** @throws UsageError when something has changed it so that deploys would fail */
  override toTerraform(): object {
    return requireDeployable(this, this.own, super.toTerraform());
  }

  /** The bindings' own HCL neither escapes text nor has blocks inside `lifecycle`. */
  override toHclTerraform(): object {
    return resourceToHcl(this, this.toTerraform());
  }

  /** None: cdktf's tools write the construct's path behind each address that they print, also in commands to paste. */
  protected override get constructNodeMetadata(): Readonly<Record<string, never>> {
    return {};
  }

  protected override synthesizeAttributes(): { [name: string]: unknown } {
    return { triggers: this.triggersInput };
  }
}

/**
 * The null provider of a stack that declares none. That is decided when the stack is rendered: users may declare theirs
 * after the first construct of ours.
 */
export class FallbackProvider extends provider.NullProvider {
  /** The bindings require the one version that they were made for: locks and mirrors may have another. */
  override readonly terraformGeneratorMetadata = { providerName: "null", providerVersionConstraint: "~> 3.2" };

  override toTerraform(): object {
    return this.isNeeded ? super.toTerraform() : {};
  }

  override toHclTerraform(): object {
    return this.isNeeded ? super.toHclTerraform() : {};
  }

  private get isNeeded(): boolean {
    return !TerraformStack.of(this)
      .node.findAll()
      .some((other) => other !== this && isDefaultProvider(other));
  }
}

function isDefaultProvider(construct: IConstruct): boolean {
  return (
    TerraformProvider.isTerraformProvider(construct) &&
    construct.terraformResourceType === provider.NullProvider.tfResourceType &&
    construct.alias === undefined
  );
}
