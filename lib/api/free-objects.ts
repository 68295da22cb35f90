import type * as z from "zod";
import { isFields, isList, type Path } from "../value/value";
import { stepMeant, unwrap } from "./field-types";

/** Where a value has texts in objects whose fields the API does not name, such as `parameterValues`. */
export function freeTexts(schema: z.ZodType | undefined, value: unknown, path: Path = []): Path[] {
  if (schema === undefined) return [];
  if (unwrap(schema).def.type === "record") return allTexts(value, path);
  return elementsOf(value).flatMap(([step, inner]) => freeTexts(stepMeant(schema, step), inner, [...path, step]));
}

function allTexts(value: unknown, path: Path): Path[] {
  if (typeof value === "string") return [path];
  return elementsOf(value).flatMap(([step, inner]) => allTexts(inner, [...path, step]));
}

function elementsOf(value: unknown): (readonly [string | number, unknown])[] {
  if (isList(value)) return [...value.entries()];
  return isFields(value) ? Object.entries(value) : [];
}
