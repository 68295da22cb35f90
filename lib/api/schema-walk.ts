import type * as z from "zod";

/** The schema of a field or an element, also inside optional, nullable and the like; undefined where any value is allowed. */
export function stepInto(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  const at = unwrap(schema);
  switch (at.def.type) {
    case "object": {
      const { shape } = at as z.ZodObject;
      // "toString" and the like are not fields
      return Object.hasOwn(shape, step) ? (shape[String(step)] as z.ZodType) : undefined;
    }
    case "array":
      return (at as z.ZodArray).element as z.ZodType;
    default:
      return undefined;
  }
}

/** The schema inside optional, non-optional and nullable. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const inner = (schema.def as { innerType?: z.ZodType }).innerType;
  return inner === undefined ? schema : unwrap(inner);
}

/** Whether a schema may accept text: any but those that certainly refuse it. */
export function acceptsText(schema: z.ZodType): boolean {
  return !["number", "boolean", "array", "object", "record"].includes(unwrap(schema).def.type);
}
