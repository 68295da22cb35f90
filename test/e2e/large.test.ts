import { statSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { TerraformVariable } from "cdktf";
import { MetricSource } from "../../lib";
import type { Kind } from "../../lib/api/kinds";
import { type Deployment, deployment, unwrapped } from "./deployment";
import { aMetricSource, aSegment, type Build, metricSource, segment, together } from "./samples";
import { setVariables } from "./terraform-values";

/** As many ids as a list of customers has. */
const ids = Array.from({ length: 200_000 }, (_, index) => `customer-${(index * 7_919) % 1_000_003}-of-the-shop`);
/** A query of 1 MiB. */
const query = `select * from orders -- ${"a comment, ".repeat(100_000)}`.slice(0, 1 << 20);

const listing = (targetValue: readonly string[]) => [
  { name: "Customers", conditions: [{ targetValue: [...targetValue] }] },
];

const listed = aSegment({ type: "id_list", rules: listing(ids) });
const queried = aMetricSource({ sql: query });
const large = together(listed, queried);

test("200,000 ids and a query of 1 MiB arrive whole, the state holds neither, and the smallest change of them is seen", () =>
  deployment(async (service) => {
    expect(JSON.stringify(ids).length).toBeGreaterThan(5 << 20);
    await service.deploy(large);

    const kept = { ...segment, idType: "userID", type: "id_list", rules: listing(ids) };
    expectKept(service, "segment", "beta_testers", kept);
    expectKept(service, "metric_source", "orders", { ...metricSource, sql: query });
    expect(statSync(service.workspace.statePath).size).toBeLessThan(16_384);

    const refused = await service.plan(together(aSegment({ type: "id_list", rules: listing(ids.slice(1)) }), queried));
    expect(refused.exitCode).toBe(1);
    expect(unwrapped(refused.output)).toContain(
      'segment "beta_testers" (stack/beta): rules changed, but the service has no',
    );
    expect(refused.output.length).toBeLessThan(16_384);

    const changed = `${query.slice(0, -1)}!`;
    const { output, changes } = await service.plan(together(listed, aMetricSource({ sql: changed })));
    expect(changes.map(({ address }) => address)).toEqual(["terraform_data.metric_source_orders_revision"]);
    expect(output).toMatch(
      /~ "?sql"? += "sha256 \w{64} of 1,048,576 characters" -> "sha256 \w{64} of 1,048,576 characters"/,
    );
    await service.applyPlanned();
    expectKept(service, "metric_source", "orders", { ...metricSource, sql: changed });
  }));

test("sensitive Terraform values of 200 kB arrive whole, and in no output", () =>
  deployment(async (service) => {
    const sql = "hunter2 ".repeat(25_000);
    const build: Build = (stack) => {
      const variable = new TerraformVariable(stack, "sql", { type: "string", sensitive: true });
      new MetricSource(stack, "orders", { ...metricSource, sql: variable.stringValue });
    };
    setVariables(service, { sql });
    const { output } = await service.deploy(build);

    expectKept(service, "metric_source", "orders", { ...metricSource, sql });
    expect(output.includes("hunter2")).toBe(false);
    expect(await service.plan(build)).toMatchObject({ isEmpty: true });
  }));

/** Compares without a diff, which would be as long as the values. */
function expectKept({ emulator }: Deployment, kind: Kind, id: string, expected: object): void {
  expect(isDeepStrictEqual(emulator.record(kind, id), expected)).toBe(true);
}
