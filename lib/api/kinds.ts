import type * as z from "zod";
import { assignmentSource } from "./assignment-source-schema";
import { experiment } from "./experiment-schema";
import { unwrap } from "./field-types";
import { ingestionSource } from "./ingestion-source-schema";
import type { Kind } from "./kind";
import { metricSource } from "./metric-source-schema";
import { promptVersion } from "./prompt-version-schema";
import { segment } from "./segment-schema";

/** Every kind of entity that the service keeps, each with its own type. */
export const everyKind = [experiment, metricSource, assignmentSource, segment, ingestionSource, promptVersion] as const;

/** Every kind of entity that the service keeps. */
export const kinds: readonly Kind[] = everyKind;

/** The kind of that name, or undefined. */
export function kindOf(name: string): Kind | undefined {
  return kinds.find((kind) => kind.name === name);
}

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
