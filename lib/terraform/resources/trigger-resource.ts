import type { TerraformMetaArguments, TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { triggerAttributes } from "../../entity/resource-name";
import { Opaque, type Value } from "../../value/value";
import { hcl, isKnown, type Template, toValue } from "../language/hcl";
import { boundedExpression, triggerOf } from "../language/trigger-text";
import { DataResource } from "./data-resource";
import { nullBindings } from "./null-bindings";

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

/** The types of resource to choose from, by Terraform's name for them. */
export const triggerResourceTypes = { null_resource: nullResourceType, terraform_data: terraformDataType } as const;
