import type * as z from "zod";
import { assignmentSource } from "../../lib/api/assignment-source-schema";
import { experiment } from "../../lib/api/experiment-schema";
import { ingestionSource } from "../../lib/api/ingestion-source-schema";
import { acceptedFields, requiredFields } from "../../lib/api/kind";
import { kindOf, kinds } from "../../lib/api/kinds";
import { metricSource } from "../../lib/api/metric-source-schema";
import { promptVersion } from "../../lib/api/prompt-version-schema";
import { segment } from "../../lib/api/segment-schema";
import { labelOf } from "../../lib/text/title";

const source = ["sql", "timestampColumn", "idTypeMapping"];

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
    [experiment, "experiment", "experiment", ["id"], ["name"]],
    [metricSource, "metric_source", "metric source", ["name"], ["name", ...source]],
    [assignmentSource, "assignment_source", "assignment source", ["name"], ["name"]],
    [segment, "segment", "segment", ["id"], ["name", "type"]],
    [ingestionSource, "ingestion_source", "ingestion source", ["dataset", "type", "source_name"], []],
    [promptVersion, "prompt_version", "prompt version", ["promptID", "id"], ["promptID"]],
  ] as const)(
    "has a name, a label in messages, an identity and the fields of all its bodies: %#",
    (kind, name, label, identity, required) => {
      const bodies = [kind.create, kind.update, ...(kind.upsert ?? [])].flatMap((endpoint) =>
        endpoint === undefined ? [] : acceptedFields(endpoint.body),
      );
      const parameters = kind === promptVersion ? ["promptID"] : [];
      expect(kind).toMatchObject({ name, identity });
      expect(kindOf(name)).toBe(kind);
      expect(labelOf(name)).toBe(label);
      expect(new Set(acceptedFields(kind.fields))).toEqual(new Set([...bodies, ...parameters]));
      expect(requiredFields(kind.fields)).toEqual(required);
    },
  );

  test("has one schema for a field, in its fields and in every body, so that a value is checked without its endpoint", () => {
    for (const { create, update, upsert = [], fields } of kinds) {
      for (const { body } of [create, update, ...upsert].filter((endpoint) => endpoint !== undefined)) {
        for (const name of acceptedFields(body)) {
          expect(innermost(body.shape[name])).toBe(innermost(fields.shape[name]));
        }
      }
    }
  });

  test("does not exist by an unknown name", () => {
    expect(kindOf("layer")).toBeUndefined();
  });
});

/** A schema without what makes it required or optional. */
function innermost(schema: unknown): unknown {
  const { innerType, type } = (schema as z.ZodType).def as { readonly type: string; readonly innerType?: unknown };
  return type === "optional" || type === "nonoptional" ? innermost(innerType) : schema;
}
