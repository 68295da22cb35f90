import { Fn } from "cdktf";
import type * as z from "zod";
import { unwrap } from "../../api/schema-walk";
import type { Part, Value } from "../../value/value";
import { TerraformValue } from "../language/terraform-value";

/** A value of the type that a schema asks for, where Terraform would convert it to that. */
export function converted(value: Value | undefined, schema: z.ZodType | undefined): Value | undefined {
  switch (schema && unwrap(schema).def.type) {
    case "string":
    case "enum":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : value;
    case "number":
      return typeof value === "string" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value) ? Number(value) : value;
    case "boolean":
      return value === "true" || value === "false" ? value === "true" : value;
    default:
      return value;
  }
}

/** The same part as text. */
export function asText(part: Part): Part {
  return part instanceof TerraformValue && !part.isText ? new TerraformValue(Fn.tostring(part.terraform), true) : part;
}

/** Whether a schema may accept text: any but those that certainly refuse it. */
export function acceptsText(schema: z.ZodType): boolean {
  return !["number", "boolean", "array", "object", "record"].includes(unwrap(schema).def.type);
}

/** The value of a token, converted to the type that the schema asks for. */
export function terraformValue(token: unknown, schema: z.ZodType | undefined): TerraformValue {
  switch (schema && unwrap(schema).def.type) {
    case "string":
    case "enum":
      return new TerraformValue(Fn.tostring(token), true);
    case "number":
      return new TerraformValue(Fn.tonumber(token), false);
    case "boolean":
      return new TerraformValue(Fn.tobool(token), false);
    default:
      return new TerraformValue(token, false);
  }
}
