import type * as z from "zod";
import { describeKind, describeValue } from "../../api/describe";
import { visible } from "../../api/escape-invisible";
import { isSecretAt } from "../../api/field-markers";
import { pathText } from "../../api/field-path";
import { problemsOf, valueAt } from "../../api/problems";
import type { Fields } from "./identity";

/** The fields that a schema accepts, and why it refuses the others. */
export interface Usable {
  readonly usable: Fields;
  /** One text for each problem: `duration: given 1; allowed: more than 1`. */
  readonly refused: readonly string[];
}

/**
 * Leaves out every field that has a problem somewhere inside: sending a part of it could mean something else.
 *
 * @param schema of a construct's fields; what it requires may be missing
 */
export function usableOf(schema: z.ZodType, fields: Fields): Usable {
  const problems = [...problemsOf(schema, fields), ...unsendable(fields)].filter(
    ({ path }) => valueAt(fields, path.slice(0, 1)) !== undefined,
  );
  const isRefused = (field: string) => problems.some(({ path }) => path[0] === field);
  return {
    usable: Object.fromEntries(Object.entries(fields).filter(([field]) => !isRefused(field))),
    refused: problems.map(({ path, allowed }) => {
      const describe = isSecretAt(schema, path) ? describeKind : describeValue;
      return visible(`${pathText(path)}: given ${describe(valueAt(fields, path))}; allowed: ${allowed}`);
    }),
  };
}

/** Values that JSON text can hold and that constructs refuse. */
function unsendable(
  value: unknown,
  path: readonly PropertyKey[] = [],
): { path: readonly PropertyKey[]; allowed: string }[] {
  switch (typeof value) {
    case "number":
      return Number.isFinite(value) ? [] : [{ path, allowed: "a number that a double can hold" }];
    case "string":
      return value.isWellFormed() ? [] : [{ path, allowed: "well-formed Unicode" }];
    case "object":
      if (value === null) return [];
      return Object.entries(value).flatMap(([key, inner]) => [
        ...(key.isWellFormed() ? [] : [{ path, allowed: "keys of well-formed Unicode" }]),
        ...unsendable(inner, [...path, Array.isArray(value) ? Number(key) : key]),
      ]);
    default:
      return [];
  }
}
