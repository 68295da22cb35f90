import type * as z from "zod";
import { assignmentSource } from "../../lib/api/assignment-source-schema";
import { experiment } from "../../lib/api/experiment-schema";
import { ingestionSource } from "../../lib/api/ingestion-source-schema";
import { acceptedFields, requiredFields } from "../../lib/api/kind";
import { kinds } from "../../lib/api/kinds";
import { metricSource } from "../../lib/api/metric-source-schema";
import { promptVersion } from "../../lib/api/prompt-version-schema";
import { segment } from "../../lib/api/segment-schema";

test("every parameter of a path is filled by a field that identifies the entity", () => {
  for (const { identity, create, update: change, upsert = [] } of kinds) {
    for (const endpoint of [create, change, ...upsert]) {
      const named = [...(endpoint?.path.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name]) => name);
      expect(Object.keys(endpoint?.parameters ?? {})).toEqual(named);
      expect(identity).toEqual(expect.arrayContaining(Object.values(endpoint?.parameters ?? {})));
    }
  }
});

describe("a kind", () => {
  test.each([
    [experiment, ["id"], ["name"]],
    [metricSource, ["name"], ["name", "sql", "timestampColumn", "idTypeMapping"]],
    [assignmentSource, ["name"], ["name"]],
    [segment, ["id"], ["name", "type"]],
    [ingestionSource, ["dataset", "type", "source_name"], []],
    [promptVersion, ["promptID", "id"], ["promptID"]],
  ] as const)("has an identity, and the fields of all its bodies: %#", (kind, identity, required) => {
    const bodies = [kind.create, kind.update, ...(kind.upsert ?? [])].flatMap((endpoint) =>
      endpoint === undefined ? [] : acceptedFields(endpoint.body),
    );
    const parameters = kind === promptVersion ? ["promptID"] : [];
    expect(kind.identity).toEqual(identity);
    expect(new Set(acceptedFields(kind.fields))).toEqual(new Set([...bodies, ...parameters]));
    expect(requiredFields(kind.fields)).toEqual(required);
  });

  test("has one schema for a field, in its fields and in every body, so that a value is checked without its endpoint", () => {
    for (const { create, update, upsert = [], fields } of kinds) {
      for (const { body } of [create, update, ...upsert].filter((endpoint) => endpoint !== undefined)) {
        for (const name of acceptedFields(body)) {
          expect(innermost(body.shape[name])).toBe(innermost(fields.shape[name]));
        }
      }
    }
  });
});

/** A schema without what makes it required or optional. */
function innermost(schema: unknown): unknown {
  const { innerType, type } = (schema as z.ZodType).def as { readonly type: string; readonly innerType?: unknown };
  return type === "optional" || type === "nonoptional" ? innermost(innerType) : schema;
}
