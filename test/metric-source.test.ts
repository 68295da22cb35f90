import { MetricSource, type MetricSourceProps } from "../lib";
import { metricSource } from "./terraform/entities";
import { synth } from "./terraform/synth";

const record = "metric_source_orders";
const revision = `${record}_revision`;
const synthesised = (props: MetricSourceProps) => synth((stack) => new MetricSource(stack, "orders", props));

describe("a metric source", () => {
  test("is a record and a revision with one trigger for each field", () => {
    const stack = synthesised({ ...metricSource, tags: ["b", "a"], isVerified: false, owner: { ownerType: "USER" } });
    expect(stack.resourceNames).toEqual([record, revision]);
    expect(stack.triggers(revision)).toEqual({
      of: `\${null_resource.${record}.id}`,
      name: "orders",
      sql: "select * from orders",
      timestampColumn: "paid_at",
      idTypeMapping: '[{"column":"user_id","serviceUnitID":"userID"}]',
      tags: '["b","a"]',
      isVerified: "false",
      owner: '{"ownerType":"USER"}',
    });
    expect(stack.resource(record).lifecycle?.postcondition).toHaveLength(1);
  });

  test("sends the same body by its create and its update, each to its path", () => {
    expect(synthesised(metricSource).requestOf(record)).toEqual({
      construct: "stack/orders",
      kind: "metric_source",
      address: "null_resource.metric_source_orders",
      name: "orders",
      service: {},
      calls: {
        create: { method: "POST", path: "/console/v1/metrics/metric_source", body: metricSource },
        update: {
          method: "POST",
          path: "/console/v1/metrics/metric_source/orders",
          body: metricSource,
        },
      },
      deferred: [],
    });
  });

  test("of another name is another entity", () => {
    const { resourceNames } = synthesised({ ...metricSource, name: "daily orders" });
    expect(resourceNames[0]).toMatch(/^metric_source_daily_orders_[0-9a-f]{8}$/);
    expect(resourceNames).not.toContain(record);
  });
});

describe("a dry run of a metric source", () => {
  const dryRun = `${record}_dry_run`;

  test("is one resource, under its own name, that is checked with every change", () => {
    const stack = synthesised({ ...metricSource, dryRun: true });
    expect(stack.resourceNames).toEqual([dryRun]);
    expect(stack.execution(dryRun).command).toMatch(/^dryRun [0-9a-f]{64} /);
    expect(stack.resource(dryRun)).not.toHaveProperty("lifecycle");
    expect(stack.triggers(dryRun)).toMatchObject({ name: "orders", sql: "select * from orders", dryRun: "true" });
    expect(stack.requestOf(dryRun).calls).toEqual({
      dryRun: {
        method: "POST",
        path: "/console/v1/metrics/metric_source",
        body: { ...metricSource, dryRun: true },
      },
    });
  });

  test("is replaced by the real entity when it is no longer a dry run", () => {
    expect(synthesised({ ...metricSource, dryRun: false }).resourceNames).toEqual([record, revision]);
    expect(synthesised({ ...metricSource, dryRun: undefined }).resourceNames).toEqual([record, revision]);
  });

  test("may be declared next to the real entity", () => {
    const stack = synth((scope) => {
      new MetricSource(scope, "real", metricSource);
      new MetricSource(scope, "trial", { ...metricSource, sql: "select 1", dryRun: true });
    });
    expect(stack.resourceNames).toEqual([record, dryRun, revision]);
  });
});
