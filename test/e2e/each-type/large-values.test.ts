import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Fn, Token } from "cdktf";
import { MetricSource } from "../../../lib";
import { type Deployment, deployment } from "../deployment";
import { type Build, metricSource } from "../samples";

/** The content of a file that only Terraform reads: a query, and ids that make it 200 kB. */
interface Content {
  readonly sql: string;
  readonly tags: readonly string[];
}

const content: Content = {
  sql: `select 'é' -- ${"x".repeat(60_000)}`,
  tags: Array.from({ length: 5_000 }, (_, index) => `customer-${(index * 7_919) % 1_000_003}-of-the-shop`),
};

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
    expectKept(service, content);
    expect(statSync(service.workspace.statePath).size).toBeLessThan(16_384);
    expect(await service.plan(fromFile(service, content))).toMatchObject({ isEmpty: true });

    const changed = { ...content, tags: content.tags.slice(1) };
    const { output } = await service.plan(fromFile(service, changed));
    expect(output).toMatch(/tags"? += "sha256 \w{64} of 1\d{5} characters" -> "sha256 \w{64} of 1\d{5} characters"/);
    await service.applyPlanned();
    expectKept(service, changed);
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
function expectKept({ emulator }: Deployment, expected: object): void {
  expect(isDeepStrictEqual(emulator.record("metric_source", "orders"), { ...metricSource, ...expected })).toBe(true);
}
