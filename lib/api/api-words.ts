import type * as z from "zod";
import { kinds } from "./kinds";
import { unwrap } from "./schema-walk";

/** The words that the API itself says: kinds, names of fields, and the values among which a field allows one. */
export function apiWords(): string[] {
  return kinds.flatMap(({ name, fields }) => [name, ...schemaWords(fields)]);
}

function schemaWords(schema: z.ZodType): string[] {
  const at = unwrap(schema);
  switch (at.def.type) {
    case "object":
      return Object.entries((at as z.ZodObject).shape).flatMap(([name, field]) => [
        name,
        ...schemaWords(field as z.ZodType),
      ]);
    case "array":
      return schemaWords((at as z.ZodArray).element as z.ZodType);
    case "enum":
      return (at as z.ZodEnum).options.map(String);
    default:
      return [];
  }
}
