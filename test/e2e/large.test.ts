import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Fn, TerraformVariable, Token } from "cdktf";
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
    expect(await service.plan(large)).toMatchObject({ isEmpty: true });

    const refused = await service.plan(together(aSegment({ type: "id_list", rules: listing(ids.slice(1)) }), queried));
    expect(refused.exitCode).toBe(1);
    expect(unwrapped(refused.output)).toContain(
      'segment "beta_testers" (stack/beta): rules changed, but the service has no',
    );
    expect(refused.output.length).toBeLessThan(16_384);

    const changed = `${query.slice(0, -1)}!`;
    const { output } = await service.plan(together(listed, aMetricSource({ sql: changed })));
    expect(output).toMatch(
      /~ "?sql"? += "sha256 \w{64} of 1,048,576 characters" -> "sha256 \w{64} of 1,048,576 characters"/,
    );
    await service.applyPlanned();
    expectKept(service, "metric_source", "orders", { ...metricSource, sql: changed });
  }));

/** The content of a file that only Terraform reads: a query, and ids that make it 200 kB. */
interface Content {
  readonly sql: string;
  readonly tags: readonly string[];
}

const content: Content = { sql: `select 'é' -- ${"x".repeat(60_000)}`, tags: ids.slice(0, 5_000) };

/** Takes a metric source's content from a file, by Terraform. */
function fromFile(service: Deployment, { sql, tags }: Content): Build {
  const path = join(service.workspace.directory, "content.json");
  writeFileSync(path, JSON.stringify({ sql, tags }));
  const field = (name: keyof Content) => Fn.lookup(Fn.jsondecode(Fn.file(path)), name);
  return (stack) => {
    new MetricSource(stack, "orders", {
      ...metricSource,
      sql: Token.asString(field("sql")),
      tags: Token.asList(field("tags")),
    });
  };
}

test("200 kB of Terraform values arrive whole, and the state holds none of them", () =>
  deployment(async (service) => {
    await service.deploy(fromFile(service, content));
    expectKept(service, "metric_source", "orders", { ...metricSource, ...content });
    expect(statSync(service.workspace.statePath).size).toBeLessThan(16_384);
    expect(await service.plan(fromFile(service, content))).toMatchObject({ isEmpty: true });

    const changed = { ...content, tags: content.tags.slice(1) };
    const { output } = await service.plan(fromFile(service, changed));
    expect(output).toMatch(/tags"? += "sha256 \w{64} of 1\d{5} characters" -> "sha256 \w{64} of 1\d{5} characters"/);
    await service.applyPlanned();
    expectKept(service, "metric_source", "orders", { ...metricSource, ...changed });
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

test("Terraform values beyond what an environment can hold are refused, with what to do", () =>
  deployment(async (service) => {
    // digits in an order that no zipping makes much shorter
    const digits = Array.from({ length: 100_000 }, (_, index) => Math.sin(index).toFixed(16)).join("");
    const { output, calls } = await service.deploy(fromFile(service, { sql: digits, tags: [] }), { expect: "failure" });

    expect(output.length).toBeLessThan(16_384);
    expect(output).toContain(
      "error: stack/orders (metric source): the values from Terraform are too long to pass on: ",
    );
    expect(output).toContain("next: read the longest value in your program instead, for example with readFileSync");
    expect(calls).toEqual([]);
  }));

/** Compares without a diff, which would be as long as the values. */
function expectKept({ emulator }: Deployment, kind: Kind, id: string, expected: object): void {
  expect(isDeepStrictEqual(emulator.record(kind, id), expected)).toBe(true);
}
