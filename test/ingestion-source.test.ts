import { IngestionSource, type IngestionSourceProps, InvalidPropsError } from "../lib";
import { ingestionSource } from "./terraform/entities";
import { emptyStack, messageOf, synth } from "./terraform/synth";

const record = "ingestion_source_Metrics__s3__refunds";
const revision = `${record}_revision`;
const path = "/console/v1/ingestion";
const synthesised = (props: IngestionSourceProps) => synth((stack) => new IngestionSource(stack, "refunds", props));

describe("an ingestion source", () => {
  test("is a record and a revision, identified by data set, type and name", () => {
    const stack = synthesised({ ...ingestionSource, query: "select 1", enabled: true });
    expect(stack.resourceNames).toEqual([record, revision]);
    expect(stack.triggers(revision)).toMatchObject({ type: "s3", query: "select 1", enabled: "true" });
    expect(synthesised({ ...ingestionSource, type: "athena" }).resourceNames[0]).toBe(
      "ingestion_source_Metrics__athena__refunds",
    );
  });

  test("sends what only the create takes by its create, and what only the update takes by its update", () => {
    const column_mapping = { metric_value: "amount", unit_id: "user_id" };
    const props = { ...ingestionSource, query: "select 1", use_delta_sharing: true, column_mapping };
    const { use_delta_sharing, column_mapping: _, ...both } = props;
    expect(synthesised(props).requestOf(record)).toEqual({
      construct: "stack/refunds",
      kind: "ingestion_source",
      address: "null_resource.ingestion_source_Metrics__s3__refunds",
      name: "Metrics/s3/refunds",
      service: {},
      calls: {
        create: { method: "POST", path, body: { ...both, use_delta_sharing }, ifExists: "duplicate" },
        update: { method: "PATCH", path, body: { ...both, column_mapping } },
      },
      deferred: [],
    });
  });

  test("with a column mapping updates on its first deploy too", () => {
    const mapped = synthesised({ ...ingestionSource, column_mapping: {} });
    expect(mapped.execution(revision).command).toMatch(/^update /);
    expect(synthesised(ingestionSource).execution(revision).command).toMatch(/\? "echo created with this revision" : /);
  });

  test("without data set and type cannot have a column mapping", () => {
    const given = { source_name: "refunds", column_mapping: { unit_id: "u" } };
    expect(messageOf(() => new IngestionSource(emptyStack(), "refunds", given), InvalidPropsError)).toBe(
      [
        "stack/refunds (ingestion source): 2 problems",
        "  - dataset: required, because the only call that takes column_mapping needs it",
        "  - type: required, because the only call that takes column_mapping needs it",
      ].join("\n"),
    );
  });

  test("may lack any field, since the API does not show which a create requires", () => {
    const named = synthesised({ source_name: "refunds" });
    expect(named.resourceNames).toHaveLength(2);
    expect(named.requestOf(named.resourceNames[0] ?? "").calls.create?.body).toEqual({ source_name: "refunds" });
    expect(synthesised({}).resourceNames[0]).toMatch(/^ingestion_source_at_stack_refunds_[0-9a-f]{8}$/);
  });
});
