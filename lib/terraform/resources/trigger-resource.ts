import { type TerraformMetaArguments, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { triggerAttributes } from "../../entity/resource-name";
import { Opaque, type Value } from "../../value/value";
import { requireNullResource, twoCopiesOf } from "../framework";
import { hcl, isKnown, type Template, toValue } from "../language/hcl";
import { boundedExpression, triggerOf } from "../language/terraform-value";
import { UsageError } from "../synth-errors";
import { resourceToHcl } from "./hcl-output";
import { type OwnLifecycle, ownLifecycle, requireDeployable } from "./lifecycle";

/** A type of Terraform resource that can represent an entity. */
export interface TriggerResourceType {
  /** Terraform's name for the type. */
  readonly name: keyof typeof triggerAttributes;
  /** The attribute that holds the fields and replaces the resource when one of them changes. */
  readonly attribute: string;
  /** A field as the attribute holds it, in Terraform's JSON syntax. */
  readonly encode: (field: Value) => unknown;
  /** Makes a resource with what its attribute holds. */
  readonly make: (
    scope: Construct,
    id: string,
    config: TerraformMetaArguments,
    triggers: Readonly<Record<string, unknown>>,
  ) => TerraformResource;
}

/** `null_resource` of the null provider: every field is text. */
const nullResourceType: TriggerResourceType = {
  name: "null_resource",
  attribute: triggerAttributes.null_resource,
  encode: (field) => textValue(triggerOf(field).template),
  make: (scope, ...rest) => new (nullBindings(scope).NullResource)(scope, ...rest),
};

/** `terraform_data`, which is part of Terraform: every field keeps its own type. */
const terraformDataType: TriggerResourceType = {
  name: "terraform_data",
  attribute: triggerAttributes.terraform_data,
  encode: (field) => {
    if (typeof field === "number" || typeof field === "boolean") return field;
    const { form, template } = triggerOf(field);
    // a map cannot distinguish null
    return form !== "json" || field === null || hasDuplicateKeys(field)
      ? textValue(template)
      : toValue(hcl`jsondecode(${boundedExpression(template, (digest) => hcl`jsonencode(${digest})`)})`);
  },
  make: (...all) => new DataResource(...all),
};

/** The types of resource to choose from, by Terraform's name for them. */
export const triggerResourceTypes = { null_resource: nullResourceType, terraform_data: terraformDataType } as const;

/** Whether an object has keys that are the same to Terraform, which normalises all text to Unicode NFC. */
export function hasDuplicateKeys(json: Value | undefined): boolean {
  if (typeof json !== "object" || json === null || json instanceof Opaque) return false;
  const keys = Object.keys(json);
  return (
    new Set(keys.map((key) => key.normalize("NFC"))).size < keys.length || Object.values(json).some(hasDuplicateKeys)
  );
}

/** A template as text in Terraform's JSON syntax. */
function textValue(text: Template): string {
  return toValue(isKnown(text) ? text : boundedExpression(text));
}

/** The `terraform_data` of an entity. The framework's own class runs `terraform version` for every instance. */
class DataResource extends TerraformResource {
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

  /** @throws UsageError when something has changed it so that deploys would fail */
  override toTerraform(): object {
    return requireDeployable(this, this.own, super.toTerraform());
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

const PACKAGE = "@cdktf/provider-null";

/**
 * What is built on the bindings of the null provider. They are loaded when the first `null_resource` is made: a project
 * without one need not have them.
 *
 * @param construct that needs them
 * @throws UsageError when they cannot be had
 */
export function nullBindings(construct: Construct): typeof import("./null-provider") {
  requireNullResource(construct);
  const bindings = load(construct);
  const { prototype } = bindings.NullResource;
  if (Object.prototype.isPrototypeOf.call(TerraformResource.prototype, prototype)) return bindings;
  throw new UsageError(`${construct.node.path}: ${twoCopiesOf("cdktf", PACKAGE)}`, "copies");
}

function load(construct: Construct): ReturnType<typeof nullBindings> {
  try {
    return require("./null-provider") as ReturnType<typeof nullBindings>;
  } catch (error) {
    if (!isWithoutPackage(error)) throw error;
    throw new UsageError(
      `${construct.node.path}: its null_resource needs the package ${PACKAGE}, which is not installed; \`npm install ${PACKAGE}@11\` installs it; a stack of which nothing is deployed yet needs no package if an ExperimentationService with resourceType: "terraform_data" is declared first`,
      "copies",
    );
  }
}

/** Whether it is the package itself that was not found: the lines after the first name what asked for it. */
function isWithoutPackage(error: unknown): boolean {
  const { code, message = "" } = error as Partial<NodeJS.ErrnoException>;
  return code === "MODULE_NOT_FOUND" && message.split("\n", 1).join("").includes(PACKAGE);
}
