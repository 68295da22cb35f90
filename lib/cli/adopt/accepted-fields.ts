import type * as z from "zod";
import { visible } from "../../api/escape-invisible";
import { isSecretAt } from "../../api/field-markers";
import { problemsOf, problemText, valueAt } from "../../api/problems";
import { stepInto, unwrap } from "../../api/schema-walk";
import type { RecordFields } from "../../records/record-identity";

/** What a construct accepts of a record, and what it does not. */
export interface AcceptedFields {
  readonly accepted: RecordFields;
  /** Paths of fields that the schema has none of: `groups[].colour`. */
  readonly unknown: readonly string[];
  /** Paths inside a field of nulls where the schema has none: `rules[].conditions[].field`. */
  readonly nulls: readonly string[];
  /** One text for each problem of the rest: `duration: given 1; allowed: more than 1`. */
  readonly refused: readonly string[];
}

/**
 * Leaves out what the API does not accept: fields that the schema does not have, nulls where it has no null, and every
 * field that has a problem somewhere inside, since sending a part of it could mean something else. The rest keeps its
 * values, in the order of the schema's fields.
 *
 * @param schema of a construct's fields; what it requires may be missing
 */
export function acceptedFieldsOf(record: RecordFields, schema: z.ZodType): AcceptedFields {
  const unknown = new Set<string>();
  const nulls = new Set<string>();
  const fields = known(record, schema, "") as RecordFields;
  const problems = problemsOf(schema, fields).filter(({ path }) => valueAt(fields, path.slice(0, 1)) !== undefined);
  const isRefused = (field: string) => problems.some(({ path }) => path[0] === field);
  return {
    accepted: Object.fromEntries(Object.entries(fields).filter(([field]) => !isRefused(field))),
    unknown: [...unknown],
    nulls: [...nulls],
    refused: problems.map((problem) =>
      visible(problemText(problem, valueAt(fields, problem.path), isSecretAt(schema, problem.path))),
    ),
  };

  /** What a schema has of a value; undefined when nothing is left. */
  function known(value: unknown, at: z.ZodType, path: string): unknown {
    if (value === null) {
      if (at.safeParse(null).success) return null;
      // a whole field that is null is as good as missing
      if (path.includes(".")) nulls.add(path);
      return undefined;
    }
    if (Array.isArray(value)) {
      const element = stepInto(at, 0);
      // a null that is left out would move what comes after it
      return element === undefined ? value : value.map((each) => known(each, element, `${path}[]`) ?? null);
    }
    const { def } = unwrap(at);
    if (def.type !== "object" || typeof value !== "object") return value;
    const given = value as Readonly<Record<string, unknown>>;
    const { shape } = unwrap(at) as z.ZodObject;
    const prefix = path === "" ? "" : `${path}.`;
    for (const key of Object.keys(given)) if (!Object.hasOwn(shape, key)) unknown.add(`${prefix}${key}`);
    return Object.fromEntries(
      Object.keys(shape).flatMap((key): [string, unknown][] => {
        const kept = Object.hasOwn(given, key) ? known(given[key], shape[key] as z.ZodType, prefix + key) : undefined;
        return kept === undefined ? [] : [[key, kept]];
      }),
    );
  }
}
