import type * as z from "zod";
import { stepInto, unwrap } from "../../api/schema-walk";

/** What a schema takes of a value, and what it does not know. */
export interface Cleaned {
  /** Undefined when nothing is left. */
  readonly value: unknown;
  /** Paths of fields that the schema has none of: `groups[].colour`. */
  readonly unknown: readonly string[];
  /** Paths inside a field of nulls where the schema has none: `rules[].conditions[].field`. */
  readonly nulls: readonly string[];
}

/**
 * Leaves out what no body may hold: fields that the schema does not have, and nulls where it has no null. The rest keeps
 * its values, in the order of the schema's fields.
 */
export function cleaned(value: unknown, schema: z.ZodType): Cleaned {
  const unknown = new Set<string>();
  const nulls = new Set<string>();
  const clean = (inner: unknown, at: z.ZodType, path: string): unknown => {
    if (inner === null) {
      if (at.safeParse(null).success) return null;
      // a whole field that is null is as good as missing
      if (path.includes(".")) nulls.add(path);
      return undefined;
    }
    if (Array.isArray(inner)) {
      const element = stepInto(at, 0);
      // a null that is left out would move what comes after it
      return element === undefined ? inner : inner.map((each) => clean(each, element, `${path}[]`) ?? null);
    }
    const { def } = unwrap(at);
    if (def.type !== "object" || typeof inner !== "object") return inner;
    const given = inner as Readonly<Record<string, unknown>>;
    const { shape } = unwrap(at) as z.ZodObject;
    const prefix = path === "" ? "" : `${path}.`;
    for (const key of Object.keys(given)) if (!Object.hasOwn(shape, key)) unknown.add(`${prefix}${key}`);
    return Object.fromEntries(
      Object.keys(shape).flatMap((key): [string, unknown][] => {
        const kept = Object.hasOwn(given, key) ? clean(given[key], shape[key] as z.ZodType, prefix + key) : undefined;
        return kept === undefined ? [] : [[key, kept]];
      }),
    );
  };
  return { value: clean(value, schema, ""), unknown: [...unknown], nulls: [...nulls] };
}
