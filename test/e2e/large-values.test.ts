import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { Fn, TerraformVariable, Token } from "cdktf";
import { type Deployment, deployment, unwrapped } from "../support/deployment";
import { aMetricSource, aSegment, type Build, metricSource, segment, together } from "../support/samples";
import { setVariables } from "./terraform-values";

/** As many ids as a list of customers has: 5 MiB. */
const ids = Array.from({ length: 200_000 }, (_, index) => `customer-${(index * 7_919) % 1_000_003}-of-the-shop`);
/** A query of 1 MiB. */
const query = `select * from orders -- ${"a comment, ".repeat(100_000)}`.slice(0, 1 << 20);
const secret = "hunter2 ".repeat(3_000);

const rulesOf = (targetValue: string[]) => [{ name: "Customers", conditions: [{ targetValue }] }];

/** A list of ids, a query, tags from a file that only Terraform reads, and a sensitive value. */
function largeValues({ workspace }: Deployment, targetValue: string[], sql: string): Build {
  const path = join(workspace.directory, "tags.json");
  writeFileSync(path, JSON.stringify(targetValue.slice(0, 100)));
  return together(aSegment({ type: "id_list", rules: rulesOf(targetValue) }), aMetricSource({ sql }), (stack) => {
    const tags = Token.asList(Fn.jsondecode(Fn.file(path)));
    aMetricSource({ name: "tagged", tags }, "tagged")(stack);
    const variable = new TerraformVariable(stack, "sql", { type: "string", sensitive: true });
    aMetricSource({ name: "secret", sql: variable.stringValue }, "secret")(stack);
  });
}

test("5 MiB of ids, a query of 1 MiB and 24 kB of a sensitive value arrive whole; the state has none, nor has a plan of their changes", () =>
  deployment(async (service) => {
    setVariables(service, { sql: secret });
    const { output: said } = await service.deploy(largeValues(service, ids, query));

    const kept = Object.fromEntries(service.emulator.records.map(({ id, data }) => [id, data]));
    const expected = {
      beta_testers: { ...segment, type: "id_list", idType: "userID", rules: rulesOf(ids) },
      orders: { ...metricSource, sql: query },
      tagged: { ...metricSource, name: "tagged", tags: ids.slice(0, 100) },
      secret: { ...metricSource, name: "secret", sql: secret },
    };
    // without a diff, which would be as long as the values
    expect(isDeepStrictEqual(kept, expected)).toBe(true);
    expect(said.includes("hunter2")).toBe(false);
    expect(statSync(service.workspace.statePath).size).toBeLessThan(65_536);

    const { output } = await service.plan(largeValues(service, ids.slice(1), `${query.slice(0, -1)}!`));
    expect(unwrapped(output)).toContain("(stack/beta): rules changed, but the service has no update");
    expect(output.length).toBeLessThan(16_384);
  }));
