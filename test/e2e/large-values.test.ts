import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Fn, TerraformVariable, Token } from "cdktf";
import { MetricSource } from "../../lib";
import type { KindName } from "../../lib/api/kind-names";
import { type Deployment, deployment, unwrapped } from "../support/deployment";
import { aMetricSource, aSegment, type Build, metricSource, segment, together } from "../support/samples";
import { setVariables } from "./terraform-values";

/** As many ids as a list of customers has: 5 MiB. */
const ids = Array.from({ length: 200_000 }, (_, index) => `customer-${(index * 7_919) % 1_000_003}-of-the-shop`);
/** A query of 1 MiB. */
const query = `select * from orders -- ${"a comment, ".repeat(100_000)}`.slice(0, 1 << 20);
const secret = "hunter2 ".repeat(3_000);

const rulesOf = (targetValue: readonly string[]) => [
  { name: "Customers", conditions: [{ targetValue: [...targetValue] }] },
];
const listed = (targetValue: readonly string[]) => aSegment({ type: "id_list", rules: rulesOf(targetValue) });

/** A metric source with tags from a file that only Terraform reads, and a sensitive one. */
function ofTerraform({ workspace }: Deployment, tags: readonly string[]): Build {
  const path = join(workspace.directory, "tags.json");
  writeFileSync(path, JSON.stringify(tags));
  return (stack) => {
    const fromFile = Token.asList(Fn.jsondecode(Fn.file(path)));
    new MetricSource(stack, "tagged", { ...metricSource, name: "tagged", tags: fromFile });
    const variable = new TerraformVariable(stack, "sql", { type: "string", sensitive: true });
    new MetricSource(stack, "secret", { ...metricSource, name: "secret", sql: variable.stringValue });
  };
}

test("5 MiB of ids, a query of 1 MiB and 24 kB of a sensitive value arrive whole; the state has none, nor has a plan of their changes", () =>
  deployment(async (service) => {
    const tags = ids.slice(0, 100);
    setVariables(service, { sql: secret });
    const others = (sql: string, list: readonly string[]) =>
      together(aMetricSource({ sql }), ofTerraform(service, list));
    const { output: said } = await service.deploy(together(listed(ids), others(query, tags)));

    expectKept(service, "segment", "beta_testers", {
      ...segment,
      type: "id_list",
      idType: "userID",
      rules: rulesOf(ids),
    });
    expectKept(service, "metric_source", "orders", { ...metricSource, sql: query });
    expectKept(service, "metric_source", "tagged", { ...metricSource, name: "tagged", tags });
    expectKept(service, "metric_source", "secret", { ...metricSource, name: "secret", sql: secret });
    expect(said.includes("hunter2")).toBe(false);
    expect(statSync(service.workspace.statePath).size).toBeLessThan(65_536);

    const { output } = await service.plan(
      together(listed(ids.slice(1)), others(`${query.slice(0, -1)}!`, tags.slice(1))),
    );
    expect(unwrapped(output)).toContain("(stack/beta): rules changed, but the service has no update");
    expect(output.length).toBeLessThan(16_384);
  }));

/** Compares without a diff, which would be as long as the values. */
function expectKept({ emulator }: Deployment, kind: KindName, id: string, expected: object): void {
  expect(isDeepStrictEqual(emulator.record(kind, id), expected)).toBe(true);
}
