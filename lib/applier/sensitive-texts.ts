import { isObject } from "../api/describe";
import type { Request } from "../protocol/request-file";

/** Shorter texts are too often a part of something else that a service says. */
const SHORTEST_SENSITIVE = 8;

/**
 * The texts from Terraform that a service's words must not repeat: any of them may be sensitive, and nothing here tells
 * which. What the request file or the API says as well is none: a service that speaks of an `experiment` means its own.
 *
 * @param planned the request as it stands in its file
 * @param values that Terraform passed on
 */
export function sensitiveTexts(planned: Request, values: readonly unknown[]): string[] {
  const long = [...new Set(textsIn(values))].filter(({ length }) => length >= SHORTEST_SENSITIVE);
  if (long.length === 0) return [];
  // loaded only where it is needed
  const { apiWords } = require("./check-fields") as typeof import("./check-fields");
  const known = [JSON.stringify(planned), ...apiWords()].join("\n");
  return long.filter((text) => !known.includes(text));
}

/** The texts in a JSON value. Numbers and keys are no secrets. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
